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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.springframework.dao.IncorrectResultSizeDataAccessException;
import org.springframework.util.Assert;

/**
 * The result of a query over several entity classes: the entities in one range of rows,
 * by class. The entities of one class are in the order of their keys.
 *
 * @since 0.1
 */
public final class Related {

	private final Map<Class<?>, List<Object>> entities = new LinkedHashMap<>();

	private int skipped;

	Related(List<Class<?>> types) {
		types.forEach((type) -> this.entities.put(type, new ArrayList<>()));
	}

	void add(Class<?> type, Object entity) {
		list(type).add(entity);
	}

	void skip() {
		this.skipped++;
	}

	/**
	 * Returns the only entity of a class.
	 * @throws IncorrectResultSizeDataAccessException if there are more
	 * @throws IllegalArgumentException if the class was not asked for
	 */
	public <T> Optional<T> one(Class<T> type) {
		List<T> all = all(type);
		if (all.size() > 1) {
			throw new IncorrectResultSizeDataAccessException(
					"A related read for one " + type.getSimpleName() + " finds more; ask for all of them", 1,
					all.size());
		}
		return all.stream().findFirst();
	}

	/**
	 * Returns all entities of a class.
	 * @throws IllegalArgumentException if the class was not asked for
	 */
	public <T> List<T> all(Class<T> type) {
		return list(type).stream().<T>map(type::cast).toList();
	}

	private List<Object> list(Class<?> type) {
		List<Object> list = this.entities.get(type);
		Assert.notNull(list, () -> type.getSimpleName() + " was not asked for; name it in related(…)");
		return list;
	}

	/**
	 * Returns the number of rows of other classes that were read and left out.
	 */
	public int skipped() {
		return this.skipped;
	}

	@Override
	public String toString() {
		StringBuilder text = new StringBuilder();
		this.entities
			.forEach((type, list) -> text.append(list.size()).append(' ').append(type.getSimpleName()).append(", "));
		return text.append(this.skipped).append(" skipped").toString();
	}

}
