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

package io.azuretables.patterns.archive;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import io.azuretables.key.TableKey;
import io.azuretables.patterns.largevalue.LargeValueTemplate;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * The mapping between an entity class and the class of its archived form. Two mapped
 * classes, each with a version property, in two tables or in two partitions of one.
 * Immutable.
 *
 * @param <C> the entity as it is current
 * @param <A> the entity in the archive
 * @since 0.1
 */
public final class ArchiveMapping<C, A> {

	private final Class<C> current;

	private final Class<A> archived;

	private final Conversion<C, A> conversion;

	private final Extras<C, A> extras;

	private ArchiveMapping(Class<C> current, Class<A> archived, Conversion<C, A> conversion, Extras<C, A> extras) {
		this.current = current;
		this.archived = archived;
		this.conversion = conversion;
		this.extras = extras;
	}

	/**
	 * A mapping of entities that have the same keys in both places, and whose keys are
	 * used only once.
	 * @param toArchived called several times for each move; without effects, and always
	 * the same for the same
	 * @param toCurrent called several times for each move or restore, also to find out
	 * which life an archived entity is of
	 */
	public static <C, A> ArchiveMapping<C, A> of(Class<C> current, Class<A> archived, Function<C, A> toArchived,
			Function<A, C> toCurrent) {
		return new ArchiveMapping<>(current, archived,
				new Conversion<>(toArchived, toCurrent, UnaryOperator.identity()), new Extras<>(null, null, List.of()));
	}

	/**
	 * The same with other keys in the archive.
	 * @param key gives the key in the archive for the one of a current entity; always the
	 * same for the same
	 */
	public ArchiveMapping<C, A> withKeys(UnaryOperator<TableKey> key) {
		return new ArchiveMapping<>(this.current, this.archived,
				new Conversion<>(this.conversion.toArchived(), this.conversion.toCurrent(), key), this.extras);
	}

	/**
	 * The same for entities that are restored, or whose keys are used again: without it a
	 * late message moves the wrong one. The archived entity keeps the property, so that
	 * the way back gives it again.
	 */
	public ArchiveMapping<C, A> withIncarnation(Function<C, @Nullable String> get, BiFunction<C, String, C> with) {
		return new ArchiveMapping<>(this.current, this.archived, this.conversion,
				new Extras<>(new Incarnation<>(get, with), this.extras.content(), this.extras.largeValues()));
	}

	/**
	 * The same with a part that goes into a blob.
	 */
	public ArchiveMapping<C, A> withContent(ArchivedContent<C, A> content) {
		return new ArchiveMapping<>(this.current, this.archived, this.conversion,
				new Extras<>(this.extras.incarnation(), content, this.extras.largeValues()));
	}

	/**
	 * The same with a {@link io.azuretables.patterns.largevalue.LargeValue} whose content
	 * goes with the entity. Call it for each such property.
	 * @param currentValue the property of current entities
	 * @param archivedValue the property of archived ones
	 * @throws IllegalArgumentException if they are properties of other classes
	 */
	public ArchiveMapping<C, A> withLargeValue(LargeValueTemplate<C> currentValue,
			LargeValueTemplate<A> archivedValue) {
		Assert.isTrue(currentValue.type() == this.current && archivedValue.type() == this.archived,
				() -> "The contents are those of " + currentValue.type().getSimpleName() + " and "
						+ archivedValue.type().getSimpleName() + ", and the archive is one of "
						+ this.current.getSimpleName() + " and " + this.archived.getSimpleName());
		List<ArchivedLargeValue<C, A>> all = new ArrayList<>(this.extras.largeValues());
		all.add(new ArchivedLargeValue<>(currentValue, archivedValue));
		return new ArchiveMapping<>(this.current, this.archived, this.conversion,
				new Extras<>(this.extras.incarnation(), this.extras.content(), List.copyOf(all)));
	}

	Class<C> current() {
		return this.current;
	}

	Class<A> archived() {
		return this.archived;
	}

	Conversion<C, A> conversion() {
		return this.conversion;
	}

	@Nullable Incarnation<C> incarnation() {
		return this.extras.incarnation();
	}

	@Nullable ArchivedContent<C, A> content() {
		return this.extras.content();
	}

	List<ArchivedLargeValue<C, A>> largeValues() {
		return this.extras.largeValues();
	}

	/**
	 * Which life of the entity it is; the same text for all where nothing says so.
	 */
	String incarnationOf(C entity) {
		Incarnation<C> incarnation = incarnation();
		return (incarnation != null) ? Objects.requireNonNullElse(incarnation.get().apply(entity), "") : "";
	}

	/**
	 * How one becomes the other.
	 */
	record Conversion<C, A>(Function<C, A> toArchived, Function<A, C> toCurrent, UnaryOperator<TableKey> key) {

	}

	/**
	 * What not every archive needs.
	 */
	record Extras<C, A>(@Nullable Incarnation<C> incarnation, @Nullable ArchivedContent<C, A> content,
			List<ArchivedLargeValue<C, A>> largeValues) {

	}

}
