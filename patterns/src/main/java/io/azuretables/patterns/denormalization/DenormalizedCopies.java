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

package io.azuretables.patterns.denormalization;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.util.Assert;

/**
 * Declares denormalised copies: properties of one entity (the source) that other entities
 * (the holders) also store. Immutable.
 * <p>
 * {@link DenormalizationTemplate} keeps the copies equal to their sources. All processes
 * that write sources or holders use the same declarations.
 *
 * @param <S> the source
 * @param <H> the holder
 * @since 0.1
 */
public final class DenormalizedCopies<S, H> {

	private final Class<S> source;

	private final Class<H> holder;

	private final String name;

	private final Map<String, String> references;

	private final Map<String, String> copies;

	private final OnDelete onDelete;

	private DenormalizedCopies(Class<S> source, Class<H> holder, String name, Map<String, String> references,
			Map<String, String> copies, OnDelete onDelete) {
		this.source = source;
		this.holder = holder;
		this.name = name;
		this.references = Collections.unmodifiableMap(references);
		this.copies = Collections.unmodifiableMap(copies);
		this.onDelete = onDelete;
	}

	/**
	 * Copies of the entities of one class in those of another one. The classes may be the
	 * same. Subclasses have declarations of their own.
	 * @param source the class whose properties are copied
	 * @param holder the class that has the copies
	 * @param name the name of the copies in messages, and of their work in a queue
	 */
	public static <S, H> DenormalizedCopies<S, H> of(Class<S> source, Class<H> holder, String name) {
		Assert.notNull(source, "The class of the sources must not be null");
		Assert.notNull(holder, "The class of the holders must not be null");
		if (!name.matches("[A-Za-z0-9_-]{1,50}")) {
			throw new InvalidDataAccessApiUsageException(
					"'" + name + "' cannot be the name of copies: it has 1 to 50 letters, digits, '_' and '-'");
		}
		return new DenormalizedCopies<>(source, holder, name, Map.of(), Map.of(), OnDelete.CLEAR);
	}

	/**
	 * Says which source a holder refers to. There is one reference for each property of
	 * the key of the source.
	 * @param holderProperty a property of the holder; {@code null} refers to nothing
	 * @param sourceProperty the property of the key of the source that has the same value
	 */
	public DenormalizedCopies<S, H> reference(String holderProperty, String sourceProperty) {
		return new DenormalizedCopies<>(this.source, this.holder, this.name,
				with(this.references, sourceProperty, holderProperty, "is referred to"), this.copies, this.onDelete);
	}

	/**
	 * Adds a property that is copied.
	 * @param holderProperty the property of the holder that has the copy
	 * @param sourceProperty the property of the source
	 */
	public DenormalizedCopies<S, H> copy(String holderProperty, String sourceProperty) {
		return new DenormalizedCopies<>(this.source, this.holder, this.name, this.references,
				with(this.copies, holderProperty, sourceProperty, "has a copy"), this.onDelete);
	}

	private Map<String, String> with(Map<String, String> pairs, String key, String value, String rule) {
		Map<String, String> more = new LinkedHashMap<>(pairs);
		if (more.put(key, value) != null) {
			throw new InvalidDataAccessApiUsageException(
					"In the " + this + ", the property '" + key + "' " + rule + " twice; name it once");
		}
		return more;
	}

	/**
	 * What becomes of the copies when their source is deleted; {@link OnDelete#CLEAR}
	 * unless it is said.
	 */
	public DenormalizedCopies<S, H> onDelete(OnDelete newOnDelete) {
		return new DenormalizedCopies<>(this.source, this.holder, this.name, this.references, this.copies, newOnDelete);
	}

	Class<S> source() {
		return this.source;
	}

	Class<H> holder() {
		return this.holder;
	}

	String name() {
		return this.name;
	}

	/**
	 * The properties of the holder by those of the key of the source.
	 */
	Map<String, String> references() {
		return this.references;
	}

	/**
	 * The properties of the source by those of the holder.
	 */
	Map<String, String> copies() {
		return this.copies;
	}

	OnDelete onDelete() {
		return this.onDelete;
	}

	@Override
	public String toString() {
		return "copies '" + this.name + "' of " + this.source.getSimpleName() + " in " + this.holder.getSimpleName();
	}

	/**
	 * What becomes of the copies when their source is deleted.
	 */
	public enum OnDelete {

		/**
		 * The copies become {@code null}. Where source and holders are always in the same
		 * partition, the reference becomes {@code null} as well.
		 */
		CLEAR,

		/**
		 * The copies stay as they were last, until the holder gets another reference, or
		 * none.
		 */
		KEEP,

		/**
		 * The source is not deleted while there are holders. Only where source and
		 * holders are always in the same partition.
		 */
		REFUSE

	}

}
