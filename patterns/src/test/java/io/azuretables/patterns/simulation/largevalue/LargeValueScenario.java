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

package io.azuretables.patterns.simulation.largevalue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.key.TableKey;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.blob.BlobStore.Blob;
import io.azuretables.patterns.largevalue.LargeValue;
import io.azuretables.patterns.largevalue.LargeValueCallback;
import io.azuretables.patterns.largevalue.LargeValueTemplate;
import io.azuretables.patterns.largevalue.LargeValueTemplate.ContentChange;
import io.azuretables.patterns.largevalue.MissingContentException;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.MessageHandlerRegistration;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.message.QueueOptions.GuardTimes;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.sample.Portrait;
import io.azuretables.patterns.simulation.Ledger;
import io.azuretables.patterns.simulation.SimulatedBlobs;
import io.azuretables.patterns.simulation.SimulatedGateway;
import io.azuretables.patterns.simulation.SimulatedTransport;
import io.azuretables.patterns.simulation.Simulation;
import io.azuretables.patterns.simulation.template.Templates;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.mapping.callback.EntityCallbacks;

/**
 * Users save, rename, remove and delete portraits; others read them; a sweeper sweeps,
 * and workers do what is left of writes that are guarded by messages.
 */
final class LargeValueScenario {

	private static final int PORTRAITS = 3;

	private final Simulation simulation;

	private final SimulatedGateway gateway;

	private final SimulatedBlobs blobs;

	private final Sabotage sabotage;

	private final TableTemplate tables;

	private final LargeValueTemplate<Portrait> photos;

	private final Setting setting;

	private final GuardTimes times;

	private final Ledger ledger = new Ledger();

	private final Map<Integer, LargeValue> earlier = new HashMap<>();

	private final SimulatedTransport queue;

	private final SimulatedTransport poison;

	private final LargeValueTemplate<Portrait> readers;

	private LargeValueScenario(Simulation simulation, Setting setting) {
		this.simulation = simulation;
		this.setting = setting;
		this.sabotage = setting.sabotage();
		this.gateway = new SimulatedGateway(simulation, "Portraits");
		this.queue = new SimulatedTransport(simulation, "contents");
		this.poison = new SimulatedTransport(simulation, "poison");
		this.blobs = new SimulatedBlobs(simulation);
		this.times = times(this.sabotage.times());
		TableGateway writers = this.sabotage.tables(this.gateway);
		this.tables = Templates.over(writers);
		if (setting.checksValues()) {
			this.tables.setEntityCallbacks(EntityCallbacks.create(new LargeValueCallback(this.tables.converter())));
		}
		this.photos = template(this.tables, writers, this.sabotage.queue(this.queue), this.sabotage.blobs(this.blobs));
		this.readers = template(Templates.over(this.sabotage.readers(this.gateway)));
	}

	/**
	 * In one simulation of two, writers are often slower than their guards, which leaves
	 * blobs to the sweep.
	 */
	private GuardTimes times(GuardTimes all) {
		return (!this.setting.swept() || this.simulation.random().nextBoolean()) ? all
				: new GuardTimes(Duration.ofSeconds(1), Duration.ofSeconds(2), all.retention(), all.fence());
	}

	private LargeValueTemplate<Portrait> template(TableTemplate template) {
		return template(template, this.gateway, this.queue, this.blobs);
	}

	private LargeValueTemplate<Portrait> template(TableTemplate template, TableGateway tables, MessageTransport sent,
			BlobStore contents) {
		return this.setting.guarded()
				? new LargeValueTemplate<>(template, queue(template, tables, sent), contents, Portrait.class, "photo")
				: new LargeValueTemplate<>(template, tables, contents, Portrait.class, "photo");
	}

	private EventuallyConsistentQueueTemplate queue(TableTemplate template, TableGateway tables,
			MessageTransport sent) {
		return new EventuallyConsistentQueueTemplate(template, tables, new QueueConnection(sent, this.poison, null),
				QueueOptions.DEFAULTS.withClock(this.simulation.clock())
					.withTokens(this.simulation::token)
					.withTimes(this.times));
	}

	static void play(Simulation simulation, Setting setting) {
		LargeValueScenario scenario = new LargeValueScenario(simulation, setting);
		for (int id = 0; id < PORTRAITS; id++) {
			scenario.photos.save(Portrait.of(id, "first"), content("first"));
		}
		List.of("user1", "user2", "user3").forEach((name) -> simulation.actor(name, scenario::use));
		simulation.actor("reader", scenario::read);
		simulation.always(scenario::check);
		simulation.restsWithout(scenario::orphans);
		if (setting.guarded()) {
			List.of("worker1", "worker2")
				.forEach((name) -> simulation.servant(name, scenario::worker, Duration.ofMinutes(15)));
			simulation.servant("tokens", () -> scenario::sweepTokens, Duration.ofMinutes(30));
			simulation.restsWithout(scenario.queue::leftOvers);
			simulation.restsWithout(scenario::tokenRows);
			simulation.atRest(() -> {
				if (scenario.poison.store().depth() > 0) {
					throw new AssertionError("Poison without a reason");
				}
			});
		}
		if (setting.swept()) {
			simulation.servant("sweeper", () -> scenario.sweeper(), Duration.ofHours(2));
		}
	}

