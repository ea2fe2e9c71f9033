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

package io.azuretables.patterns.faults;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.azuretables.gateway.TableGateway;
import io.azuretables.key.RowParts;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.blob.BlobStore.Blob;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.faults.Journal.Entry;
import io.azuretables.patterns.sample.IndexedRows;
import io.azuretables.patterns.sample.Rows;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * Compares what is in the stores with a journal of what was tried and acknowledged, and
 * counts what is wrong by its kind.
 */
final class Audit {

	/**
	 * How the names of blobs begin that large values have.
	 */
	private static final String LARGE_VALUES = "large/";

	private final Map<Finding, Set<String>> findings = new EnumMap<>(Finding.class);

	private final TableGateway gateway;

	private final Journal journal;

	Audit(TableGateway gateway, Journal journal) {
		this.gateway = gateway;
		this.journal = journal;
		for (Finding finding : Finding.values()) {
			this.findings.put(finding, new TreeSet<>());
		}
		add(Finding.GAP, journal.all(Entry.MISSED));
		add(Finding.TORN, journal.all(Entry.TORN));
	}

	/**
	 * What is wrong, by its kind.
	 */
	Map<Finding, Set<String>> findings() {
		Map<Finding, Set<String>> found = new EnumMap<>(this.findings);
		found.values().removeIf(Set::isEmpty);
		return found;
	}

	private void add(Finding finding, Collection<String> what) {
		this.findings.get(finding).addAll(what);
	}

	/**
	 * Every order that was acknowledged is there, none that was rejected is, and each has
	 * its copy.
	 */
	Audit orders() {
		Set<String> orders = byId("Orders").keySet();
		Set<String> copies = byId("Copies").keySet();
		add(Finding.LOST, without(this.journal.all(Entry.ORDER), orders));
		add(Finding.FALSELY_REJECTED, both(orders, this.journal.all(Entry.REJECTED)));
		add(Finding.NOT_COPIED, without(orders, copies));
		add(Finding.COPY_OF_NOTHING, without(copies, orders));
		return this;
	}

	/**
	 * Every claim is in one place, with all that was acknowledged, and has been moved, or
	 * moved back, if somebody asked for it; its content lies in a blob, and no other blob
	 * is left.
	 */
	Audit claims(BlobStore blobs) {
		Map<String, TableRow> claims = byId("Claims");
		Map<String, TableRow> archived = byId("OldClaims");
		add(Finding.IN_BOTH_PLACES, both(claims.keySet(), archived.keySet()));
		add(Finding.FALSELY_REJECTED, both(claims.keySet(), this.journal.all(Entry.REJECTED)));
		this.journal.places().forEach((id, possible) -> {
			if (!possible.contains(archived.containsKey(id) ? Journal.ARCHIVED : Journal.CURRENT)) {
				add(Finding.NOT_MOVED, Set.of(id));
			}
		});
		this.journal.amounts().forEach((id, amount) -> {
			if (amount(archived.getOrDefault(id, claims.get(id))) < amount) {
				add(Finding.LOST, Set.of("claim " + id));
			}
		});
		Set<String> names = blobs.list("")
			.map(Blob::name)
			.filter((name) -> !name.startsWith(LARGE_VALUES))
			.collect(Collectors.toSet());
		for (TableRow row : archived.values()) {
			String name = String.valueOf(row.get("document"));
			byte[] expected = Claim.content(amount(row));
			if (!names.remove(name) || !blobs.read(name).filter((content) -> isSame(content, expected)).isPresent()) {
				add(Finding.CONTENT_GONE, Set.of(name));
			}
		}
		add(Finding.CONTENT_LEFT, names);
		return this;
	}

	private static boolean isSame(byte[] content, byte[] expected) {
		return new String(content, StandardCharsets.UTF_8).equals(new String(expected, StandardCharsets.UTF_8));
	}

	/**
	 * Every person is as the last write says that was acknowledged, or as one of which
	 * nobody knows; no two share an address, and the indexes are exact.
	 */
	Audit people(IndexedRows people) {
		List<TableRow> all = Rows.of(this.gateway, "People", null);
		Map<String, String> writes = new HashMap<>();
		Set<Object> addresses = new HashSet<>();
		for (TableRow row : people.entities(all)) {
			writes.put(row.key().partitionKey(), String.valueOf(row.get("write")));
			Object address = row.get("email");
			if (address != null && !addresses.add(address)) {
				add(Finding.DUPLICATE, Set.of(String.valueOf(address)));
			}
		}
		add(Finding.FALSELY_REJECTED, both(writes.values(), this.journal.all(Entry.REJECTED)));
		this.journal.people().forEach((team, possible) -> {
			if (!possible.contains(writes.getOrDefault(team, Journal.GONE))) {
				add(Finding.LOST, Set.of("the person of " + team));
			}
		});
		indexes(people, all);
		return this;
	}

	private void indexes(IndexedRows indexed, List<TableRow> all) {
		Set<String> expected = indexed.expected(all, (index) -> true);
		Set<String> found = indexed.found(all);
		add(Finding.INDEX_ROW_MISSING, without(expected, found));
		add(Finding.INDEX_ROW_DANGLING, without(found, expected));
	}

