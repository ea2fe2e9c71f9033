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

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.convert.UnknownType;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.Update;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.write.PartialWriteException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.data.annotation.Version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Rows of a type that no mapped class stands for are neither written over nor deleted,
 * and are noticed when they are read.
 */
@ExtendWith(OutputCaptureExtension.class)
class UnknownTypeTests {

	private static final TableKey TOM = TableKey.of("home", "pet_tom");

	private final WatchedGateway gateway = new WatchedGateway(new EmbeddedTableGateway());

	private final TableConverter converter = new TableConverter(new TableMappingContext(new TableCustomConversions()));

	private final TableTemplate template = new TableTemplate(this.gateway, this.converter);

	/**
	 * The application as it was before the value was changed.
	 */
	private final TableTemplate before = new TableTemplate(this.gateway,
			new TableConverter(new TableMappingContext(new TableCustomConversions())));

	@Test
	void writesOverNoRowOfUnknownType() {
		this.before.save(new OldCat("home", "tom", 9));
		Cat cat = new Cat("home", "tom", 1);
		for (ThrowingCallable write : List.<ThrowingCallable>of(() -> this.template.save(cat),
				() -> this.template.update(cat), () -> this.template.inPartition("Cats", "home").save(cat).commit())) {
			assertThatExceptionOfType(DataIntegrityViolationException.class).isThrownBy(write)
				.withMessage(
						"The Cat was not written: the row under its key has the EntityType 'Katze', which no mapped "
								+ "class stands for, and would be lost. If the value of an @EntityType was changed, change it "
								+ "back, or change these rows first by RowTemplate");
		}
		assertThatExceptionOfType(PartialWriteException.class)
			.isThrownBy(() -> this.template.saveAll(List.of(cat, new Cat("home", "tim", 1))))
			.withCauseInstanceOf(DataIntegrityViolationException.class)
			.satisfies((ex) -> assertThat(ex.getRefused()).isEqualTo(List.of(cat)));
		assertThatExceptionOfType(DuplicateKeyException.class).isThrownBy(() -> this.template.insert(cat));
		assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(() -> this.template.merge(Cat.class, TOM, Update.update("lives", 1)))
			.withMessage("The Cat to be changed is not there");
		assertThat(this.template.updateWithRetry(Cat.class, TOM, (read) -> cat)).isEmpty();
		assertThat(this.before.findById(OldCat.class, TOM)).contains(new OldCat("home", "tom", 9));
	}

	@Test
	void deletesNoRowOfUnknownType() {
		this.before.save(new OldCat("home", "tom", 9));
		Cat cat = new Cat("home", "tom", 1);
		assertThat(this.template.deleteById(Cat.class, TOM)).isFalse();
		this.template.deleteAllById(Cat.class, List.of(TOM));
		this.template.delete(cat);
		this.template.deleteAll(List.of(cat));
		assertThat(this.template.delete(cats(), Cat.class)).isZero();
		assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(this.template.inPartition("Cats", "home").delete(cat)::commit);
		assertThat(this.before.findById(OldCat.class, TOM)).isPresent();
	}

