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

import io.azuretables.mapping.IndexConsistency;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * The mapping of one {@code @SecondaryIndex}: its keys, the properties that are copied,
 * and its consistency. It is a class, no record: the Javadoc tool of Java 17 fails where
 * types of other packages name a record of a package that it leaves out.
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

	private final String name;

	private final KeyMapping keys;

	private final Content content;

	private final boolean unique;

	private final @Nullable IndexConsistency consistency;

	private final boolean verified;

	/**
	 * The mapping of an index.
	 * @param name the name
	 * @param keys how entities become keys of index rows
	 * @param content what index rows hold
	 * @param unique whether two entities with one key are refused
	 * @param consistency whether anything is missed in another partition; {@code null} in
	 * the partition of the entities
	 * @param verified whether entities that were found in another partition are looked at
	 */
	IndexMapping(String name, KeyMapping keys, Content content, boolean unique, @Nullable IndexConsistency consistency,
			boolean verified) {
		this.name = name;
		this.keys = keys;
		this.content = content;
		this.unique = unique;
		this.consistency = consistency;
		this.verified = verified;
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
	 * What index rows hold.
	 */
	public Content content() {
		return this.content;
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof IndexMapping that && this.name.equals(that.name) && this.keys.equals(that.keys)
				&& this.content.equals(that.content) && this.unique == that.unique
				&& this.consistency == that.consistency && this.verified == that.verified;
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
		return this.content.list() != null;
	}

	/**
	 * Whether lists are kept in blobs.
	 */
	public boolean isInBlobs() {
		return this.content.blobs();
	}

	/**
	 * Whether a list that does not fit into its row goes on in further rows.
	 */
	public boolean mayOverflow() {
		return this.content.overflow();
	}

	/**
	 * The column of a list of ids.
	 * @throws IllegalStateException if the index has a row for each entity
	 */
	public String list() {
		String column = this.content.list();
		Assert.state(column != null, "The index has no lists");
		return column;
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
		return this.content.sparse();
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
		return this.content.full();
	}

	/**
	 * Whether an index row gives the value of a property when it is read: in the key of
	 * the entity that it holds, or as a copy. Its own key is not read, and its timestamp
	 * is that of the entity only where both are written together.
	 */
	public boolean covers(LeafProperty leaf) {
		boolean copied = leaf.place() != LeafProperty.Place.TIMESTAMP || isIntraPartition();
		return (this.content.full() && copied) || leaf.place() == LeafProperty.Place.KEY
				|| this.content.copied().contains(leaf);
	}

	/**
	 * What an index row holds besides keys.
	 *
	 * @param full whether it is a full copy
	 * @param copied the properties that are copied otherwise
	 * @param sparse whether entities without a property of its key are left out
	 * @param list the column of the ids of its entities; {@code null} where it stands for
	 * one entity
	 * @param blobs whether it is kept in a blob
	 * @param overflow whether a list that does not fit into a row goes on in further ones
	 */
	public record Content(boolean full, List<LeafProperty> copied, boolean sparse, @Nullable String list, boolean blobs,
			boolean overflow) {

	}

}
