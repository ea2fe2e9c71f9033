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

package io.azuretables.internal.model;

import java.util.List;
import java.util.Map;

import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.internal.model.EntityModel.Discriminator;
import io.azuretables.internal.model.EntityModel.Match;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.EntityUpgrade;
import io.azuretables.mapping.NewerTypes;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TableMappingException;
import org.junit.jupiter.api.Test;

import org.springframework.data.domain.ManagedTypes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for what is said about wrong versions of classes when the context starts, and
 * what the values of rows mean.
 */
class TypeVersionMappingTests {

	private static final String HERE = TypeVersionMappingTests.class.getName() + "$";

	@Test
	void needsAnUpgradeFromEachOlderVersion() {
		assertThat(problems(List.of(upgrade(Third.class, 2)), Third.class)).containsExactly(HERE
				+ "Third has version 3, and no EntityUpgrade from version 1: rows of version 1 could not be read; declare "
				+ "one as a bean");
		assertThat(problems(List.of(upgrade(Third.class, 2), upgrade(Third.class, 1)), Third.class)).isEmpty();
		assertThat(problems(List.of(), First.class)).isEmpty();
	}

	@Test
	void takesOneUpgradeFromEachVersion() {
		assertThat(problems(List.of(new FromOne(), upgrade(Third.class, 1), upgrade(Third.class, 2)), Third.class))
			.singleElement()
			.asString()
			.startsWith(HERE + "Third has more than one EntityUpgrade from version 1: [" + HERE + "FromOne, ")
			.endsWith("]; leave one");
	}

	@Test
	void refusesUpgradesThatLeadBeyondTheVersion() {
		assertThat(problems(List.of(new FromOne(), upgrade(Third.class, 2), new FromThree()), Third.class))
			.containsExactly(HERE + "FromThree upgrades " + HERE
					+ "Third from version 3, and the class has version 3; raise the version of the @EntityType, or "
					+ "remove the upgrade");
	}

	@Test
	void refusesUpgradesOfClassesWithoutVersions() {
		assertThat(problems(List.of(new OfPlain()), Plain.class)).containsExactly(HERE + "OfPlain upgrades " + HERE
				+ "Plain, which has no version; give it one by @EntityType(version), or remove the upgrade");
	}

	@Test
	void refusesNumbersThatAreNoVersions() {
		assertThat(problems(List.of(), Negative.class))
			.containsExactly(HERE + "Negative has @EntityType(version = -1); versions go from 1 to 999999");
	}

	@Test
	void refusesValuesThatAreVersionsOfOthers() {
		assertThat(problems(List.of(), Animal.class, Cat.class))
			.contains(HERE + "Animal or a subtype has the @EntityType 'Animal.7', which is a version of " + HERE
					+ "Animal; change one of the values");
		assertThat(problems(List.of(upgrade(Third.class, 1), upgrade(Third.class, 2)), First.class, Third.class))
			.singleElement()
			.asString()
			.contains("could have the same keys");
	}

	@Test
	void refusesTypesThatKeysDoNotTell() {
		assertThat(problems(List.of(), ByKeyWithoutVersion.class)).containsExactly(HERE
				+ "ByKeyWithoutVersion is recognised by its keys (EntityType.BY_KEY); such an @EntityType needs a version, has "
				+ "no value, and is not for classes that extend each other in one table");
	}

	@Test
	void refusesUpgradesWithoutClass() {
		EntityUpgrade<?> unknown = new ForAny<>();
		assertThatIllegalStateException().isThrownBy(unknown::type)
			.withMessage(HERE + "ForAny does not say for which class it is; implement EntityUpgrade<TheClass>, or "
					+ "override type()");
		assertThat(new FromOne().type()).isEqualTo(Third.class);
	}