	@Test
	void writesOverNoRowWithoutType() {
		this.gateway.createTable("Cats");
		this.gateway.write("Cats", new RowWrite.Insert(TableRow.of(TOM, Map.of("lives", 9))));
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> this.template.save(new Cat("home", "tom", 1)))
			.withMessageContaining("the row under its key has no EntityType, which no mapped class stands for");
		assertThat(this.template.deleteById(Cat.class, TOM)).isFalse();
		assertThat(this.gateway.read("Cats", TOM, null, RowReader.rows())).isNotNull();
	}

	@Test
	void takesVersionForProofOfType() {
		this.before.save(new OldTiger("zoo", "sher", 1, null));
		TableKey sher = TableKey.of("zoo", "tiger_sher");
		assertThatExceptionOfType(DuplicateKeyException.class)
			.isThrownBy(() -> this.template.save(new Tiger("zoo", "sher", 2, null)));
		assertThat(this.template.deleteById(Tiger.class, sher)).isFalse();
		assertThat(this.before.existsById(OldTiger.class, sher)).isTrue();
		Tiger tiger = this.template.save(new Tiger("zoo", "rajah", 2, null));
		this.gateway.forget();
		this.template.delete(this.template.save(new Tiger("zoo", "rajah", 3, tiger.etag())));
		assertThat(this.gateway.requests()).containsExactly("write", "write");
	}

	@Test
	void readsTypeOfRowsWithoutVersion() {
		this.template.existsById(Cat.class, TOM);
		this.gateway.forget();
		this.template.save(new Cat("home", "tom", 9));
		this.template.save(new Cat("home", "tom", 8));
		assertThat(this.gateway.requests()).containsExactly("get", "write", "get", "write");
		assertThat(this.gateway.selects()).containsOnly(List.of("EntityType"));
		this.gateway.forget();
		this.template.insert(new Cat("home", "tim", 9));
		assertThat(this.gateway.requests()).containsExactly("write");
		this.gateway.forget();
		this.template.merge(Cat.class, TOM, Update.update("lives", 7));
		assertThat(this.gateway.requests()).containsExactly("get", "write");
		this.gateway.forget();
		this.template.deleteById(Cat.class, TOM);
		assertThat(this.gateway.requests()).containsExactly("get", "write");
		this.gateway.forget();
		this.template.saveAll(IntStream.range(0, 100).mapToObj((i) -> new Cat("home", "cat" + i, i)).toList());
		assertThat(this.gateway.requests()).containsExactly("query", "batch");
	}

	@Test
	void replacesIndexRowsOfOwnTypeOnly() {
		this.before.save(new OldLion("zoo", "leo", 4));
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> this.template.save(new Lion("zoo", "leo", 5)));
		this.template.save(new Lion("zoo", "simba", 5));
		this.template.save(new Lion("zoo", "simba", 6));
		assertThat(this.before.find(TableQuery.of(Criteria.where("zoo").is("zoo").and(Criteria.where("age").is(4))),
				OldLion.class))
			.hasSize(1);
	}

	@Test
	void warnsOnceOfEachUnknownType(CapturedOutput output) {
		this.before.save(new OldCat("home", "tom", 9));
		this.before.save(new OldCat("home", "tim", 9));
		assertThat(this.template.findById(Cat.class, TOM)).isEmpty();
		assertThat(this.template.findAllById(Cat.class, List.of(TOM, TableKey.of("home", "pet_tim")))).isEmpty();
		TableQuery checked = TableQuery.of(Criteria.where("home")
			.is("home")
			.and(Criteria.where("name").is("tom"))
			.and(Criteria.where("lives").is(9)));
		assertThat(this.template.find(checked, Cat.class)).isEmpty();
		assertThat(this.converter.unknownTypes()).containsExactly(new UnknownType("Cats", "EntityType", "Katze", 4));
		assertThat(output)
			.containsOnlyOnce("Table 'Cats' holds rows whose EntityType is 'Katze', which no mapped class "
					+ "stands for; reading Cat leaves them out.");
	}

	@Test
	void warnsNotOfTypesThatAreKnown(CapturedOutput output) {
		this.converter.entity(OldCat.class);
		this.template.save(new OldCat("home", "tom", 9));
		assertThat(this.template.findById(Cat.class, TOM)).isEmpty();
		this.template.save(new Cat("home", "tom", 1));
		assertThat(this.template.findById(Cat.class, TOM)).as("a known type is replaced").isPresent();
		assertThat(this.converter.unknownTypes()).isEmpty();
		assertThat(output).doesNotContain("holds rows");
	}

	@Test
	void showsTypesCutAndOnOneLine(CapturedOutput output) {
		this.gateway.createTable("Cats");
		String hostile = "a\r\nb\u001bc\u2028" + "x".repeat(1_000);
		this.gateway.write("Cats", new RowWrite.Insert(TableRow.of(TOM, Map.of("EntityType", hostile))));
		assertThat(this.template.findById(Cat.class, TOM)).isEmpty();
		String shown = "a??b?c?" + "x".repeat(57) + "…";
		assertThat(output).contains("whose EntityType is '" + shown + "'");
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> this.template.save(new Cat("home", "tom", 1)))
			.withMessageContaining("has the EntityType '" + shown + "'");
	}

	@Test
	void countsBoundedNumberOfTypes() {
		this.gateway.createTable("Cats");
		for (int i = 0; i < 30; i++) {
			TableRow row = TableRow.of(TableKey.of("home", "pet_" + i), Map.of("EntityType", "type" + i));
			this.gateway.write("Cats", new RowWrite.Insert(row));
			this.template.findById(Cat.class, row.key());
		}
		assertThat(this.converter.unknownTypes()).hasSize(20);
	}

	private static TableQuery cats() {
		return TableQuery.of(Criteria.where("home").is("home"));
	}

	@Table("Cats")
	@EntityType("Katze")
	@PartitionKey("{home}")
	@RowKey("pet_{name}")
	record OldCat(String home, String name, int lives) {

	}

	@Table("Cats")
	@EntityType("Cat")
	@PartitionKey("{home}")
	@RowKey("pet_{name}")
	record Cat(String home, String name, int lives) {

	}

	@Table("Cats")
	@EntityType("Tiger")
	@PartitionKey("{zoo}")
	@RowKey("tiger_{name}")
	record OldTiger(String zoo, String name, int stripes, @Version @Nullable String etag) {

	}

	@Table("Cats")
	@EntityType("tiger")
	@PartitionKey("{zoo}")
	@RowKey("tiger_{name}")
	record Tiger(String zoo, String name, int stripes, @Version @Nullable String etag) {

	}

	@Table("Cats")
	@EntityType("Lion")
	@PartitionKey("{zoo}")
	@RowKey("lion_{name}")
	@SecondaryIndex(name = "age", rowKey = "lage_{age}_{name}")
	record OldLion(String zoo, String name, int age) {

	}

	@Table("Cats")
	@EntityType("lion")
	@PartitionKey("{zoo}")
	@RowKey("lion_{name}")
	@SecondaryIndex(name = "age", rowKey = "lage_{age}_{name}")
	record Lion(String zoo, String name, int age) {

	}

}
