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
package io.azuretables.operations;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.azuretables.client.FaultyGateway;
import io.azuretables.client.FaultyGateway.Fault;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.gateway.WriteOutcomeUnknownException;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Part;
import io.azuretables.mapping.PartialEntityException;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Series;
import io.azuretables.mapping.Table;
import io.azuretables.operations.WideEntities.Messages;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.Update;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Tag("long")
@Execution(ExecutionMode.CONCURRENT)
class WideEntityTests implements WideEntityContract {

	private static final int WRITES = 2000;

	private static final TableKey KEY = TableKey.of("Sales", "empid_000001");

	private final TableGateway gateway = new EmbeddedTableGateway();

	@Override
	public TableGateway gateway() {
		return this.gateway;
	}

	@Override
	public String table() {
		return "Wide";
	}

	@Override
	public int rounds() {
		return 200;
	}

	@Test
	void isUsedAsDocumented() {
		TableTemplate template = template(this.gateway);
		Messages messages = Messages.of(1, 7);
		TableKey key = KEY;
		TableQuery sales = SALES;
		// tag::use[]
		template.save(messages);
		template.merge(Messages.class, key, Update.update("first[3]", 8));
		Optional<Messages> whole = template.findById(Messages.class, key);
		List<Messages> names = template.find(sales.select("name"), Messages.class);
		// end::use[]
		assertThat(whole).get().satisfies((read) -> assertThat(read.first).startsWith(7, 7, 7, 8, 7));
		assertThat(names).extracting((read) -> read.name).containsExactly("n7");
	}

	/**
	 * An album takes 640 KiB, so that 12 of them are read at a time.
	 */
	@Test
	void streamsFewLargeEntitiesAtATime() {
		WatchedGateway watched = new WatchedGateway(this.gateway);
		TableTemplate template = template(watched);
		String picture = "x".repeat(32 * 1024);
		for (int id = 0; id < 60; id++) {
			template.insert(new Album("Ann", id, Collections.nCopies(10, picture)));
		}
		watched.forget();
		try (Stream<Album> stream = template.stream(TableQuery.of(Criteria.where("owner").is("Ann")), Album.class)) {
			Iterator<Album> albums = stream.iterator();
			assertThat(next(albums, 32)).containsExactlyElementsOf(IntStream.range(0, 32).boxed().toList());
			assertThat(watched.requests()).as("the main rows, and the parts of 32").containsExactly("query", "query");
			assertThat(next(albums, 1)).containsExactly(32);
			assertThat(watched.requests()).as("the parts of 12 more").hasSize(3);
			assertThat(next(albums, 11)).hasSize(11);
			assertThat(watched.requests()).hasSize(3);
			assertThat(next(albums, 16)).endsWith(59);
			assertThat(watched.requests()).hasSize(5);
			assertThat(albums.hasNext()).isFalse();
		}
		assertThat(watched.requests()).hasSize(5).containsOnly("query");
	}

	/**
	 * Two pages of main rows; the parts of 32 of them, of the 968 others, which are two
	 * pages, and of those of the second page.
	 */
	@Test
	void readsThePartsOfSmallEntitiesByPages() {
		WatchedGateway watched = new WatchedGateway(this.gateway);
		TableTemplate template = template(watched);
		template.insertAll(IntStream.range(0, 1400).mapToObj((id) -> Messages.of(id, id)).toList());
		watched.forget();
		try (Stream<Messages> all = template.stream(SALES, Messages.class)) {
			assertThat(all.map(Messages::value)).containsExactlyElementsOf(IntStream.range(0, 1400).boxed().toList());
		}
		assertThat(watched.requests()).hasSize(2 + 1 + 2 + 1).containsOnly("query");
	}

	private static List<Integer> next(Iterator<Album> albums, int count) {
		return Stream.generate(albums::next).limit(count).map(Album::id).toList();
	}

	@Test
	void isNeverReadInPartsOfDifferentWrites() throws Exception {
		TableTemplate template = template(this.gateway);
		template.save(Messages.of(1, 0));
		AtomicBoolean written = new AtomicBoolean();
		ExecutorService threads = Executors.newFixedThreadPool(2);
		try {
			Future<Integer> writer = threads.submit(() -> {
				for (int i = 1; i <= WRITES; i++) {
					template.save(Messages.of(1, i));
				}
				written.set(true);
				return WRITES;
			});
			Callable<Integer> reading = () -> {
				int reads = 0;
				while (!written.get() || reads == 0) {
					try {
						int value = template.findById(Messages.class, KEY).orElseThrow().value();
						assertThat(value).isNotNegative();
						reads++;
					}
					catch (PartialEntityException ex) {
						// the writer was faster each time, and nothing false was read
					}
				}
				return reads;
			};
			assertThat(threads.submit(reading).get()).isPositive();
			assertThat(writer.get()).isEqualTo(WRITES);
		}
		finally {
			threads.shutdownNow();
		}
		assertThat(template.findById(Messages.class, KEY).orElseThrow().value()).isEqualTo(WRITES);
	}

	@Test
	void keepsDaysThatManyWritersSet() throws Exception {
		TableTemplate template = template(this.gateway);
		template.save(Messages.of(1, 0));
		ExecutorService threads = Executors.newFixedThreadPool(16);
		try {
			List<Future<Integer>> writers = IntStream.range(0, 16).mapToObj((writer) -> threads.submit(() -> {
				for (int day = writer; day < 365; day += 16) {
					template.merge(Messages.class, KEY, (day < 183) ? Update.update("first[" + day + "]", 1 + writer)
							: Update.update("second[" + (day - 183) + "]", 1 + writer));
				}
				return writer;
			})).toList();
			for (Future<Integer> writer : writers) {
				writer.get();
			}
		}
		finally {
			threads.shutdownNow();
		}
		Messages read = template.findById(Messages.class, KEY).orElseThrow();
		assertThat(read.first).isEqualTo(IntStream.range(0, 183).map((day) -> 1 + day % 16).toArray());
		assertThat(read.second).isEqualTo(IntStream.range(183, 365).map((day) -> 1 + day % 16).toArray());
	}

	@Test
	void isWrittenWholeOrNotAtAll() {
		TableTemplate template = template(this.gateway);
		template.save(Messages.of(1, 0));
		for (Fault fault : Fault.values()) {
			int before = template.findById(Messages.class, KEY).orElseThrow().value();
			TableTemplate faulty = template(new FaultyGateway(this.gateway, 1, fault));
			try {
				faulty.save(Messages.of(1, before + 1));
			}
			catch (RuntimeException ex) {
				assertThat(template.findById(Messages.class, KEY).orElseThrow().value()).isBetween(before, before + 1);
			}
		}
		TableTemplate faulty = template(new FaultyGateway(this.gateway, 1, Fault.UNKNOWN_AND_APPLIED));
		assertThatExceptionOfType(WriteOutcomeUnknownException.class)
			.isThrownBy(() -> faulty.save(Messages.of(1, 100)));
		assertThat(template.findById(Messages.class, KEY).orElseThrow().value()).isEqualTo(100);
	}

	/**
	 * An entity whose part is large.
	 */
	@Table("Albums")
	@PartitionKey("{owner}")
	@RowKey("album_{id:4}")
	record Album(String owner, int id,
			@Part("pictures") @Series(column = "p{slot:2}", slots = 10) List<String> pictures) {

	}

}
