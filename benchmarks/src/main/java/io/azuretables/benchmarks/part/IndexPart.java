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

package io.azuretables.benchmarks.part;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.azure.core.util.Context;
import com.azure.data.tables.models.ListEntitiesOptions;
import io.azuretables.benchmarks.figure.FigureTable;
import io.azuretables.benchmarks.figure.Load;
import io.azuretables.benchmarks.store.AzuriteSides;
import io.azuretables.benchmarks.store.FilledAzurite;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;

/**
 * Compares a look-up by an index with a scan. A look-up by it against a scan of the
 * partition for the same property, in partitions of 1,000 to 100,000 entities, each of
 * which has an index row.
 */
final class IndexPart {

	private static final int REPETITIONS = 100;

	private static final List<Integer> SIZES = List.of(1_000, 10_000, 100_000);

	private final AzuriteSides sides;

	private final List<List<String>> rows = new ArrayList<>();

	private IndexPart(AzuriteSides sides) {
		this.sides = sides;
	}

	static FigureTable measure() throws IOException, InterruptedException, ExecutionException {
		try (FilledAzurite azurite = FilledAzurite.start()) {
			IndexPart part = new IndexPart(new AzuriteSides(azurite.endpoint()));
			for (int size : SIZES) {
				part.sides.template().insert(member(size, 0));
			}
			azurite.fill("Employees", 2 * SIZES.size(), Integer::parseInt, IndexPart::numbered);
			for (int size : SIZES) {
				part.compare(size);
			}
			return new FigureTable(List.of("entities", "way", "requests each", "rows that the service looks at",
					"ms each", "CPU s per 10,000"), part.rows);
		}
	}

	/**
	 * An employee of the partition that is as large as its name says.
	 */
	private static Member member(int size, int number) {
		return new Member(Integer.toString(size), number, email(number));
	}

	/**
	 * The row of an employee, or its index row, made of that of the first one.
	 */
	private static String numbered(String first, int number) {
		return first.replace("empid_000000", String.format(Locale.ROOT, "empid_%06d", number))
			.replace(email(0), email(number));
	}

	private void compare(int size) throws InterruptedException, ExecutionException {
		String partition = Integer.toString(size);
		String wanted = email(size / 2);
		TableQuery byIndex = TableQuery
			.of(Criteria.where("department").is(partition).and(Criteria.where("email").is(wanted)));
		find(size, "index", "1", () -> found(this.sides.template().find(byIndex, Member.class), size));
		ListEntitiesOptions scan = new ListEntitiesOptions().setFilter("PartitionKey eq '" + partition
				+ "' and RowKey ge 'empid_' and RowKey lt 'empid`' and email eq '" + wanted + "'");
		find(size, "scan", Integer.toString(size),
				() -> (int) this.sides.client().listEntities(scan, null, Context.NONE).stream().count());
	}

	private static int found(List<Member> members, int size) {
		return members.equals(List.of(member(size, size / 2))) ? 1 : 0;
	}

	private static String email(int number) {
		return "e" + number + "@contoso.com";
	}

	private void find(int size, String name, String looked, Way way) throws InterruptedException, ExecutionException {
		ExecutorService executor = Executors.newSingleThreadExecutor();
		Load.run(executor, 1, REPETITIONS, (number) -> check(way));
		this.sides.http().takeRequests();
		Load load = Load.run(executor, 1, REPETITIONS, (number) -> check(way));
		executor.shutdown();
		this.rows
			.add(List.of(Integer.toString(size), name, Long.toString(this.sides.http().takeRequests() / REPETITIONS),
					looked, String.format(Locale.ROOT, "%.1f", 1000 / load.perSecond()), load.cells().get(1)));
	}

	private static void check(Way way) {
		if (way.find() != 1) {
			throw new IllegalStateException("Not one was found");
		}
	}

	/**
	 * How many are found.
	 */
	@FunctionalInterface
	private interface Way {

		int find();

	}

	/**
	 * An employee that is found by e-mail.
	 */
	@Table("Employees")
	@PartitionKey("{department}")
	@RowKey("empid_{employeeId:6}")
	@SecondaryIndex(name = "email", rowKey = "email_{email}")
	record Member(String department, int employeeId, String email) {

	}

}
