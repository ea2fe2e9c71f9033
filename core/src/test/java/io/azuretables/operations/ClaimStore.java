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

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.change.DeferredWrite;
import io.azuretables.internal.change.DeferredWriteCommitter;
import io.azuretables.internal.change.IndexChange;
import io.azuretables.internal.conversion.IndexList;
import io.azuretables.internal.execution.EntityKeyReader;
import io.azuretables.internal.index.IndexRows;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.internal.model.KeyMapping;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.row.UnstorableValueException;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.data.mapping.PersistentPropertyAccessor;

/**
 * Entities of one generated class, written by a template to a store in memory, and their
 * values as plain Java has them.
 */
final class ClaimStore {

	private final Class<? extends Claim> type;

	private final TableGateway service;

	private final PagingGateway gateway;

	/**
	 * For readers that may send a last request after they have ended, which the other
	 * gateway must not count.
	 */
	private final PagingGateway aside;

	private final TableTemplate parallel;

	private final TableConverter converter;

	private final TableTemplate template;

	private final Map<TableKey, Map<String, Object>> values = new LinkedHashMap<>();

	private final Map<TableKey, Claim> claims = new LinkedHashMap<>();

	/**
	 * The last row of each index that shows what it misses until it is cleaned.
	 */
	private final Map<String, TableRow> last = new HashMap<>();

	private int outdated;

	/**
	 * A store without entities.
	 * @throws io.azuretables.mapping.TableMappingException if the class cannot be mapped
	 */
	ClaimStore(Class<? extends Claim> type) {
		this(type, new EmbeddedTableGateway());
	}

	/**
	 * A store without entities in an empty service.
	 */
	ClaimStore(Class<? extends Claim> type, TableGateway service) {
		this.type = type;
		this.service = service;
		this.gateway = new PagingGateway(service);
		this.aside = new PagingGateway(service);
		TableMappingContext context = new TableMappingContext(new TableCustomConversions());
		context.setInitialEntitySet(Set.of(type));
		context.initialize();
		this.converter = new TableConverter(context);
		this.template = new TableTemplate(this.gateway, this.converter, TableTemplateOptions.DEFAULTS, AtOnce::new);
		this.template.afterPropertiesSet();
		this.parallel = new TableTemplate(this.aside, this.converter, TableTemplateOptions.DEFAULTS, AtOnce::new);
		this.parallel.afterPropertiesSet();
		this.gateway.createTable(entity().tableName());
	}

	/**
	 * Writes an entity, unless one of its keys is taken, or it cannot stand in one of
	 * them.
	 */
	void add(Claim claim) {
		try {
			if (isTaken(claim)) {
				return;
			}
			this.template.insert(claim);
		}
		catch (InvalidKeyException | UnstorableValueException | DuplicateKeyException ex) {
			return;
		}
		TableKey key = this.converter.key(claim);
		this.claims.put(key, claim);
		this.values.put(key, values(claim));
		addOutdated(claim);
	}

	/**
	 * Whether the unique index of another partition has the key of the entity.
	 */
	private boolean isTaken(Claim claim) {
		TableRow row = this.converter.write(claim);
		return EntityModel.of(entity())
			.indexes()
			.stream()
			.filter((index) -> !index.isIntraPartition() && index.unique())
			.map((index) -> new IndexRows(EntityModel.of(entity()), index).keyFor(row))
			.anyMatch((key) -> key != null
					&& this.gateway.read(entity().tableName(), key, List.of(), EntityKeyReader.all()) != null);
	}

	/**
	 * Adds rows that the entity would have left if it had once had the key of the one
	 * before in an index of another partition, and what that one has besides.
	 */
	private void addOutdated(Claim claim) {
		for (IndexMapping index : EntityModel.of(entity()).indexes()) {
			if (index.isList()) {
				addOutdatedId(claim, index);
			}
			if (!index.isWriteOnce() || !index.isVerified()) {
				continue;
			}
			TableRow row = new IndexRows(EntityModel.of(entity()), index).rowFor(this.converter.write(claim), "now");
			if (row == null) {
				continue;
			}
			TableRow before = this.last.put(index.name(), row);
			if (before != null) {
				String rowKey = index.withoutToken(before.key().rowKey()) + "old" + this.outdated++;
				TableRow left = before.with(IndexMapping.ENTITY_ROW_KEY, row.get(IndexMapping.ENTITY_ROW_KEY))
					.with(IndexMapping.ENTITY_PARTITION_KEY, row.get(IndexMapping.ENTITY_PARTITION_KEY))
					.withKey(new TableKey(before.key().partitionKey(), rowKey));
				this.gateway.write(entity().tableName(), new RowWrite.InsertOrReplace(left));
			}
		}
	}

	/**
	 * Adds the id of the entity to the list of the one before, and that of none.
	 */
	private void addOutdatedId(Claim claim, IndexMapping index) {
		TableRow entry = new IndexRows(EntityModel.of(entity()), index).rowFor(this.converter.write(claim));
		if (entry == null) {
			return;
		}
		TableRow before = this.last.put(index.name(), entry);
		if (before != null) {
			TableKey key = this.converter.key(claim);
			IndexList lists = new IndexList(EntityModel.of(entity()), index);
			boolean near = !index.isIntraPartition() || before.key().partitionKey().equals(key.partitionKey());
			change(lists, before.key(), (ids) -> {
				ids.add(near ? key : new TableKey(before.key().partitionKey(), key.rowKey()));
				ids.add(new TableKey(before.key().partitionKey(), key.rowKey() + "old" + this.outdated++));
			});
		}
	}

