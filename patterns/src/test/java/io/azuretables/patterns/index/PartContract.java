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

package io.azuretables.patterns.index;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

import io.azuretables.gateway.TableGateway;
import io.azuretables.key.RowParts;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Part;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.index.IndexFinding.Kind;
import io.azuretables.patterns.index.IndexOptions.Reading;
import io.azuretables.patterns.sample.Clerk;
import io.azuretables.patterns.sample.Store;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.dao.InvalidDataAccessApiUsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What the administration finds of the parts of wide entities, over any stores.
 */
abstract class PartContract {

	private Store store;

	private String table;

	private IndexAdministration administration;

	abstract TableGateway open();

	@BeforeEach
	void prepare() {
		String prefix = "p" + Long.toString(RandomGenerator.getDefault().nextLong() >>> 1, 36);
		this.store = Store.over(open(), prefix);
		this.table = prefix + "Books";
		this.store.gateway().createTable(this.table);
		this.administration = administration(IndexOptions.DEFAULTS);
		TableTemplate template = this.store.template();
		for (String shelf : List.of("a", "b")) {
			for (int i = 0; i < 3; i++) {
				template.save(new Book(shelf, "t" + i, "first", "second"));
			}
		}
	}

	private IndexAdministration administration(IndexOptions options) {
		return new IndexAdministration(this.store.gateway(), this.store.template().converter().mappingContext(),
				options.withTableNames(this.store.names()));
	}

	private static TableKey key(String title) {
		return TableKey.of("a", "book_" + title);
	}

	private List<IndexFinding> findings() {
		List<IndexFinding> findings = new ArrayList<>();
		IndexReport report = this.administration.verifyParts(Book.class, findings::add);
		assertThat(report.findings().values().stream().mapToLong(Long::longValue).sum()).isEqualTo(findings.size());
		return findings;
	}

	private void damage() {
		TableGateway gateway = this.store.gateway();
		// deleted, changed and left alone by a program without this module
		gateway.write(this.table, new RowWrite.Delete(key("t0"), RowWrite.ANY));
		gateway.write(this.table, new RowWrite.Delete(RowParts.key(key("t1"), "one"), RowWrite.ANY));
		gateway.write(this.table, new RowWrite.Merge(
				TableRow.of(RowParts.key(key("t2"), "two"), Map.of(RowParts.GENERATION, "other")), RowWrite.ANY));
		gateway.write(this.table, new RowWrite.Insert(
				TableRow.of(RowParts.key(key("t2"), "three"), Map.of(RowParts.GENERATION, "other"))));
	}

	@Test
	void findsNothingWhereAllIsWell() {
		this.store.gateway().reset();
		assertThat(this.administration.verifyParts(Book.class, (finding) -> {
		})).isEqualTo(new IndexReport(6, 12, Map.of()));
		// a page of parts, one of main rows, and for each a range in both partitions
		assertThat(this.store.gateway().requests()).isEqualTo(6);
	}

	@Test
	void findsWhatIsWrong() {
		damage();
		assertThat(findings()).containsExactlyInAnyOrder(
				new IndexFinding(Kind.ORPHANED, key("t0"), RowParts.key(key("t0"), "one")),
				new IndexFinding(Kind.ORPHANED, key("t0"), RowParts.key(key("t0"), "two")),
				new IndexFinding(Kind.MISSING, key("t1"), RowParts.key(key("t1"), "one")),
				new IndexFinding(Kind.STALE, key("t2"), RowParts.key(key("t2"), "two")),
				new IndexFinding(Kind.ORPHANED, key("t2"), RowParts.key(key("t2"), "three")));
		List<IndexFinding> found = findings();
		this.administration = administration(IndexOptions.DEFAULTS.withPageSize(1));
		assertThat(findings()).containsExactlyInAnyOrderElementsOf(found);
	}

	@Test
	void removesWhatNoEntityNames() {
		damage();
		IndexReport report = this.administration.removeParts(Book.class, (finding) -> {
		});
		assertThat(report.findings()).isEqualTo(Map.of(Kind.ORPHANED, 3L, Kind.MISSING, 1L, Kind.STALE, 1L));
		assertThat(findings()).extracting(IndexFinding::kind).containsExactlyInAnyOrder(Kind.MISSING, Kind.STALE);
		this.store.template().save(new Book("a", "t1", "first", "second"));
		this.store.template().save(new Book("a", "t2", "first", "second"));
		assertThat(findings()).isEmpty();
	}

	/**
	 * The entity is written again after it was looked for.
	 */
	@Test
	void leavesAPartThatAnEntityGetsMeanwhile() {
		this.store.gateway().write(this.table, new RowWrite.Delete(key("t0"), RowWrite.ANY));
		List<PartComparison.Fault> faults = new ArrayList<>();
		PartComparison comparison = new PartComparison(this.store.gateway(), this.table, "book_", Reading.DEFAULTS);
		comparison.run(faults::add);
		this.store.template().save(new Book("a", "t0", "first", "second"));
		faults.forEach(comparison::delete);
		assertThat(faults).hasSize(2);
		assertThat(this.store.gateway().read(this.table, RowParts.key(key("t0"), "one"), null, RowReader.rows()))
			.isNotNull();
		assertThat(findings()).isEmpty();
	}

	@Test
	void refusesAClassWithoutParts() {
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.administration.verifyParts(Clerk.class, (finding) -> {
			}))
			.withMessageContaining("has no properties with @Part");
	}

	@Table("Books")
	@PartitionKey("{shelf}")
	@RowKey("book_{title}")
	record Book(String shelf, String title, @Part("one") String first, @Part("two") String second) {

	}

}
