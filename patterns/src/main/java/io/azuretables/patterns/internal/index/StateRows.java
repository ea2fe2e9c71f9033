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

package io.azuretables.patterns.internal.index;

import java.util.ArrayList;
import java.util.List;

import io.azuretables.key.TableKey;

/**
 * Names the rows with the states of indexes, summaries and copies. They are in the table
 * of the class, in a partition of their own.
 *
 * @since 0.1
 */
public final class StateRows {

	/**
	 * The partition of the states.
	 */
	public static final String PARTITION = "~indexes";

	/**
	 * The column of a state.
	 */
	public static final String STATE = "State";

	/**
	 * The column of the declaration that an index was filled for.
	 */
	public static final String DECLARATION = "Declaration";

	/**
	 * What their row keys begin with. Those of entities with an index begin with a
	 * literal of their own, which may be the name of their class.
	 */
	private static final String ROWS = "~i|";

	private StateRows() {
	}

	/**
	 * How an index is called among all of its table.
	 */
	public static String label(Class<?> type, String index) {
		return type.getSimpleName() + '.' + index;
	}

	/**
	 * How an index may be called: it is inherited by subtypes, and is one index all the
	 * same.
	 */
	public static List<String> labels(Class<?> type, String index) {
		List<String> labels = new ArrayList<>();
		for (Class<?> next = type; next != null && next != Object.class; next = next.getSuperclass()) {
			labels.add(label(next, index));
		}
		return labels;
	}

	/**
	 * The key of a state.
	 */
	public static TableKey key(String label) {
		return new TableKey(PARTITION, ROWS + label);
	}

	/**
	 * How an index is called whose state has a key.
	 */
	public static String label(TableKey key) {
		return key.rowKey().substring(ROWS.length());
	}

}
