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

package io.azuretables.internal.change;

import io.azuretables.internal.convert.RowValues;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.EntityModel.Discriminator;
import io.azuretables.key.TableKey;
import org.jspecify.annotations.Nullable;

/**
 * The row of an entity before and after a write, from which its index rows and others are
 * computed.
 *
 * @param key the key of the entity, which does not change
 * @param token the token of the write, which its rows carry as
 * {@value io.azuretables.row.RowWrite#TOKEN}
 * @param entity the object that is written; {@code null} for a delete, and where single
 * properties of a row are set
 * @param before the row as it was, with at least the columns that were asked for;
 * {@code null} if there was none, or if it was not read (yet). For a delete that needs no
 * previous row, a row without properties
 * @param after the row as it will be; {@code null} for a delete
 * @since 0.1
 */
public record EntityChange(TableKey key, String token, @Nullable Object entity, @Nullable RowValues before,
		@Nullable RowValues after) {

	/**
	 * This change for a class, where the rows of several classes lie under the same keys:
	 * a row of another class is none.
	 */
	public EntityChange of(EntityModel model) {
		RowValues own = of(model, this.after);
		return new EntityChange(this.key, this.token, (own != null) ? this.entity : null, of(model, this.before), own);
	}

	private static @Nullable RowValues of(EntityModel model, @Nullable RowValues values) {
		Discriminator type = model.discriminator();
		boolean own = values != null && (type == null || type.isOwn(values.row().get(type.column())));
		return (own && values != null) ? values.as(model) : null;
	}

}
