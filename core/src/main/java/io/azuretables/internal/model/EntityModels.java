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

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

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

import org.springframework.data.core.TypeInformation;
import org.springframework.data.mapping.context.MappingContext;
import org.springframework.data.mapping.model.FieldNamingStrategy;
import org.springframework.data.mapping.model.Property;
import org.springframework.data.mapping.model.PropertyNameFieldNamingStrategy;
import org.springframework.data.mapping.model.SimpleTypeHolder;
import org.springframework.util.ClassUtils;

/**
 * Holds the mappings of all entity classes of a mapping context, and checks that they are
 * consistent. All errors of mapping are found here.
 *
 * @since 0.1
 */
public final class EntityModels {

	private final MappingContext<TablePersistentEntity<?>, TablePersistentProperty> context;

	private final PropertyConversions conversions;

	private final SimpleTypeHolder simpleTypes;

	private final AtomicInteger size = new AtomicInteger();

	/**
	 * The classes that are used in each account, by what gives tables their names there.
	 */
	private final Map<Object, Map<Object, Set<MappedEntity<?>>>> used = Collections
		.synchronizedMap(new WeakHashMap<>());

	private boolean shared;

	private FieldNamingStrategy naming = PropertyNameFieldNamingStrategy.INSTANCE;

	private List<EntityUpgrade<?>> upgrades = List.of();

	private NewerTypes newerTypes = NewerTypes.FAIL;

	/**
	 * The models of a context.
	 * @param context knows the classes
	 * @param conversions how values are converted
	 */
	public EntityModels(MappingContext<TablePersistentEntity<?>, TablePersistentProperty> context,
			PropertyConversions conversions) {
		this.context = context;
		this.conversions = conversions;
		this.simpleTypes = conversions.simpleTypes();
	}

	/**
	 * The types that are values, and no objects with properties.
	 */
	public SimpleTypeHolder simpleTypes() {
		return this.simpleTypes;
	}

	/**
	 * How properties without {@link Column} are named in the table; by default as they
	 * are in the class.
	 */
	public void setFieldNamingStrategy(FieldNamingStrategy naming) {
		this.naming = naming;
	}

	/**
	 * The upgrades of all classes with {@linkplain EntityType#version() versions}. Set
	 * them before the context is initialised.
	 */
	public void setUpgrades(Collection<? extends EntityUpgrade<?>> upgrades) {
		this.upgrades = List.copyOf(upgrades);
	}

	/**
	 * What reading does with rows of newer versions than the classes of this process
	 * have; by default it fails.
	 */
	public void setNewerTypes(NewerTypes newerTypes) {
		this.newerTypes = newerTypes;
	}

	NewerTypes newerTypes() {
		return this.newerTypes;
	}

	/**
	 * The upgrades of a class, the one from version 1 first.
	 */
	List<EntityUpgrade<?>> upgrades(Class<?> type) {
		List<EntityUpgrade<?>> found = new ArrayList<>();
		this.upgrades.stream().filter((upgrade) -> upgrade.type().equals(type)).forEach(found::add);
		found.sort(Comparator.comparingInt(EntityUpgrade::from));
		return List.copyOf(found);
	}

	/**
	 * Whether templates of several accounts share this context; by default they do not.
	 * Classes with equal names of tables may then lie in different accounts: their keys
	 * are not compared when the context starts, but with those of the classes that are
	 * used in the same account.
	 */
	public void setShared(boolean shared) {
		this.shared = shared;
	}

	/**
	 * Whether templates of several accounts share this context.
	 */
	public boolean isShared() {
		return this.shared;
	}

