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

package io.azuretables.autoconfigure.aot;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;

import io.azuretables.callback.AfterConvertCallback;
import io.azuretables.callback.AfterDeleteCallback;
import io.azuretables.callback.AfterSaveCallback;
import io.azuretables.callback.BeforeConvertCallback;
import io.azuretables.callback.BeforeSaveCallback;
import io.azuretables.key.TableKey;
import io.azuretables.repository.support.SimpleTableRepository;
import io.azuretables.repository.support.TableRepositoryFactoryBean;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Registers hints for native images: the classes that this module uses by reflection.
 * These are callbacks, repositories, arrays, the keys of links, the payloads of messages,
 * and the values of contents.
 */
class TableRuntimeHints implements RuntimeHintsRegistrar {

	private static final List<Class<?>> CALLBACKS = List.of(BeforeConvertCallback.class, BeforeSaveCallback.class,
			AfterSaveCallback.class, AfterConvertCallback.class, AfterDeleteCallback.class);

	/**
	 * The arrays of a {@code @Series}, which are made of their elements.
	 */
	private static final List<Class<?>> ARRAYS = List.of(Integer[].class, Long[].class, Double[].class, Float[].class,
			Short[].class, Boolean[].class, String[].class, UUID[].class, BigDecimal[].class, Instant[].class,
			LocalDate[].class, LocalTime[].class, OffsetDateTime[].class);

	/**
	 * What patterns let be made by reflection: what their messages hold, which is JSON,
	 * and the value that an entity has of a content in a blob.
	 */
	private static final List<String> PATTERNS = List.of("io.azuretables.patterns.largevalue.LargeValue",
			"io.azuretables.patterns.largevalue.LargeValueTemplate$ContentChange",
			"io.azuretables.patterns.archive.ArchiveTemplate$Move", "io.azuretables.patterns.move.MoveTemplate$Move",
			"io.azuretables.patterns.shedlock.HeldLock");

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		CALLBACKS
			.forEach((callback) -> hints.reflection().registerType(callback, MemberCategory.INVOKE_PUBLIC_METHODS));
		ARRAYS.forEach((array) -> hints.reflection().registerType(array));
		PATTERNS.forEach((type) -> hints.reflection()
			.registerTypeIfPresent(classLoader, type, MemberCategory.INVOKE_DECLARED_CONSTRUCTORS,
					MemberCategory.INVOKE_DECLARED_METHODS, MemberCategory.ACCESS_DECLARED_FIELDS));
		hints.reflection()
			.registerType(TableKey.class, MemberCategory.INVOKE_DECLARED_CONSTRUCTORS,
					MemberCategory.INVOKE_DECLARED_METHODS, MemberCategory.ACCESS_DECLARED_FIELDS)
			.registerType(SimpleTableRepository.class, MemberCategory.INVOKE_DECLARED_CONSTRUCTORS,
					MemberCategory.INVOKE_PUBLIC_METHODS)
			.registerType(TableRepositoryFactoryBean.class, MemberCategory.INVOKE_DECLARED_CONSTRUCTORS,
					MemberCategory.INVOKE_PUBLIC_METHODS);
	}

}
