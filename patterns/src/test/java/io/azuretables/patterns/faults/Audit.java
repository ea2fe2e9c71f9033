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
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import io.azuretables.gateway.TableGateway;
import io.azuretables.patterns.blob.BlobStore.Blob;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.faults.Journal.Entry;
import io.azuretables.patterns.sample.IndexedRows;
import io.azuretables.patterns.sample.Rows;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * Compares what lies in the stores with what was acknowledged. Compares what lies in the
 * stores with a journal of what was tried and acknowledged, and counts what is wrong by
 * its kind.
 */
final class Audit {

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
		Set<String> names = blobs.list("").map(Blob::name).collect(Collectors.toSet());
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
		Set<String> expected = people.expected(all, (index) -> true);
		Set<String> found = people.found(all);
		add(Finding.INDEX_ROW_MISSING, without(expected, found));
		add(Finding.INDEX_ROW_DANGLING, without(found, expected));
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
		Rows.of(this.gateway, table, null)
			.forEach((row) -> rows.put(row.key().rowKey().substring(row.key().rowKey().indexOf('_') + 1), row));
		return rows;
	}

	@Override
	public String toString() {
		return this.findings.entrySet()
			.stream()
			.map((entry) -> entry.getKey() + " " + entry.getValue().size())
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
		INDEX_ROW_MISSING, INDEX_ROW_DANGLING

	}

}