	private BooleanSupplier worker() {
		TableGateway workers = this.sabotage.workers(this.gateway);
		TableTemplate template = Templates.over(workers);
		MessageHandlerRegistration<ContentChange> handler = template(template, workers, this.queue, this.blobs)
			.handler()
			.orElseThrow();
		QueueWorker worker = new QueueWorker(queue(template, workers, this.queue), MessageHandlers.none()
			.with(handler.name(), handler.payload(), this.sabotage.handler(handler.handler(), this.blobs)));
		return () -> worker.step() > 0;
	}

	private boolean sweepTokens() {
		if (this.simulation.isCalm()) {
			queue(this.tables, this.gateway, this.queue).sweep("Portraits", Duration.ofMinutes(20));
		}
		return false;
	}

	private List<TableKey> tokenRows() {
		return rows().stream()
			.map(TableRow::key)
			.filter((key) -> key.rowKey().startsWith(IndexMapping.TOKEN_ROWS))
			.toList();
	}

	private void use() {
		while (!this.simulation.isCalm()) {
			int id = random(PORTRAITS);
			try {
				Portrait portrait = this.tables.findById(Portrait.class, Portrait.of(id, "any")).orElse(null);
				if (portrait != null) {
					change(portrait);
				}
				else if (this.setting.createsAgain()) {
					String token = this.simulation.token();
					write(token, () -> this.photos.save(Portrait.of(id, token), content(token)));
				}
				else {
					this.simulation.sleep(Duration.ofMinutes(1));
				}
			}
			catch (InvalidDataAccessApiUsageException ex) {
				this.simulation.say("refused: " + ex.getMessage());
			}
			catch (DataAccessException ex) {
				this.simulation.say("fails: " + ex.getClass().getSimpleName());
			}
		}
	}

	/**
	 * A save that is falsely said to be refused is what one of the sabotages does.
	 */
	private void write(String token, Supplier<Portrait> action) {
		if (this.sabotage.lies()) {
			action.get();
		}
		else {
			this.ledger.write(token, action);
		}
	}

	private void change(Portrait portrait) {
		String token = this.simulation.token();
		Portrait renamed = portrait.withName(token);
		LargeValue before = this.earlier.put(portrait.id(), portrait.photo());
		int action = random(this.setting.createsAgain() ? 8 : 24);
		switch ((action == 1 && portrait.photo() == null) ? 2 : action) {
			case 0 -> this.photos.delete(portrait);
			case 1 -> write(token, () -> this.photos.remove(renamed));
			case 2, 3, 4 ->
				write(token, () -> this.tables.save((this.sabotage == Sabotage.SAVES_OLD_VALUES && before != null)
						? renamed.withPhoto(before) : renamed));
			default -> write(token, () -> this.photos.save(renamed, content(token)));
		}
	}

	private void read() {
		while (!this.simulation.isCalm()) {
			try {
				Portrait portrait = this.tables.findById(Portrait.class, Portrait.of(random(PORTRAITS), "any"))
					.orElse(null);
				if (portrait != null) {
					this.readers.read(portrait);
				}
				else {
					this.simulation.sleep(Duration.ofMinutes(1));
				}
			}
			catch (MissingContentException ex) {
				throw new AssertionError("A reader misses a content", ex);
			}
			catch (DataAccessException ex) {
				this.simulation.say("fails: " + ex.getClass().getSimpleName());
			}
		}
	}

	/**
	 * A sweep of a template with a queue takes blobs of any age.
	 */
	private BooleanSupplier sweeper() {
		TableGateway sweepers = this.sabotage.sweepers(this.gateway);
		LargeValueTemplate<Portrait> sweeper = this.sabotage.sweepsUnguarded()
				? new LargeValueTemplate<>(Templates.over(sweepers), sweepers, this.blobs, Portrait.class, "photo")
				: template(Templates.over(sweepers), sweepers, this.queue, this.blobs);
		Duration age = (this.setting.guarded() || this.sabotage == Sabotage.SWEEPS_NEW_BLOBS) ? Duration.ZERO
				: Duration.ofMinutes(90);
		return () -> {
			sweeper.sweep(this.simulation.clock().instant().minus(age));
			return false;
		};
	}

	private void check() {
		for (TableRow row : rows()) {
			this.ledger.committed(String.valueOf(row.get("name")));
			String blob = blob(row);
			if (blob != null && this.blobs.store().read(blob).isEmpty()) {
				throw new AssertionError("Without its content: " + row.key().rowKey());
			}
		}
	}

	/**
	 * Blobs that no row names.
	 */
	private Set<String> orphans() {
		Set<String> names = new TreeSet<>(this.blobs.store().list("").map(Blob::name).toList());
		for (TableRow row : rows()) {
			String blob = blob(row);
			if (blob != null) {
				names.remove(blob);
			}
		}
		return names;
	}

	private static @Nullable String blob(TableRow row) {
		return (String) row.get("photo_blob");
	}

	private List<TableRow> rows() {
		return this.gateway.store().read(RowRequest.of("Portraits", null), RowReader.rows()).rows();
	}

	private int random(int bound) {
		return this.simulation.random().nextInt(bound);
	}

	private static byte[] content(String token) {
		return token.getBytes(StandardCharsets.UTF_8);
	}

	/**
	 * What is played.
	 *
	 * @param sabotage the rule that is left out
	 * @param guarded whether writes are guarded by messages
	 * @param swept whether blobs are swept
	 * @param checksValues whether the callback is there
	 * @param createsAgain whether a key is used again after its entity was deleted
	 */
	record Setting(Sabotage sabotage, boolean guarded, boolean swept, boolean checksValues, boolean createsAgain) {

	}

}
