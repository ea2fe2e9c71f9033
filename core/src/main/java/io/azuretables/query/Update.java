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

package io.azuretables.query;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.data.core.PropertyPath;
import org.springframework.util.Assert;

/**
 * An update of some properties of an entity, without reading it first. Properties that
 * get a value; or lose it, or grow, for which the row has to be read after all.
 * {@code perHour} names all slots of a {@link io.azuretables.mapping.Series @Series}, and
 * {@code perHour[13]} one of them.
 *
 * @since 0.1
 */
public final class Update {

	private final List<Change> changes;

	private final @Nullable String operation;

	private Update(List<Change> changes, @Nullable String operation) {
		this.changes = List.copyOf(changes);
		this.operation = operation;
	}

	/**
	 * An update that gives a property a value.
	 */
	public static Update update(String property, Object value) {
		return none().set(property, value);
	}

	/**
	 * An update that gives a property a value.
	 */
	public static Update update(PropertyPath property, Object value) {
		return update(property.toDotPath(), value);
	}

	/**
	 * Creates an update without changes.
	 */
	public static Update none() {
		return new Update(List.of(), null);
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
		Assert.notNull(by, () -> "The number to add to '" + property + "' must not be null");
		return with(new Change(property, Kind.INCREMENT, by));
	}

	/**
	 * Lets the update take effect once, however often it is made: the row remembers its
	 * last 128 operations. The row is read and replaced, and nothing is written if it has
	 * the operation. A whole entity that is saved forgets the operations of its row,
	 * unless its class has a {@link io.azuretables.mapping.Series} and it is saved in the
	 * version that was read. One that is moved forgets them.
	 * @param operation tells the update from all others of the entity, such as the
	 * identifier of the message that it is made for
	 */
	public Update once(String operation) {
		Assert.hasText(operation, "The operation of an update must have text");
		return new Update(this.changes, operation);
	}

	private Update with(Change change) {
		List<Change> more = new ArrayList<>(this.changes);
		more.add(change);
		return new Update(more, this.operation);
	}

	/**
	 * The changes, in their order.
	 */
	public List<Change> changes() {
		return this.changes;
	}

	/**
	 * What the row remembers of the update, {@code null} where it may take effect again.
	 */
	public @Nullable String operation() {
		return this.operation;
	}

	/**
	 * What the update sets a property to; {@code null} if it does not.
	 */
	public @Nullable Object valueOf(String property) {
		Object value = null;
		for (Change change : this.changes) {
			value = change.property().equals(property) ? change.value() : value;
		}
		return value;
	}

	/**
	 * How a property changes.
	 */
	public enum Kind {

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
	public record Change(String property, Kind kind, @Nullable Object value) {

		/**
		 * Whether the row need not be read.
		 */
		public boolean isBlind() {
			return this.kind == Kind.SET;
		}

	}

}
