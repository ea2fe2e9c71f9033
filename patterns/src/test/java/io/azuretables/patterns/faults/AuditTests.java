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

import java.time.InstantSource;
import java.util.Map;
import java.util.Set;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.model.TableMappingContext;
import io.azuretables.patterns.blob.EmbeddedBlobStore;
import io.azuretables.patterns.faults.Audit.Finding;
import io.azuretables.patterns.faults.Journal.Entry;
import io.azuretables.patterns.sample.IndexedRows;
import io.azuretables.patterns.simulation.interpartition.Person;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The audit sees what is wrong, each kind of it.
 */
class AuditTests {

	private final TableGateway gateway = EmbeddedTableGateway.withTables("People", "Orders", "Copies", "Claims",
			"OldClaims");

	private final EmbeddedBlobStore blobs = new EmbeddedBlobStore(InstantSource.system());

	private final Journal journal = new Journal();

	private void put(String table, String partition, String row, Map<String, ?> properties) {
		this.gateway.write(table, new RowWrite.InsertOrReplace(TableRow.of(TableKey.of(partition, row), properties)));
	}

	private void say(Entry entry, Object... words) {
		this.journal.accept(entry.line(words));
	}

	private Audit audit() {
		TableConverter converter = new TableConverter(new TableMappingContext(new TableCustomConversions()));
		IndexedRows people = new IndexedRows(converter.entity(Person.class).model(), "person_");
		return new Audit(this.gateway, this.journal).orders().claims(this.blobs).people(people);
	}

	private Set<Finding> findings() {
		return audit().findings().keySet();
	}

	@Test
	void findsNothingWhereAllIsAsItWasSaid() {
		say(Entry.ORDER, "o1");
		put("Orders", "c", "order_o1", Map.of());
		put("Copies", "c", "order_o1", Map.of());
		say(Entry.CLAIM, "k1", 1);
		say(Entry.CLAIM, "k1", 2);
		say(Entry.MOVING, "k1", Journal.ARCHIVED);
		say(Entry.MOVED, "k1", Journal.ARCHIVED);
		put("OldClaims", "c", "claim_k1", Map.of("amount", 2, "document", "blob"));
		this.blobs.putIfAbsent("blob", Claim.content(2));
		say(Entry.WRITING, "team", "w1");
		say(Entry.WRITTEN, "team", "w1");
		say(Entry.WRITING, "team", Journal.GONE);
		this.journal.accept("written team w0");
		assertThat(findings()).isEmpty();
		assertThat(audit()).hasToString(
				"LOST 0, FALSELY_REJECTED 0, GAP 0, NOT_COPIED 0, COPY_OF_NOTHING 0, NOT_MOVED 0, IN_BOTH_PLACES 0, "
						+ "CONTENT_GONE 0, CONTENT_LEFT 0, DUPLICATE 0, INDEX_ROW_MISSING 0, INDEX_ROW_DANGLING 0");
	}

	@Test
	void findsWhatIsWrongWithOrders() {
		say(Entry.ORDER, "o1");
		say(Entry.REJECTED, "o2");
		put("Orders", "c", "order_o2", Map.of());
		put("Copies", "c", "order_o3", Map.of());
		assertThat(audit().findings()).isEqualTo(Map.of(Finding.LOST, Set.of("o1"), Finding.FALSELY_REJECTED,
				Set.of("o2"), Finding.NOT_COPIED, Set.of("o2"), Finding.COPY_OF_NOTHING, Set.of("o3")));
	}

	@Test
	void findsWhatIsWrongWithClaims() {
		say(Entry.CLAIM, "k1", 2);
		say(Entry.MOVED, "k2", Journal.ARCHIVED);
		put("Claims", "c", "claim_k1", Map.of("amount", 1));
		put("Claims", "c", "claim_k2", Map.of("amount", 1));
		put("Claims", "c", "claim_k3", Map.of("amount", 1));
		put("OldClaims", "c", "claim_k3", Map.of("amount", 2, "document", "blob"));
		this.blobs.putIfAbsent("blob", Claim.content(1));
		this.blobs.putIfAbsent("other", Claim.content(1));
		assertThat(audit().findings())
			.isEqualTo(Map.of(Finding.LOST, Set.of("claim k1"), Finding.NOT_MOVED, Set.of("k2"), Finding.IN_BOTH_PLACES,
					Set.of("k3"), Finding.CONTENT_GONE, Set.of("blob"), Finding.CONTENT_LEFT, Set.of("other")));
	}

	@Test
	void findsClaimsWhereTheyWereSentLast() {
		say(Entry.MOVED, "k1", Journal.ARCHIVED);
		say(Entry.MOVED, "k1", Journal.CURRENT);
		say(Entry.MOVED, "k2", Journal.ARCHIVED);
		say(Entry.MOVED, "k2", Journal.CURRENT);
		say(Entry.MOVED, "k3", Journal.ARCHIVED);
		say(Entry.MOVING, "k3", Journal.CURRENT);
		say(Entry.MOVING, "k4", Journal.ARCHIVED);
		put("Claims", "c", "claim_k1", Map.of("amount", 1));
		put("OldClaims", "c", "claim_k2", Map.of("amount", 1, "document", "two"));
		put("OldClaims", "c", "claim_k3", Map.of("amount", 1, "document", "three"));
		put("Claims", "c", "claim_k4", Map.of("amount", 1));
		this.blobs.putIfAbsent("two", Claim.content(1));
		this.blobs.putIfAbsent("three", Claim.content(1));
		assertThat(audit().findings()).isEqualTo(Map.of(Finding.NOT_MOVED, Set.of("k2")));
	}

	@Test
	void findsWhatIsWrongWithPeople() {
		say(Entry.WRITTEN, "one", "w1");
		say(Entry.WRITTEN, "two", "w2");
		say(Entry.MISSED, "two1", "Rome");
		put("People", "two", "person_1", Map.of("write", "w0", "age", 20, "email", "x", "_ix_email", "w0"));
		put("People", "three", "person_1", Map.of("write", "w3", "age", 20, "email", "x", "_ix_email", "w3"));
		put("People", "city_Rome", "city_two_1 w0", Map.of());
		assertThat(findings()).containsExactlyInAnyOrder(Finding.LOST, Finding.GAP, Finding.DUPLICATE,
				Finding.INDEX_ROW_MISSING, Finding.INDEX_ROW_DANGLING);
		assertThat(audit().findings().get(Finding.LOST)).containsExactly("the person of one", "the person of two");
	}

}