	/**
	 * Every employee is in one department, as the last write says that was acknowledged,
	 * or as one of which nobody knows. None is marked, the indexes are exact, and each
	 * department is summed up exactly.
	 */
	Audit employees(IndexedRows employees) {
		List<TableRow> all = Rows.of(this.gateway, "Employees", null);
		List<TableRow> totals = all.stream().filter(Audit::isTotal).toList();
		List<TableRow> others = all.stream().filter((row) -> !isTotal(row)).toList();
		List<TableRow> entities = employees.entities(others);
		Map<String, String> states = new HashMap<>();
		Map<String, List<Long>> sums = new TreeMap<>();
		for (TableRow row : entities) {
			if (states.put(id(row), String.valueOf(row.get("write"))) != null) {
				add(Finding.IN_BOTH_PLACES, Set.of(id(row)));
			}
			if (row.get(RowWrite.MOVE) != null) {
				add(Finding.NOT_MOVED, Set.of(id(row)));
			}
			add(sums, row, 1, number(row, "salary"));
		}
		states("employee", states);
		indexes(employees, others);
		totals.forEach((row) -> add(sums, row, -number(row, "employees"), -number(row, "salaries")));
		sums.values().removeIf((sum) -> sum.equals(List.of(0L, 0L)));
		add(Finding.WRONG_SUM, sums.keySet());
		return this;
	}

	private static boolean isTotal(TableRow row) {
		return row.key().rowKey().startsWith(EmployeeWork.TOTALS);
	}

	private static void add(Map<String, List<Long>> sums, TableRow row, long employees, long salaries) {
		sums.merge(row.key().partitionKey(), List.of(employees, salaries),
				(one, other) -> List.of(one.get(0) + other.get(0), one.get(1) + other.get(1)));
	}

	private static long number(@Nullable TableRow row, String column) {
		return (row != null && row.get(column) instanceof Number number) ? number.longValue() : 0;
	}

	/**
	 * Compares the states of things of a kind with those that are possible.
	 */
	private void states(String kind, Map<String, String> states) {
		add(Finding.FALSELY_REJECTED, both(states.values(), this.journal.all(Entry.REJECTED)));
		this.journal.states(kind).forEach((subject, possible) -> {
			if (!possible.contains(states.getOrDefault(subject, Journal.GONE))) {
				add(Finding.LOST, Set.of(kind + " " + subject));
			}
		});
	}

	/**
	 * Every copy is as its source, in one partition and in several ones; what was counted
	 * in holders was not lost.
	 */
	Audit copies() {
		Map<String, TableRow> staff = byId("Staff");
		Map<Object, Object> leads = new HashMap<>();
		Map<Object, Object> customers = new HashMap<>();
		staff.values().forEach((row) -> {
			if (row.key().rowKey().startsWith("empid_")) {
				leads.put(Integer.valueOf(id(row)), Objects.requireNonNull(row.get("name")));
			}
		});
		Rows.of(this.gateway, "Customers", null)
			.forEach((row) -> customers.put(row.key().partitionKey(), Objects.requireNonNullElse(row.get("name"), "")));
		Map<String, TableRow> parcels = byId("Parcels");
		staff.values().forEach((row) -> copy(row, leads, "leadId", "leadName"));
		parcels.values().forEach((row) -> copy(row, customers, "customerId", "customerName"));
		additions("team", (team) -> number(staff.get(team), "projects"));
		additions("parcel", (parcel) -> number(parcels.get("%06d".formatted(Integer.valueOf(parcel))), "stops"));
		return this;
	}

	private void copy(TableRow holder, Map<Object, Object> sources, String reference, String copy) {
		Object source = holder.get(reference);
		Object expected = (source != null) ? sources.get(source) : null;
		if (!Objects.equals(expected, holder.get(copy))) {
			add(Finding.STALE_COPY, Set.of(holder.key().rowKey()));
		}
	}

	private void additions(String kind, ToLongFunction<String> number) {
		String prefix = kind + ":";
		this.journal.additions().forEach((subject, possible) -> {
			if (subject.startsWith(prefix)
					&& !possible.contains((int) number.applyAsLong(subject.substring(prefix.length())))) {
				add(Finding.WRONG_COUNT, Set.of(subject));
			}
		});
	}

	/**
	 * Every wide entity is as the last write says that was acknowledged, or as one of
	 * which nobody knows, in all of its rows; no row is without its entity.
	 */
	Audit dossiers() {
		Map<String, String> states = new HashMap<>();
		Map<String, TableRow> rows = new TreeMap<>();
		Rows.of(this.gateway, "Dossiers", null).forEach((row) -> rows.put(row.key().rowKey(), row));
		Set<String> parts = new TreeSet<>();
		rows.forEach((key, row) -> {
			if (key.startsWith(RowParts.ROWS)) {
				parts.add(key);
			}
			else {
				states.put(id(row), String.valueOf(row.get("write")));
			}
		});
		states.forEach((id, write) -> {
			for (String name : List.of("text", "notes")) {
				String key = RowParts.key(TableKey.of("", "dossier_" + id), name).rowKey();
				TableRow part = rows.get(key);
				parts.remove(key);
				if (part == null || !write.equals(part.get(name))) {
					add(Finding.TORN, Set.of(id));
				}
			}
		});
		states("dossier", states);
		add(Finding.PART_LEFT, parts);
		return this;
	}

