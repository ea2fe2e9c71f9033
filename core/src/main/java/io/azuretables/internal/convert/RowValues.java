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

package io.azuretables.internal.convert;

import java.util.function.Function;

import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.EntityModel.Discriminator;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.internal.model.LeafProperty.Place;
import io.azuretables.key.TableKey;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * Gives single property values of an entity's row, without creating the entity. The key
 * is decoded when a property is asked for that stands in it, and once at most; not at all
 * where the values that it was encoded from are at hand.
 *
 * @since 0.1
 */
public final class RowValues implements Function<LeafProperty, @Nullable Object> {

	private final EntityModel model;

	private final TableRow row;

	/**
	 * Whether the row was of an older version of its class, and is not any more.
	 */
	private boolean upgraded;

	/**
	 * What the key was encoded from, if that is known.
	 */
	private final @Nullable Object @Nullable [] encoded;

	/**
	 * What the key was decoded to, once that was asked.
	 */
	private @Nullable Object @Nullable [] decoded;

	private RowValues(EntityModel model, TableRow row, @Nullable Object @Nullable [] encoded) {
		this.model = model;
		this.row = row;
		this.encoded = encoded;
	}

	/**
	 * The values in the row of an entity.
	 */
	public static RowValues of(EntityModel model, TableRow row) {
		return new RowValues(model, row, null);
	}

	/**
	 * The values in a row whose key was just encoded.
	 * @param encoded the values of the parts of the key
	 */
	static RowValues of(EntityModel model, TableRow row, @Nullable Object[] encoded) {
		return new RowValues(model, row, encoded);
	}

	/**
	 * The row.
	 */
	public TableRow row() {
		return this.row;
	}

	/**
	 * The key of the row.
	 */
	public TableKey key() {
		return this.row.key();
	}

	/**
	 * The class of the row.
	 */
	public EntityModel model() {
		return this.model;
	}

	/**
	 * The values in another row of the same entity.
	 */
	public RowValues with(TableRow other) {
		RowValues values = new RowValues(this.model, other, this.encoded);
		values.decoded = this.decoded;
		return values;
	}

	/**
	 * The values in the row of the same entity as it is stored. One of an older version
	 * is upgraded; only what tells its version stays, so that it differs.
	 * @param stored the row with all its columns
	 */
	public RowValues stored(TableRow stored) {
		TableRow current = upgraded(this.model, stored);
		RowValues values = with(current);
		values.upgraded = current != stored;
		return values;
	}

	private static TableRow upgraded(EntityModel model, TableRow stored) {
		TableRow current = RowUpgrades.current(model, stored);
		Discriminator type = model.discriminator();
		return (current == stored || type == null) ? stored : current.with(type.column(), stored.get(type.column()));
	}

	/**
	 * The values in the row as one of another class with the same keys.
	 */
	public RowValues as(EntityModel other) {
		if (other.equals(this.model)) {
			return this;
		}
		TableRow current = this.upgraded ? this.row : upgraded(other, this.row);
		RowValues values = new RowValues(other, current, null);
		values.upgraded = this.upgraded || current != this.row;
		return values;
	}

	@Override
	public @Nullable Object apply(LeafProperty leaf) {
		if (leaf.place() == Place.KEY) {
			return this.model.keys().valueOf(leaf, (this.encoded != null) ? this.encoded : decoded());
		}
		Object stored = this.row.get(leaf.column());
		return (stored != null) ? leaf.conversion().read(stored, this.row.key())
				: this.model.keys().valueOf(leaf, decoded());
	}

	private @Nullable Object[] decoded() {
		@Nullable Object[] known = this.decoded;
		if (known == null) {
			known = this.model.keys().decode(this.row.key());
			this.decoded = known;
		}
		return known;
	}

}