	/**
	 * Changes a list as a worker does, whose requests do not count.
	 */
	private void change(IndexList lists, TableKey list, Consumer<SortedSet<TableKey>> change) {
		String table = entity().tableName();
		TableRow row = this.service.read(table, list, null, RowReader.rows());
		SortedSet<TableKey> ids = lists.entities(list, (row != null) ? Map.of(list, row) : Map.of());
		change.accept(ids);
		this.service.write(table, ids.isEmpty() ? new RowWrite.Delete(list, RowWrite.ANY)
				: new RowWrite.InsertOrReplace(lists.row(list, ids, row)));
	}

	/**
	 * Takes notice that entities were deleted, and writes them again.
	 */
	void restore(Set<TableKey> deleted) {
		deleted.forEach((key) -> this.template.insert(this.claims.get(key)));
	}

	Class<? extends Claim> type() {
		return this.type;
	}

	TableTemplate template() {
		return this.template;
	}

	/**
	 * A template whose requests {@link #gateway} does not count.
	 */
	TableTemplate parallel() {
		return this.parallel;
	}

	PagingGateway gateway() {
		return this.gateway;
	}

	void page(PagingGateway.Paging paging) {
		this.gateway.page(paging);
		this.aside.page(paging);
	}

	TablePersistentEntity<?> entity() {
		return this.converter.entity(this.type);
	}

	TableKey key(Claim claim) {
		return this.converter.key(claim);
	}

	List<Claim> claims() {
		return List.copyOf(this.claims.values());
	}

	/**
	 * The values of all entities, by their keys.
	 */
	Map<TableKey, Map<String, Object>> values() {
		return this.values;
	}

	/**
	 * The values of an entity as their order sees them: constants by their names, UUIDs
	 * by their text.
	 */
	Map<String, Object> values(Claim claim) {
		PersistentPropertyAccessor<Claim> accessor = entity().getPropertyAccessor(claim);
		Map<String, Object> found = new HashMap<>();
		EntityModel.of(entity())
			.leaves()
			.forEach((name, leaf) -> found.put(name, plain(accessor.getProperty(leaf.property()))));
		return found;
	}

	static Object plain(Object operand) {
		if (operand instanceof BigDecimal decimal) {
			return decimal.stripTrailingZeros();
		}
		return (operand instanceof Enum<?> || operand instanceof UUID) ? operand.toString() : operand;
	}

	/**
	 * The properties of each key, in order.
	 */
	List<List<String>> keys() {
		List<List<String>> keys = new ArrayList<>();
		keys.add(names(EntityModel.of(entity()).keys()));
		EntityModel.of(entity()).indexes().forEach((index) -> keys.add(names(index.keys())));
		return keys;
	}

	private static List<String> names(KeyMapping keys) {
		return Stream.concat(keys.partitionLeaves().stream(), keys.rowLeaves().stream())
			.map(LeafProperty::name)
			.toList();
	}

	/**
	 * The keys and the indexes, for a person.
	 */
	String model() {
		StringBuilder text = new StringBuilder();
		text.append(EntityModel.of(entity()).keys().partition())
			.append(" | ")
			.append(EntityModel.of(entity()).keys().row());
		EntityModel.of(entity())
			.indexes()
			.forEach((index) -> text.append("\n  ")
				.append(index.name())
				.append(": ")
				.append(index.keys().partition())
				.append(" | ")
				.append(index.keys().row())
				.append(index.isSparse() ? "" : " not sparse")
				.append(index.isVerified() ? " verified" : "")
				.append(index.isList() ? " list" : index.isFullCopy() ? "" : " partly"));
		return text.toString();
	}

	/**
	 * Writes index rows of other partitions at once.
	 */
	private final class AtOnce implements DeferredWriteCommitter {

		@Override
		public <T> Optional<T> commit(TableGateway through, List<DeferredWrite> writes,
				Function<List<RowWrite>, T> transaction) {
			List<RowWrite> tokenRows = writes.stream().map((write) -> tokenRow(write)).toList();
			Optional<T> committed = Optional.of(transaction.apply(tokenRows));
			writes.forEach((write) -> followUp(write, through));
			return committed;
		}

		private RowWrite tokenRow(DeferredWrite write) {
			return new RowWrite.Insert(TableRow
				.of(new TableKey(write.entity().partitionKey(), IndexMapping.TOKEN_ROWS + write.token()), Map.of()));
		}

		private void followUp(DeferredWrite write, TableGateway gateway) {
			for (IndexChange change : write.changes()) {
				if (change.index().isList()) {
					list(write, change);
					continue;
				}
				if (change.old() != null) {
					gateway.write(write.table(), new RowWrite.Delete(change.old().key(), RowWrite.ANY));
				}
				if (change.row() != null) {
					gateway.write(write.table(), new RowWrite.InsertOrReplace(change.row()));
				}
			}
		}

		private void list(DeferredWrite write, IndexChange change) {
			IndexList lists = new IndexList(EntityModel.of(entity()), change.index());
			if (change.old() != null) {
				change(lists, change.old().key(), (ids) -> ids.remove(write.entity()));
			}
			if (change.row() != null) {
				change(lists, change.row().key(), (ids) -> ids.add(write.entity()));
			}
		}

	}

}
