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

package io.azuretables.convert;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import io.azuretables.internal.model.EntityModels;
import io.azuretables.internal.model.MappedEntity;
import io.azuretables.key.KeyRange;
import io.azuretables.mapping.AcceptHotPartition;
import io.azuretables.mapping.Column;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.EntityUpgrade;
import io.azuretables.mapping.HotPartitions;
import io.azuretables.mapping.NewerTypes;
import io.azuretables.mapping.TableMappingException;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.mapping.TablePersistentProperty;
import org.jspecify.annotations.Nullable;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.data.core.TypeInformation;
import org.springframework.data.domain.ManagedTypes;
import org.springframework.data.mapping.MappingException;
import org.springframework.data.mapping.context.AbstractMappingContext;
import org.springframework.data.mapping.model.FieldNamingStrategy;
import org.springframework.data.mapping.model.Property;
import org.springframework.data.mapping.model.SimpleTypeHolder;

/**
 * Spring Data's mapping context for tables: holds the mapped entity classes, and checks
 * that they are consistent. All errors of all entities are found when the context is
 * initialised, and reported together.
 *
 * @since 0.1
 */
public final class TableMappingContext
		extends AbstractMappingContext<TablePersistentEntity<?>, TablePersistentProperty> {

	private final TableCustomConversions conversions;

	private final EntityModels models;

	private ManagedTypes initialTypes = ManagedTypes.empty();

	/**
	 * A context.
	 * @param conversions how values are converted
	 */
	public TableMappingContext(TableCustomConversions conversions) {
		this.conversions = conversions;
		this.models = new EntityModels(this, conversions.properties());
		setSimpleTypeHolder(this.models.simpleTypes());
	}

	/**
	 * How properties without {@link Column} are named in the table; by default as they
	 * are in the class.
	 */
	public void setFieldNamingStrategy(FieldNamingStrategy naming) {
		this.models.setFieldNamingStrategy(naming);
	}

	/**
	 * The upgrades of all classes with {@linkplain EntityType#version() versions}. Set
	 * them before the context is initialised.
	 */
	public void setUpgrades(Collection<? extends EntityUpgrade<?>> upgrades) {
		this.models.setUpgrades(upgrades);
	}

	/**
	 * What reading does with rows of newer versions than the classes of this process
	 * have; by default it fails.
	 */
	public void setNewerTypes(NewerTypes newerTypes) {
		this.models.setNewerTypes(newerTypes);
	}

	/**
	 * Whether templates of several accounts share this context; by default they do not.
	 * Classes with equal names of tables may then lie in different accounts: their keys
	 * are not compared when the context starts, but with those of the classes that are
	 * used in the same account.
	 */
	public void setShared(boolean shared) {
		this.models.setShared(shared);
	}

	/**
	 * Whether templates of several accounts share this context.
	 */
	public boolean isShared() {
		return this.models.isShared();
	}

	/**
	 * Records that a class is used in an account.
	 * @param account what leads to the account
	 * @param names what gives tables their names
	 * @throws TableMappingException if the class could have the same keys as another one
	 * that is used there
	 */
	public void use(Object account, Object names, TablePersistentEntity<?> entity) {
		this.models.use(account, names, MappedEntity.of(entity));
	}

	@Override
	public void setManagedTypes(ManagedTypes managedTypes) {
		super.setManagedTypes(managedTypes);
		this.initialTypes = managedTypes;
	}

	/**
	 * Adds the initial entities and checks all of them.
	 * @throws TableMappingException with all that is wrong
	 */
	@Override
	public void initialize() {
		List<String> problems = new ArrayList<>();
		this.initialTypes.forEach((type) -> {
			try {
				addPersistentEntity(type);
			}
			catch (MappingException ex) {
				problems.add(type.getName() + ": " + NestedExceptionUtils.getMostSpecificCause(ex).getMessage());
			}
		});
		this.models.check(problems);
	}

	/**
	 * Checks all entities that are known by now, those included that have come later.
	 * @throws TableMappingException with all that is wrong
	 */
	public void check() {
		this.models.check(new ArrayList<>());
	}

	/**
	 * The known entities whose writes go to a hot partition and that do not
	 * {@linkplain AcceptHotPartition accept} it, by name. A subclass is left out if there
	 * is nothing to say about it but what is said about a class that it extends.
	 * @throws TableMappingException with all that is wrong with a class
	 */
	public List<HotPartitions> hotPartitions() {
		return this.models.hotPartitions();
	}

	/**
	 * The known entities that are the given class or extend it, abstract ones left out;
	 * the class itself comes first.
	 */
	public List<TablePersistentEntity<?>> subtypes(TablePersistentEntity<?> base) {
		return List.copyOf(this.models.subtypes(base));
	}

	/**
	 * The known entities whose rows may take the place of rows of the given one, since
	 * they can have the same keys in the same table, and only a property tells them
	 * apart: the entity itself, if it is not abstract, its subtypes, and others.
	 */
	public List<TablePersistentEntity<?>> neighbours(TablePersistentEntity<?> entity) {
		return List.copyOf(this.models.neighbours(MappedEntity.of(entity)));
	}

	/**
	 * The kinds of rows that may lie in a range of a partition besides those of a class
	 * and its subtypes, or of one of its indexes; in words for messages.
	 * @param index the name of the index, or empty for rows of entities
	 */
	public List<String> othersIn(TablePersistentEntity<?> entity, String index, String partitionKey, KeyRange rows) {
		return this.models.othersIn(MappedEntity.of(entity), index, partitionKey, rows);
	}

	/**
	 * How many classes are known. What follows from all of them is to be found anew when
	 * there are more.
	 */
	public int size() {
		return this.models.size();
	}

	@Override
	protected <T> TablePersistentEntity<?> createPersistentEntity(TypeInformation<T> typeInformation) {
		return this.models.newEntity(typeInformation);
	}

	@Override
	protected TablePersistentProperty createPersistentProperty(Property property, TablePersistentEntity<?> owner,
			SimpleTypeHolder simpleTypeHolder) {
		return this.models.newProperty(property, owner, simpleTypeHolder);
	}

	/**
	 * Returns the table that stores the data keys of encrypted properties, as the service
	 * knows it; {@code null} if nothing is encrypted.
	 */
	public @Nullable String keyTable() {
		return this.conversions.keyTable();
	}

	/**
	 * How values are converted.
	 */
	TableCustomConversions conversions() {
		return this.conversions;
	}

}
