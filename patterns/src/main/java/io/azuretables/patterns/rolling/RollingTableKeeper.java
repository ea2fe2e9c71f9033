/*
 * Copyright 2026 the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.azuretables.patterns.rolling;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

import io.azuretables.internal.model.EntityModel;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.operations.RollingTables;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.internal.schedule.IntervalThread;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.context.SmartLifecycle;

/**
 * Creates the next tables of classes with {@code @RollingTable}, and drops expired ones,
 * at the start and at an interval. As a bean it starts and stops with the application;
 * several of them do no harm.
 *
 * @since 0.1
 */
public final class RollingTableKeeper implements SmartLifecycle {

	private static final Log logger = LogFactory.getLog(RollingTableKeeper.class);

	private final TableTemplate template;

	private final Supplier<? extends Collection<Class<?>>> types;

	private final IntervalThread thread;

	private volatile boolean running;

	/**
	 * Creates a keeper for the tables of all classes with a
	 * {@link io.azuretables.mapping.RollingTable} that the template knows. Without one at
	 * the start it does nothing.
	 * @param interval how long to wait between two rounds: less than the shortest period
	 */
	public RollingTableKeeper(TableTemplate template, Duration interval) {
		this(template, () -> rolling(template), interval);
	}

	/**
	 * Creates a keeper for the tables of some classes.
	 * @param interval how long to wait between two rounds: less than the shortest period
	 */
	public RollingTableKeeper(TableTemplate template, List<Class<?>> types, Duration interval) {
		this(template, () -> types, interval);
	}

	private RollingTableKeeper(TableTemplate template, Supplier<? extends Collection<Class<?>>> types,
			Duration interval) {
		this.template = template;
		this.types = types;
		this.thread = IntervalThread.fromStart("rolling-table-keeper-", interval, this::keep);
	}

	private static List<Class<?>> rolling(TableTemplate template) {
		return template.converter()
			.mappingContext()
			.getPersistentEntities()
			.stream()
			.filter((entity) -> entity.isTable() && !entity.isAbstract() && EntityModel.of(entity).rolling() != null)
			.<Class<?>>map(TablePersistentEntity::getType)
			.toList();
	}

	@Override
	public void start() {
		this.running = true;
		if (!this.types.get().isEmpty()) {
			this.thread.start();
		}
	}

	/**
	 * Creates and drops once. Nothing that happens must end the rounds to come.
	 */
	void keep() {
		for (Class<?> type : this.types.get()) {
			try {
				RollingTables tables = this.template.rollingTables(type);
				tables.createAhead();
				List<String> dropped = tables.dropExpired();
				if (!dropped.isEmpty()) {
					logger.info("Tables of " + type.getSimpleName() + " that were dropped, as their entities are older "
							+ "than the retention: " + dropped);
				}
			}
			catch (RuntimeException | Error ex) {
				logger.warn("The tables of " + type.getSimpleName()
						+ " could not be created or dropped; it will be tried again", ex);
			}
		}
	}

	@Override
	public void stop() {
		this.running = false;
		this.thread.stop();
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

}
