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

import org.jspecify.annotations.Nullable;

import org.springframework.data.core.PropertyPath;

/**
 * An update of some properties of an entity, without reading it first. Properties that
 * get a value; or lose it, or grow, for which the row has to be read after all.
 *
 * @since 0.1
 */
public final class Update {

	private final List<Change> changes;

	private Update(List<Change> changes) {
		this.changes = List.copyOf(changes);
	}

	/**
	 * An update that gives a property a value.
	 */
	public static Update update(String property, Object value) {
		return new Update(List.of()).set(property, value);
	}

	/**
	 * An update that gives a property a value.
	 */
	public static Update update(PropertyPath property, Object value) {
		return update(property.toDotPath(), value);
	}

	/**
	 * An update without changes.
	 */
	public static Update none() {
		return new Update(List.of());
	}

	public Update set(String property, Object value) {
		return with(new Change(property, Kind.SET, value));
	}

	/**
	 * Takes the value of a property away. The service cannot do that by merging: the row
	 * is read and replaced.
	 */
	public Update remove(String property) {
		return with(new Change(property, Kind.REMOVE, null));
	}

	/**
	 * Adds to a number; one that is absent counts as zero. The row is read and replaced.
	 */
	public Update increment(String property, Number by) {
		return with(new Change(property, Kind.INCREMENT, by));
	}

	private Update with(Change change) {
		List<Change> more = new ArrayList<>(this.changes);
		more.add(change);
		return new Update(more);
	}

	List<Change> changes() {
		return this.changes;
	}

	boolean isBlind() {
		return this.changes.stream().allMatch(Change::isBlind);
	}

	/**
	 * How a property changes.
	 */
	enum Kind {

		/**
		 * It gets a value.
		 */
		SET,

		/**
		 * It loses its value.
		 */
		REMOVE,

		/**
		 * It grows.
		 */
		INCREMENT

	}

	/**
	 * One change.
	 *
	 * @param property the property
	 * @param kind how it changes
	 * @param value the value, if there is one
	 */
	record Change(String property, Kind kind, @Nullable Object value) {

		/**
		 * Whether the row need not be read.
		 */
		boolean isBlind() {
			return this.kind == Kind.SET;
		}

	}

}
