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

package io.azuretables.patterns.batch;

import java.util.List;
import java.util.function.Consumer;

import io.azuretables.operations.TableOperations;

import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ItemWriter;

/**
 * Writes the entities of a chunk of Spring Batch, in as few transactions as their
 * partitions allow. The transaction of the job does not cover them: a chunk that was
 * interrupted is written again. Safe for concurrent use.
 *
 * @param <T> the entity
 * @since 0.1
 */
public final class TableItemWriter<T> implements ItemWriter<T> {

	private final Consumer<List<? extends T>> write;

	private TableItemWriter(Consumer<List<? extends T>> write) {
		this.write = write;
	}

	/**
	 * A writer that saves entities, as {@link TableOperations#saveAll(Iterable)} does. An
	 * entity without version may be saved twice to the same effect.
	 */
	public static <T> TableItemWriter<T> saving(TableOperations operations) {
		return new TableItemWriter<>(operations::saveAll);
	}

	/**
	 * A writer that inserts entities, as {@link TableOperations#insertAll(Iterable)}
	 * does. A chunk that is written again fails, if a part of it is there already.
	 */
	public static <T> TableItemWriter<T> inserting(TableOperations operations) {
		return new TableItemWriter<>(operations::insertAll);
	}

	/**
	 * A writer that deletes entities, as {@link TableOperations#deleteAll(Iterable)}
	 * does.
	 */
	public static <T> TableItemWriter<T> deleting(TableOperations operations) {
		return new TableItemWriter<>(operations::deleteAll);
	}

	@Override
	public void write(Chunk<? extends T> chunk) {
		this.write.accept(chunk.getItems());
	}

}