	/**
	 * Every portrait has the content that goes with it, and no content is left.
	 */
	Audit portraits(BlobStore blobs) {
		states("portrait", contents(blobs, "Portraits", "name", "photo_blob",
				(row) -> row.key().partitionKey() + "_" + Integer.valueOf(id(row))));
		return this;
	}

	/**
	 * Every poster has the content that goes with it, and no content is left.
	 */
	Audit posters(BlobStore blobs) {
		states("poster", contents(blobs, "Posters", "write", "image_blob", Audit::id));
		return this;
	}

	/**
	 * Compares the contents that rows name with those that are there.
	 * @return the state of each entity
	 */
	private Map<String, String> contents(BlobStore blobs, String table, String state, String blob,
			Function<TableRow, String> subject) {
		Map<String, String> states = new HashMap<>();
		Set<String> names = blobs.list(LARGE_VALUES + table + "/").map(Blob::name).collect(Collectors.toSet());
		for (TableRow row : Rows.of(this.gateway, table, null)) {
			String write = String.valueOf(row.get(state));
			states.put(subject.apply(row), write);
			String name = String.valueOf(row.get(blob));
			byte[] expected = LargeWork.content(write);
			if (!names.remove(name) || !blobs.read(name).filter((content) -> isSame(content, expected)).isPresent()) {
				add(Finding.CONTENT_GONE, Set.of(name));
			}
		}
		add(Finding.CONTENT_LEFT, names);
		return states;
	}

	/**
	 * Every slot has been added to as often as it was acknowledged; every sign-in that
	 * was acknowledged is in a table.
	 */
	Audit counts() {
		Map<String, TableRow> series = new HashMap<>();
		Rows.of(this.gateway, "MessageCounts", null)
			.forEach((row) -> series.put(row.key().rowKey().split("_")[1], row));
		additions("slot", (slot) -> {
			String[] words = slot.split("_");
			TableRow row = series.get("%06d".formatted(Integer.valueOf(words[0])));
			return number(row, "h%02d".formatted(Integer.valueOf(words[1])));
		});
		Set<String> signIns = this.gateway.tables()
			.stream()
			.filter((table) -> table.startsWith("SignIns"))
			.flatMap((table) -> Rows.of(this.gateway, table, null).stream())
			.map((row) -> String.valueOf(row.get("address")))
			.collect(Collectors.toSet());
		add(Finding.LOST, without(this.journal.all(Entry.SIGN_IN), signIns));
		add(Finding.FALSELY_REJECTED, both(signIns, this.journal.all(Entry.REJECTED)));
		return this;
	}

	private static Set<String> without(Collection<String> some, Collection<String> others) {
		Set<String> left = new TreeSet<>(some);
		left.removeAll(others);
		return left;
	}

	private static Set<String> both(Collection<String> some, Collection<String> others) {
		Set<String> shared = new TreeSet<>(some);
		shared.retainAll(others);
		return shared;
	}

	private static int amount(@Nullable TableRow row) {
		return (row != null && row.get("amount") instanceof Integer amount) ? amount : 0;
	}

	private Map<String, TableRow> byId(String table) {
		Map<String, TableRow> rows = new TreeMap<>();
		Rows.of(this.gateway, table, null).forEach((row) -> rows.put(id(row), row));
		return rows;
	}

	private static String id(TableRow row) {
		return row.key().rowKey().substring(row.key().rowKey().indexOf('_') + 1);
	}

	@Override
	public String toString() {
		return words(this.findings);
	}

	/**
	 * How much is wrong of each kind, also where nothing is.
	 */
	static String words(Map<Finding, Set<String>> findings) {
		return Stream.of(Finding.values())
			.map((finding) -> finding + " " + findings.getOrDefault(finding, Set.of()).size())
			.collect(Collectors.joining(", "));
	}

	/**
	 * What may be wrong.
	 */
	enum Finding {

		/**
		 * Something was acknowledged, and is not there.
		 */
		LOST,

		/**
		 * Something was rejected, and is there.
		 */
		FALSELY_REJECTED,

		/**
		 * A look-up did not find what had been there all the time.
		 */
		GAP,

		NOT_COPIED, COPY_OF_NOTHING, NOT_MOVED, IN_BOTH_PLACES, CONTENT_GONE, CONTENT_LEFT, DUPLICATE,
		INDEX_ROW_MISSING, INDEX_ROW_DANGLING,

		/**
		 * A summary says something else than its entities.
		 */
		WRONG_SUM,

		/**
		 * A number was added to more or less often than was acknowledged.
		 */
		WRONG_COUNT,

		/**
		 * The rows of a wide entity are of different writes.
		 */
		TORN,

		/**
		 * The part of a wide entity is there, and the entity is not.
		 */
		PART_LEFT,

		/**
		 * A copy differs from its source.
		 */
		STALE_COPY

	}

}
