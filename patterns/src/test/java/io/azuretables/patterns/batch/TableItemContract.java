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

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

import io.azuretables.gateway.TableGateway;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.sample.Clerk;
import io.azuretables.patterns.sample.Store;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.write.PartialWriteException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.infrastructure.item.ItemStreamException;
import org.springframework.dao.InvalidDataAccessApiUsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What the reader and the writer promise, over any store. A step calls them as the tests
 * do.
 */
abstract class TableItemContract {

	private String prefix;

	private Store store;

	abstract TableGateway gateway();

	@BeforeEach
	void prepare() {
		this.prefix = "t" + Long.toString(RandomGenerator.getDefault().nextLong() >>> 1, 36);
		this.store = Store.over(gateway(), this.prefix);
		gateway().createTable(this.prefix + "Clerks");
		this.store.template().saveAll(IntStream.range(0, 23).mapToObj((i) -> Clerk.of("Sales", i)).toList());
	}

	@AfterEach
	void deleteTable() {
		gateway().deleteTable(this.prefix + "Clerks");
	}

	// tag::reader[]
	TableItemReader<Clerk> reader(TableOperations operations, int page) {
		TableQuery sales = TableQuery.of(Criteria.where("department").is("Sales")).limit(page);
		return new TableItemReader<>(operations, sales, Clerk.class);
	}
	// end::reader[]

	private TableItemReader<Clerk> opened(ExecutionContext context, int page) {
		TableItemReader<Clerk> reader = reader(this.store.template(), page);
		reader.open(context);
		return reader;
	}

	private static List<Integer> read(TableItemReader<Clerk> reader, int most) {
		List<Integer> read = new ArrayList<>();
		Clerk clerk;
		while (read.size() < most && (clerk = reader.read()) != null) {
			read.add(clerk.employeeId());
		}
		return read;
	}

	@Test
	void readsAllThatAQueryFindsPageByPage() {
		TableItemReader<Clerk> reader = opened(new ExecutionContext(), 10);
		this.store.gateway().reset();
		assertThat(read(reader, 100)).isEqualTo(IntStream.range(0, 23).boxed().toList());
		assertThat(this.store.gateway().requests()).isEqualTo(3);
		assertThat(reader.read()).as("still at the end").isNull();
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 4, 9, 10, 11, 19, 20, 22, 23 })
	void goesOnWhereAStepHasStopped(int chunk) {
		ExecutionContext context = new ExecutionContext();
		TableItemReader<Clerk> first = opened(context, 10);
		List<Integer> read = new ArrayList<>(read(first, chunk));
		first.update(context);
		// read for the next chunk, which is never written
		read(first, 3);
		TableItemReader<Clerk> restarted = opened(context, 10);
		this.store.gateway().reset();
		read.addAll(read(restarted, 100));
		assertThat(read).isEqualTo(IntStream.range(0, 23).boxed().toList());
		assertThat(this.store.gateway().requests()).isBetween(1L, 3L);
	}

	@Test
	void goesOnThoughRowsBeforeItAreInsertedAndDeleted() {
		ExecutionContext context = new ExecutionContext();
		TableItemReader<Clerk> first = opened(context, 10);
		assertThat(read(first, 13)).endsWith(12);
		first.update(context);
		this.store.template().delete(Clerk.of("Sales", 11));
		assertThat(read(opened(context, 10), 100)).startsWith(13).endsWith(22).hasSize(10);
	}

	@Test
	void repeatsAPageWhoseLastEntityIsGone() {
		ExecutionContext context = new ExecutionContext();
		TableItemReader<Clerk> first = opened(context, 10);
		read(first, 13);
		first.update(context);
		this.store.template().delete(Clerk.of("Sales", 12));
		assertThat(read(opened(context, 10), 100)).startsWith(10, 11, 13).endsWith(22);
	}

	@Test
	void keepsThePositionsOfSeveralReadersApart() {
		ExecutionContext context = new ExecutionContext();
		TableItemReader<Clerk> one = reader(this.store.template(), 10);
		one.setName("one");
		one.open(context);
		TableItemReader<Clerk> other = reader(this.store.template(), 10);
		other.setName("other");
		other.open(context);
		read(one, 11);
		read(other, 3);
		one.update(context);
		other.update(context);
		one.open(context);
		other.open(context);
		assertThat(one.read()).extracting(Clerk::employeeId).isEqualTo(11);
		assertThat(other.read()).extracting(Clerk::employeeId).isEqualTo(3);
	}

	@Test
	void refusesAContextWithoutAPosition() {
		ExecutionContext context = new ExecutionContext();
		context.putString("TableItemReader.page", "no position");
		assertThatExceptionOfType(ItemStreamException.class).isThrownBy(() -> opened(context, 10))
			.withMessageContaining("start the job anew");
	}

	@Test
	void refusesThePositionOfAnotherQuery() {
		ExecutionContext context = new ExecutionContext();
		TableItemReader<Clerk> first = opened(context, 10);
		read(first, 13);
		first.update(context);
		TableItemReader<Clerk> changed = new TableItemReader<>(this.store.template(),
				TableQuery.of(Criteria.where("department").is("Support")), Clerk.class);
		changed.open(context);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(changed::read);
	}

	@Test
	void writesAChunkAgain() {
		// tag::writer[]
		TableItemWriter<Clerk> writer = TableItemWriter.saving(this.store.template());
		// end::writer[]
		Chunk<Clerk> chunk = Chunk.of(Clerk.of("Support", 1), Clerk.of("Support", 2));
		writer.write(chunk);
		writer.write(chunk);
		assertThat(this.store.template().count(TableQuery.of(Criteria.where("department").is("Support")), Clerk.class))
			.isEqualTo(2);
	}

	@Test
	void insertsAndDeletesChunks() {
		Chunk<Clerk> chunk = Chunk.of(Clerk.of("Support", 1), Clerk.of("Support", 2));
		TableItemWriter<Clerk> inserting = TableItemWriter.inserting(this.store.template());
		inserting.write(chunk);
		assertThatExceptionOfType(PartialWriteException.class).isThrownBy(() -> inserting.write(chunk));
		TableItemWriter.<Clerk>deleting(this.store.template()).write(chunk);
		assertThat(this.store.template().count(TableQuery.of(Criteria.where("department").is("Support")), Clerk.class))
			.isZero();
	}

}
