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
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.azuretables.mapping.IndexConsistency;
import io.azuretables.mapping.IndexLayout;
import io.azuretables.mapping.IndexReads;
import io.azuretables.mapping.SecondaryIndex;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * The mapping of one {@code @SecondaryIndex}: its keys, the properties that are copied,
 * and its consistency.
 *
 * @since 0.1
 */
public final class IndexMapping {

	/**
	 * The column that holds the row key of the entity.
	 */
	public static final String ENTITY_ROW_KEY = "_rk";

	/**
	 * The column that holds the partition key of the entity, where the index lies in
	 * another partition.
	 */
	public static final String ENTITY_PARTITION_KEY = "_pk";

	/**
	 * What row keys begin with that tell which writes were committed: a row in the
	 * partition of each entity whose index rows in other partitions change.
	 */
	public static final String TOKEN_ROWS = "~t|";

	/**
	 * What row keys begin with of the further rows of lists.
	 */
	public static final String LIST_ROWS = "~l|";

	/**
	 * The token of the index row of an entity that no writer has given one.
	 */
	public static final String NO_TOKEN = "0";

	/**
	 * What stands between the key that the templates give and the token of a write. Being
	 * the least character, it leaves text before it sorted.
	 */
	static final String TOKEN_SEPARATOR = " ";

	/**
	 * What the column of an entity begins with that holds the token of its index row in
	 * another partition.
	 */
	public static final String TOKEN_PREFIX = "_ix_";

	/**
	 * What {@code include} says for all properties.
	 */
	static final String ALL = "*";

	private final SecondaryIndex declared;

	private final String name;

	private final KeyMapping keys;

	private final List<LeafProperty> copied;

	private final boolean full;

	private final boolean unique;

	private final @Nullable IndexConsistency consistency;

	private final boolean verified;

	private final boolean sparse;

	private final IndexLayout layout;

	private final String list;

	private final boolean overflow;

	/**
	 * The mapping of an index.
	 * @param declared the annotation
	 * @param keys how entities become keys of index rows
	 * @param copied the properties by name that index rows hold besides keys
	 * @param intraPartition whether index rows lie in the partition of their entities
	 * @param many whether several entities may have the same values in the index
	 */
	IndexMapping(SecondaryIndex declared, KeyMapping keys, List<LeafProperty> copied, boolean intraPartition,
			boolean many) {
		this.declared = declared;
		this.name = declared.name();
		this.layout = declared.layout();
		this.keys = keys;
		this.copied = copied;
		this.full = !isList() && (intraPartition || many) && List.of(declared.include()).contains(ALL);
		this.unique = !isList() && !many;
		this.consistency = intraPartition ? null : declared.consistency();
		this.verified = isList() || (!intraPartition && (!many || declared.reads() == IndexReads.VERIFIED));
		this.sparse = declared.sparse();
		this.list = declared.list();
		this.overflow = declared.overflow();
	}

	public String name() {
		return this.name;
	}

	/**
	 * How entities become keys of index rows.
	 */
	public KeyMapping keys() {
		return this.keys;
	}

	/**
	 * The properties by name that index rows hold besides keys.
	 */
	public List<LeafProperty> copied() {
		return this.copied;
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof IndexMapping that && this.declared.equals(that.declared) && this.keys.equals(that.keys)
				&& this.copied.equals(that.copied);
	}

	@Override
	public int hashCode() {
		return this.name.hashCode();
	}

	@Override
	public String toString() {
		return this.name;
	}

	/**
	 * What index rows depend on: the templates of their keys, and what they hold. Rows of
	 * another declaration do not answer the queries of this one.
	 */
	public String declaration() {
		return String.join(" | ", this.keys.partition().toString(), this.keys.row().toString(), this.layout.name(),
				this.declared.consistency().name(), this.sparse ? "sparse" : "all", this.list,
				Stream.of(this.declared.include()).sorted().collect(Collectors.joining(",")));
	}

	/**
	 * Whether two entities with one key are refused.
	 */
	public boolean unique() {
		return this.unique;
	}

	/**
	 * Whether index rows lie in the partition of their entities.
	 */
	public boolean isIntraPartition() {
		return this.consistency == null;
	}

	/**
	 * The column of the entity that says which write its index row in another partition
	 * is of.
	 */
	public String tokenColumn() {
		return TOKEN_PREFIX + this.name;
	}

	/**
	 * Whether each write of an entity has an index row of its own, which never changes:
	 * the token of the write follows the key that the templates give.
	 */
	public boolean isWriteOnce() {
		return this.consistency == IndexConsistency.STRONG && !unique();
	}

	/**
	 * The row key that the templates give, without what may follow it.
	 */
	public String withoutToken(String rowKey) {
		return isWriteOnce() ? rowKey.substring(0, rowKey.lastIndexOf(TOKEN_SEPARATOR) + 1) : rowKey;
	}

	/**
	 * What look-ups in another partition can rely on; {@code null} for an index in the
	 * partition of its entities, which is always true.
	 */
	public @Nullable IndexConsistency consistency() {
		return this.consistency;
	}

	/**
	 * Whether a row holds a list of the ids of entities.
	 */
	public boolean isList() {
		return this.layout != IndexLayout.ROWS;
	}

	/**
	 * Whether lists are kept in blobs.
	 */
	public boolean isInBlobs() {
		return this.layout == IndexLayout.BLOB_LIST;
	}

	/**
	 * Whether a list that does not fit into its row goes on in further rows.
	 */
	public boolean mayOverflow() {
		return this.layout == IndexLayout.LIST && this.overflow;
	}

	/**
	 * The column of a list of ids.
	 * @throws IllegalStateException if the index has a row for each entity
	 */
	public String list() {
		Assert.state(isList(), "The index has no lists");
		return this.list;
	}

	/**
	 * Whether entities that were found are looked at before they are believed.
	 */
	public boolean isVerified() {
		return this.verified;
	}

	/**
	 * Whether entities without a property of the index key are left out, not refused.
	 */
	public boolean isSparse() {
		return this.sparse;
	}

	/**
	 * The properties of the index key that entities may lack, which are then left out.
	 */
	public List<LeafProperty> omitted() {
		return isSparse() ? this.keys.leaves().stream().filter(LeafProperty::isNullable).toList() : List.of();
	}

	/**
	 * Whether an index row holds all that the entity holds.
	 */
	public boolean isFullCopy() {
		return this.full;
	}

	/**
	 * Whether an index row gives the value of a property when it is read: in the key of
	 * the entity that it holds, or as a copy. Its own key is not read, and its timestamp
	 * is that of the entity only where both are written together.
	 */
	public boolean covers(LeafProperty leaf) {
		boolean copied = leaf.place() != LeafProperty.Place.TIMESTAMP || isIntraPartition();
		return (this.full && copied) || leaf.place() == LeafProperty.Place.KEY || this.copied.contains(leaf);
	}

}
