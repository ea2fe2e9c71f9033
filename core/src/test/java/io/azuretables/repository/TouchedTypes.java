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

package io.azuretables.repository;

import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;

import io.azuretables.key.TableKey;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowReader.Assembler;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.agent.builder.AgentBuilder.RedefinitionStrategy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.matcher.ElementMatchers;
import org.jspecify.annotations.Nullable;

/**
 * Which of our types have a part in a call? Every method of theirs notes that it was
 * entered.
 */
public final class TouchedTypes {

	private static final Set<String> TOUCHED = new TreeSet<>();

	private static boolean installed;

	private static volatile boolean watched;

	private static volatile boolean noting;

	private TouchedTypes() {
	}

	/**
	 * The types that a call touches, without what the store does; nested types count as
	 * the one that they stand in.
	 */
	static Set<String> of(Runnable call) {
		TOUCHED.clear();
		watched = true;
		noting(true, () -> {
			call.run();
			return call;
		});
		watched = false;
		return Set.copyOf(TOUCHED);
	}

	/**
	 * Lets the store do something, which is not noted but for what the reader does.
	 */
	static <T, R extends @Nullable Object> R inStore(RowReader<T> reader, Function<RowReader<T>, R> work) {
		return noting(false, () -> work.apply(new RowReader<T>() {

			@Override
			public boolean readsTimestamp() {
				return noting(true, reader::readsTimestamp);
			}

			@Override
			public Assembler<T> begin() {
				return noted(noting(true, reader::begin));
			}

		}));
	}

	private static <T> Assembler<T> noted(Assembler<T> assembler) {
		return new Assembler<>() {

			@Override
			public void property(String name, Object value) {
				noting(true, () -> {
					assembler.property(name, value);
					return name;
				});
			}

			@Override
			public @Nullable T end(TableKey key, @Nullable String etag, @Nullable Instant timestamp) {
				return TouchedTypes.<@Nullable T>noting(true, () -> assembler.end(key, etag, timestamp));
			}

		};
	}

	private static <R extends @Nullable Object> R noting(boolean now, Supplier<R> work) {
		boolean before = noting;
		noting = now && watched;
		try {
			return work.get();
		}
		finally {
			noting = before;
		}
	}

	static synchronized void watch() {
		if (installed) {
			return;
		}
		installed = true;
		new AgentBuilder.Default().disableClassFormatChanges()
			.with(RedefinitionStrategy.RETRANSFORMATION)
			.ignore(ElementMatchers.nameContains("Tests").or(ElementMatchers.nameContains("TouchedTypes")))
			.type((type, loader, module, redefined, domain) -> isWatched(type.getName(), domain))
			.transform((builder, type, loader, module, domain) -> builder
				.visit(Advice.to(Note.class).on(ElementMatchers.isMethod().or(ElementMatchers.isConstructor()))))
			.installOn(ByteBuddyAgent.install());
	}

	private static boolean isWatched(String type, @Nullable ProtectionDomain domain) {
		return type.startsWith("io.azuretables.") && !type.startsWith("io.azuretables.embedded.") && domain != null
				&& isMain(domain.getCodeSource());
	}

	private static boolean isMain(@Nullable CodeSource source) {
		return source != null && !source.getLocation().getPath().contains("test-classes");
	}

	/**
	 * Is called by every method that is watched.
	 */
	public static void note(Class<?> type) {
		if (noting) {
			TOUCHED.add(type.getName().replaceFirst("\\$.*", "").replaceFirst("io.azuretables\\.", ""));
		}
	}

	/**
	 * What is added to each method.
	 */
	public static final class Note {

		private Note() {
		}

		@Advice.OnMethodEnter
		public static void enter(@Advice.Origin Class<?> type) {
			note(type);
		}

	}

}