	/**
	 * Records that a class is used in an account.
	 * @param account what leads to the account
	 * @param names what gives tables their names
	 * @throws TableMappingException if the class could have the same keys as another one
	 * that is used there
	 */
	public void use(Object account, Object names, MappedEntity<?> entity) {
		Set<MappedEntity<?>> entities = this.used.computeIfAbsent(account, (key) -> new ConcurrentHashMap<>())
			.computeIfAbsent(names, (key) -> ConcurrentHashMap.newKeySet());
		if (entities.contains(entity)) {
			return;
		}
		synchronized (entities) {
			if (entities.contains(entity)) {
				return;
			}
			List<MappedEntity<?>> together = new ArrayList<>(entities);
			together.add(entity);
			List<String> problems = new ArrayList<>(RowKinds.conflicts(
					together.stream().filter((one) -> one.tableName().equalsIgnoreCase(entity.tableName())).toList()));
			problems.addAll(RollingMappings.conflicts(together));
			if (!problems.isEmpty()) {
				throw new TableMappingException(problems);
			}
			entities.add(entity);
		}
	}

	/**
	 * Checks all entities that are known by now.
	 * @param problems what is wrong already
	 * @throws TableMappingException with all that is wrong
	 */
	public void check(List<String> problems) {
		List<MappedEntity<?>> sound = new ArrayList<>();
		for (MappedEntity<?> entity : tables()) {
			try {
				entity.model();
				entity.tableName();
				sound.add(entity);
			}
			catch (TableMappingException ex) {
				problems.addAll(ex.getProblems());
			}
		}
		problems.addAll(abstractProblems());
		problems.addAll(upgradeProblems());
		if (!this.shared) {
			problems.addAll(RowKinds.conflicts(sound));
			problems.addAll(RollingMappings.conflicts(sound));
		}
		if (!problems.isEmpty()) {
			throw new TableMappingException(problems);
		}
	}

	/**
	 * What is wrong with abstract classes that could not be read, since nothing says how
	 * the rows of their subclasses are told apart.
	 */
	private List<String> abstractProblems() {
		List<String> problems = new ArrayList<>();
		sorted().filter((entity) -> entity.isTable() && entity.isAbstract()).forEach((entity) -> {
			List<MappedEntity<?>> subtypes = subtypes(entity);
			if (entity.hasEntityType() && subtypes.isEmpty()) {
				problems.add(entity.getType().getName()
						+ " is abstract and has an @EntityType, and no class that extends it is known, so that nothing "
						+ "could be read as one; let the packages that are scanned, or the managed types of the mapping "
						+ "context, hold its subclasses");
			}
			boolean typed = subtypes.stream().anyMatch(MappedEntity::hasEntityType);
			if (!entity.hasEntityType() && typed && hasKeys(entity)) {
				problems.add(entity.getType().getName()
						+ " is abstract and has keys, and only its subclasses have an @EntityType, so that nothing could "
						+ "be read as one; annotate it with @EntityType, too");
			}
		});
		return problems;
	}

	/**
	 * The upgrades that no class uses.
	 */
	private List<String> upgradeProblems() {
		List<String> problems = new ArrayList<>();
		for (EntityUpgrade<?> upgrade : this.upgrades) {
			boolean used = sorted().filter((entity) -> entity.getType().equals(upgrade.type()))
				.allMatch((entity) -> entity.isTable() && entity.hasTypeVersion());
			if (!used) {
				problems.add(ClassUtils.getUserClass(upgrade).getName() + " upgrades " + upgrade.type().getName()
						+ ", which has no version; give it one by @EntityType(version), or remove the upgrade");
			}
		}
		return problems;
	}

	private static boolean hasKeys(MappedEntity<?> entity) {
		try {
			entity.model();
			return true;
		}
		catch (TableMappingException ex) {
			return false;
		}
	}

	/**
	 * The known entities whose writes go to a hot partition and that do not
	 * {@linkplain AcceptHotPartition accept} it, by name. A subclass is left out if there
	 * is nothing to say about it but what is said about a class that it extends.
	 * @throws TableMappingException with all that is wrong with a class
	 */
	public List<HotPartitions> hotPartitions() {
		List<HotPartitions> all = tables().stream().flatMap((entity) -> entity.hotPartitions().stream()).toList();
		return all.stream().filter((one) -> all.stream().noneMatch((other) -> isSaidOf(other, one))).toList();
	}

