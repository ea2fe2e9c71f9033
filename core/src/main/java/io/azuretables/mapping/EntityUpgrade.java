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

package io.azuretables.mapping;

import java.util.Map;
import java.util.function.BiConsumer;

import io.azuretables.key.TableKey;

import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/**
 * Upgrades stored rows of one version ({@link EntityType}) of an entity class to the next
 * version. The upgrades of a class are chained: a row of version 1 passes those from 1
 * and from 2 before it is read as version 3. A row is upgraded in memory each time it is
 * read, until it is written again.
 * <p>
 * An upgrade must work for every row of its version, give the same result each time, and
 * ask no other system. It is called by several threads at the same time.
 *
 * @param <T> the class; exactly this one, and no subclass
 * @since 0.1
 */
public interface EntityUpgrade<T> {

	/**
	 * The version of the rows that are upgraded: the result has the next one.
	 */
	int from();

	/**
	 * Changes the properties of a row.
	 * @param key the key of the entity, which stays as it is
	 * @param properties the stored properties of the entity by their names in the table,
	 * to be changed in place; without the property that tells the type, and without those
	 * of this module, such as {@code _w} and {@code _rk}
	 */
	void upgrade(TableKey key, Map<String, Object> properties);

	/**
	 * The class whose rows are upgraded; by default the argument of this interface.
	 */
	default Class<?> type() {
		Class<?> type = ResolvableType.forClass(EntityUpgrade.class, ClassUtils.getUserClass(this)).resolveGeneric();
		if (type == null) {
			throw new IllegalStateException(getClass().getName()
					+ " does not say for which class it is; implement EntityUpgrade<TheClass>, or override type()");
		}
		return type;
	}

	/**
	 * An upgrade for a class.
	 * @param from the version of the rows that are upgraded
	 * @param change changes the properties of a row
	 */
	static <T> EntityUpgrade<T> of(Class<T> type, int from, BiConsumer<TableKey, Map<String, Object>> change) {
		return new EntityUpgrade<>() {

			@Override
			public int from() {
				return from;
			}

			@Override
			public void upgrade(TableKey key, Map<String, Object> properties) {
				change.accept(key, properties);
			}

			@Override
			public Class<?> type() {
				return type;
			}

		};
	}

}
