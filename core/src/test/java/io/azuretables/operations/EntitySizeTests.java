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

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.mapping.Compressed;
import io.azuretables.mapping.IndexLayout;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.operations.EntitySize.Kind;
import io.azuretables.operations.EntitySize.RowSize;
import io.azuretables.operations.WideEntities.Messages;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.ServiceLimits;
import io.azuretables.sample.Employee;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.data.annotation.Version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

/**
 * Tests for {@link EntitySize}: it is what the store holds after the entity was saved.
 */
class EntitySizeTests {

	private final TableGateway gateway = new EmbeddedTableGateway();

	private final TableTemplate template = new TableTemplate(this.gateway,
			new TableConverter(new TableMappingContext(new TableCustomConversions())));

	@BeforeEach
	void createTables() {
		List.of("Employees", "Messages", "Member").forEach(this.gateway::createTable);
	}

	@Test
	void isThatOfAnEntityAndItsIndexRow() {
		Employee employee = new Employee("Sales", 1, "ada@example.org", "Lovelace", 36, null);
		TableTemplate template = this.template;
		// tag::size[]
		EntitySize size = template.sizeOf(employee);
		long own = size.rowBytes();
		long indexes = size.indexBytes();
		double ofLimit = size.ofLimit();
		// end::size[]
		assertThat(own).isLessThan(indexes).isPositive();
		assertThat(ofLimit).isBetween(0.0001, 0.001);
		assertThat(size.rows()).extracting(RowSize::kind).containsExactly(Kind.ENTITY, Kind.INDEX);
		assertThat(size.rows()).extracting(RowSize::name).containsExactly("", "email");
		assertThat(size.indexRows()).isOne();
		assertThat(size.rowBytes() + size.indexBytes()).isEqualTo(size.bytes());
		assertThat(rows("Employees")).isEmpty();
		this.template.save(employee);
		assertThat(rows("Employees")).containsExactlyInAnyOrderElementsOf(bytes(size));
	}

	@Test
	void isThatOfTheFormulaOfTheService() {
		EntitySize size = this.template.sizeOf(new Plain("ab", "c", "xyz", 7));
		assertThat(size.bytes()).isEqualTo(4 + 2 * 3 + (8 + 2 * 4 + 2 * 3 + 4) + (8 + 2 * 6 + 4));
		assertThat(size.ofLimit()).isCloseTo((double) size.bytes() / (1024 * 1024), offset(1e-12));
	}

	@Test
	void isThatOfAllPartsOfAWideEntity() {
		Messages messages = Messages.of(1, 7);
		EntitySize size = this.template.sizeOf(messages);
		this.template.save(messages);
		assertThat(size.rows()).extracting(RowSize::kind).contains(Kind.PART);
		assertThat(rows("Messages")).hasSizeGreaterThan(2).containsExactlyInAnyOrderElementsOf(bytes(size));
		assertThat(size.ofLimit()).isLessThan((double) size.rowBytes() / ServiceLimits.ROW_BYTES);
	}

	@Test
	void countsListsCompressedValuesAndCompanions() {
		this.template.addCompanions(TeamCounts::of);
		Member member = new Member("Roma", "7", "Rome", "first", 3, "long ".repeat(5000), null);
		EntitySize size = this.template.sizeOf(member);
		this.template.save(member);
		assertThat(rows("Member")).containsExactlyInAnyOrderElementsOf(bytes(size));
		assertThat(size.rows()).extracting(RowSize::kind).containsExactly(Kind.ENTITY, Kind.INDEX, Kind.COMPANION);
		assertThat(size.rowBytes()).isLessThan(5000);
	}

	@Test
	void leavesOutTheRowOfAnIndexThatLeavesTheEntityOut() {
		assertThat(this.template.sizeOf(new Member("Roma", "7", null, "first", 3, "", null)).indexRows()).isZero();
	}

	@Test
	@SuppressWarnings("NullAway") // that is what is tested
	void refusesNull() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.template.sizeOf(null))
			.withMessage("The entity must not be null");
	}

	private List<Long> rows(String table) {
		return this.gateway.read(RowRequest.of(table, null), RowReader.rows())
			.rows()
			.stream()
			.map(ServiceLimits::sizeOf)
			.toList();
	}

	private static List<Long> bytes(EntitySize size) {
		return size.rows().stream().map(RowSize::bytes).toList();
	}

	@Table
	record Plain(@PartitionKey String part, @RowKey String row, String name, int number) {
	}

	@Table("Member")
	@SecondaryIndex(name = "city", rowKey = "city_{city}", layout = IndexLayout.LIST)
	record Member(@PartitionKey String club, @RowKey("member_{id}") String id, @Nullable String city, String team,
			int goals, @Compressed String notes, @Version @Nullable String version) {
	}

}