	private static boolean isSaidOf(HotPartitions base, HotPartitions subtype) {
		return base.type() != subtype.type() && base.type().isAssignableFrom(subtype.type())
				&& base.problems().equals(subtype.problems());
	}

	/**
	 * All that can be read: an abstract class only if its rows say their type.
	 */
	private List<MappedEntity<?>> tables() {
		return sorted().filter((entity) -> entity.isTable() && (!entity.isAbstract() || entity.hasEntityType()))
			.toList();
	}

	private Stream<MappedEntity<?>> sorted() {
		return this.context.getPersistentEntities()
			.stream()
			.<MappedEntity<?>>map(MappedEntity::of)
			.sorted(Comparator.comparing((entity) -> entity.getType().getName()));
	}

	/**
	 * The known entities that are the given class or extend it, abstract ones left out;
	 * the class itself comes first.
	 */
	public List<MappedEntity<?>> subtypes(TablePersistentEntity<?> base) {
		List<MappedEntity<?>> subtypes = new ArrayList<>();
		sorted().forEach((entity) -> {
			if (base.getType().isAssignableFrom(entity.getType()) && !entity.isAbstract()) {
				subtypes.add(entity.equals(base) ? 0 : subtypes.size(), entity);
			}
		});
		return subtypes;
	}

	/**
	 * The known entities whose rows may take the place of rows of the given one, since
	 * they can have the same keys in the same table, and only a property tells them
	 * apart: the entity itself, if it is not abstract, its subtypes, and others.
	 */
	public List<MappedEntity<?>> neighbours(MappedEntity<?> entity) {
		return sorted()
			.filter((other) -> other.isTable() && other.hasEntityType() && !other.isAbstract()
					&& RowKinds.haveSameKeys(entity, other))
			.toList();
	}

	/**
	 * The kinds of rows that may lie in a range of a partition besides those of a class
	 * and its subtypes, or of one of its indexes; in words for messages.
	 * @param index the name of the index, or empty for rows of entities
	 */
	public List<String> othersIn(MappedEntity<?> entity, String index, String partitionKey, KeyRange rows) {
		List<MappedEntity<?>> concrete = tables().stream().filter((other) -> !other.isAbstract()).toList();
		return RowKinds.others(concrete, subtypes(entity), index, partitionKey, rows);
	}

	/**
	 * How many classes are known. What follows from all of them is to be found anew when
	 * there are more.
	 */
	public int size() {
		return this.size.get();
	}

	/**
	 * A class that the context does not know yet.
	 */
	public <T> TablePersistentEntity<T> newEntity(TypeInformation<T> type) {
		this.size.incrementAndGet();
		return new MappedEntity<>(type, this);
	}

	/**
	 * A property of a class that the context does not know yet.
	 */
	public TablePersistentProperty newProperty(Property property, TablePersistentEntity<?> owner,
			SimpleTypeHolder simpleTypeHolder) {
		return new MappedProperty(property, owner, simpleTypeHolder, this.naming);
	}

	EntityModel build(MappedEntity<?> entity) {
		return new EntityModelBuilder(entity, this, this.conversions).build();
	}

	boolean isSimple(Class<?> type) {
		return this.simpleTypes.isSimpleType(type);
	}

	/**
	 * What is mapped of a class; {@code null} for a simple type.
	 */
	@Nullable MappedEntity<?> entity(Class<?> type) {
		return known(this.context.getPersistentEntity(type));
	}

	/**
	 * What is mapped of the class of a property; {@code null} for a simple type.
	 */
	@Nullable MappedEntity<?> nested(TablePersistentProperty property) {
		return known(this.context.getPersistentEntity(property));
	}

	private static @Nullable MappedEntity<?> known(@Nullable TablePersistentEntity<?> entity) {
		return (entity != null) ? MappedEntity.of(entity) : null;
	}

}
