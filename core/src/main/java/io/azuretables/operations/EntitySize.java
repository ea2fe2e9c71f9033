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

import java.util.ArrayList;
import java.util.List;

import io.azuretables.internal.index.WrittenRows;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;

/**
 * The sizes in bytes of all rows of one entity, by the formula of the table service. A
 * row that it shares with other entities, such as a list of an index, counts as if it
 * were there for this entity alone.
 *
 * @param rows the rows, its own first
 * @since 0.1
 */
public record EntitySize(List<RowSize> rows) {

	public EntitySize {
		rows = List.copyOf(rows);
	}

	static EntitySize of(WrittenRows rows) {
		List<RowSize> sizes = new ArrayList<>();
		sizes.add(RowSize.of(Kind.ENTITY, "", rows.main()));
		rows.parts().forEach((part, row) -> sizes.add(RowSize.of(Kind.PART, part, row)));
		rows.indexes().forEach((index, row) -> sizes.add(RowSize.of(Kind.INDEX, index, row)));
		rows.companions().forEach((row) -> sizes.add(RowSize.of(Kind.COMPANION, "", row)));
		return new EntitySize(sizes);
	}

	/**
	 * The bytes of its own row and of its parts.
	 */
	public long rowBytes() {
		return this.rows.stream()
			.filter((row) -> row.kind() == Kind.ENTITY || row.kind() == Kind.PART)
			.mapToLong(RowSize::bytes)
			.sum();
	}

	/**
	 * The number of its index rows.
	 */
	public int indexRows() {
		return (int) this.rows.stream().filter((row) -> row.kind() == Kind.INDEX).count();
	}

	/**
	 * The bytes of its index rows.
	 */
	public long indexBytes() {
		return this.rows.stream().filter((row) -> row.kind() == Kind.INDEX).mapToLong(RowSize::bytes).sum();
	}

	/**
	 * The bytes of all rows.
	 */
	public long bytes() {
		return this.rows.stream().mapToLong(RowSize::bytes).sum();
	}

	/**
	 * How much of the limit of the service its largest row takes: 1 for a row that has
	 * {@value io.azuretables.row.ServiceLimits#ROW_BYTES} bytes.
	 */
	public double ofLimit() {
		return (double) this.rows.stream().mapToLong(RowSize::bytes).max().orElse(0) / ServiceLimits.ROW_BYTES;
	}

	/**
	 * The size of one row.
	 *
	 * @param kind what the row is
	 * @param name the name of the part or the index; empty for others
	 * @param bytes its size
	 */
	public record RowSize(Kind kind, String name, long bytes) {

		static RowSize of(Kind kind, String name, TableRow row) {
			return new RowSize(kind, name, ServiceLimits.sizeOf(row));
		}

	}

	/**
	 * What a row of an entity is.
	 */
	public enum Kind {

		/**
		 * The row of the entity itself.
		 */
		ENTITY,

		/**
		 * A row with the properties of a {@link io.azuretables.mapping.Part}.
		 */
		PART,

		/**
		 * A row of an index.
		 */
		INDEX,

		/**
		 * Another row that changes with the entity.
		 */
		COMPANION

	}

}
