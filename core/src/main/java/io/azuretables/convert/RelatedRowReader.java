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

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.azuretables.internal.model.EntityModel.Discriminator;
import io.azuretables.internal.model.EntityModel.Match;
import io.azuretables.key.RowParts;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows of several entity classes from one query; the key or the type property of a
 * row determines its class. Rows of other classes become rows without an entity, so that
 * they can be counted.
 */
final class RelatedRowReader implements RowReader<RelatedRow> {

	private final List<Kind<?>> kinds;

	RelatedRowReader(List<Kind<?>> kinds) {
		this.kinds = kinds;
	}

	@Override
	public boolean readsTimestamp() {
		return this.kinds.stream().anyMatch((kind) -> kind.reader().readsTimestamp());
	}

	@Override
	public RowParts parts() {
		return this.kinds.stream()
			.map((kind) -> kind.reader().parts())
			.filter((parts) -> !parts.names().isEmpty())
			.findFirst()
			.orElse(RowParts.NONE);
	}

	@Override
	public Assembler<RelatedRow> begin() {
		return new Recording();
	}

	/**
	 * A class of entities.
	 *
	 * @param <T> the class
	 * @param type the class
	 * @param prefix what its row keys begin with
	 * @param discriminator tells its rows from others, or {@code null} if keys do
	 * @param reader reads its rows
	 */
	record Kind<T>(Class<T> type, String prefix, @Nullable Discriminator discriminator, RowReader<T> reader) {

		boolean isOf(TableKey key, Map<String, Object> properties) {
			return key.rowKey().startsWith(this.prefix) && (this.discriminator == null
					|| this.discriminator.match(properties.get(this.discriminator.column())) != Match.OTHER);
		}

	}

	private final class Recording implements Assembler<RelatedRow> {

		private final Map<String, Object> values = new LinkedHashMap<>();

		@Override
		public void property(String name, Object value) {
			this.values.put(name, value);
		}

		@Override
		public RelatedRow end(TableKey key, @Nullable String etag, @Nullable Instant timestamp) {
			for (Kind<?> kind : RelatedRowReader.this.kinds) {
				if (kind.isOf(key, this.values)) {
					Object entity = replayed(kind.reader().begin(), key, etag, timestamp);
					return (entity != null) ? new RelatedRow(kind.type(), entity) : RelatedRow.OTHER;
				}
			}
			return RelatedRow.OTHER;
		}

		private <T> @Nullable T replayed(Assembler<T> assembler, TableKey key, @Nullable String etag,
				@Nullable Instant timestamp) {
			this.values.forEach(assembler::property);
			return assembler.end(key, etag, timestamp);
		}

	}

}