	@Test
	void tellsVersionsByValue() {
		Discriminator types = new Discriminator("EntityType", List.of("Staff.3", "Guest"),
				List.of(new TypeVersion(Third.class, "Staff", 3, List.of())), NewerTypes.FAIL);
		Map.of("Staff.3", Match.CURRENT, "Guest", Match.CURRENT, "Staff", Match.OLDER, "Staff.1", Match.OLDER,
				"Staff.2", Match.OLDER, "Staff.4", Match.NEWER, "Staff.10", Match.NEWER, "Staff.999999", Match.NEWER)
			.forEach((value, match) -> assertThat(types.match(value)).as(value).isEqualTo(match));
		for (Object other : new Object[] { "Staff.", "Staff.0", "Staff.03", "Staff.-1", "Staff.1000000", "Staff.x",
				"Staff.3.1", "Staff-3", "Staffing", "Guest.1", "staff", "", 3, true }) {
			assertThat(types.match(other)).as("%s", other).isEqualTo(Match.OTHER);
		}
		assertThat(types.match(null)).isEqualTo(Match.OTHER);
		Discriminator byKey = new Discriminator(EntityType.BY_KEY, List.of("2"),
				List.of(new TypeVersion(Third.class, "", 2, List.of())), NewerTypes.FAIL);
		assertThat(byKey.match(null)).isEqualTo(Match.OLDER);
		assertThat(byKey.match("1")).isEqualTo(Match.OLDER);
		assertThat(byKey.match("2")).isEqualTo(Match.CURRENT);
		assertThat(byKey.match("3")).isEqualTo(Match.NEWER);
		assertThat(byKey.match("x")).isEqualTo(Match.OTHER);
	}

	@Test
	void storesPlainValueForClassesWithoutVersions() {
		TableMappingContext context = context(List.of(), Plain.class, First.class);
		assertThat(discriminator(context, Plain.class).values()).containsExactly("Plain");
		assertThat(discriminator(context, Plain.class).isVersioned()).isFalse();
		assertThat(discriminator(context, First.class).values()).containsExactly("Staff.1");
		assertThat(discriminator(context, First.class).hasUpgrades()).isFalse();
	}

	private static Discriminator discriminator(TableMappingContext context, Class<?> type) {
		Discriminator discriminator = EntityModel.of(context.getRequiredPersistentEntity(type)).discriminator();
		assertThat(discriminator).isNotNull();
		return discriminator;
	}

	private static EntityUpgrade<?> upgrade(Class<?> type, int from) {
		return EntityUpgrade.of(type, from, (key, properties) -> {
		});
	}

	private static TableMappingContext context(List<EntityUpgrade<?>> upgrades, Class<?>... types) {
		TableMappingContext context = new TableMappingContext(new TableCustomConversions());
		context.setUpgrades(upgrades);
		context.setManagedTypes(ManagedTypes.fromIterable(List.of(types)));
		return context;
	}

	private static List<String> problems(List<EntityUpgrade<?>> upgrades, Class<?>... types) {
		TableMappingContext context = context(upgrades, types);
		try {
			context.initialize();
			return List.of();
		}
		catch (TableMappingException ex) {
			assertThatExceptionOfType(TableMappingException.class).isThrownBy(context::check);
			return ex.getProblems();
		}
	}

	private static class ForAny<T> implements EntityUpgrade<T> {

		@Override
		public int from() {
			return 1;
		}

		@Override
		public void upgrade(TableKey key, Map<String, Object> properties) {
		}

	}

	private static final class FromOne extends ForAny<Third> {

	}

	private static final class OfPlain extends ForAny<Plain> {

	}

	private static final class FromThree extends ForAny<Third> {

		@Override
		public int from() {
			return 3;
		}

	}

	@Table("People")
	@EntityType(value = "Staff", version = 1)
	@PartitionKey("{department}")
	@RowKey("staff_{id}")
	record First(String department, String id) {

	}

	@Table("People")
	@EntityType(value = "Staff", version = 3)
	@PartitionKey("{department}")
	@RowKey("staff_{id}")
	record Third(String department, String id) {

	}

	@Table("People")
	@EntityType
	@PartitionKey("{department}")
	@RowKey("plain_{id}")
	record Plain(String department, String id) {

	}

	@Table("Numbers")
	@EntityType(version = -1)
	@PartitionKey("{department}")
	@RowKey("{id}")
	record Negative(String department, String id) {

	}

	@Table("Keys")
	@EntityType(property = EntityType.BY_KEY)
	@PartitionKey("{department}")
	@RowKey("{id}")
	record ByKeyWithoutVersion(String department, String id) {

	}

	@Table("Animals")
	@EntityType(version = 1)
	@PartitionKey("{zoo}")
	@RowKey("{id}")
	static class Animal {

		String zoo = "";

		String id = "";

	}

	@EntityType("Animal.7")
	static class Cat extends Animal {

	}

}
