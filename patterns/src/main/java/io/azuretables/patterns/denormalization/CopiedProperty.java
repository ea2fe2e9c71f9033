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

import java.util.List;
import java.util.stream.IntStream;

import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.mapping.TablePersistentProperty;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.LastModifiedBy;
import org.springframework.data.annotation.LastModifiedDate;

/**
 * A property of the holder that has a copy.
 *
 * @param holder the property of the holder
 * @param source the property of the source
 */
record CopiedProperty(TablePersistentProperty holder, TablePersistentProperty source) {

	/**
	 * Why the property cannot be copied, to be read after the name of the declaration;
	 * {@code null} if it can.
	 */
	@Nullable String obstacle() {
		if (this.source.isExternalContent()) {
			return "copy '" + this.source.getName()
					+ "', whose content is in a blob that belongs to one entity. Read it with the source";
		}
		if (this.source.isVersionProperty() || this.source.isServerTimestamp()
				|| this.source.isAnnotationPresent(LastModifiedDate.class)
				|| this.source.isAnnotationPresent(LastModifiedBy.class)) {
			return "copy '" + this.source.getName()
					+ "', which each write of the source changes, also one without these copies. Read it with the source";
		}
		if (this.holder.isServerTimestamp() || !this.holder.isWritable()) {
			return "copy into '" + this.holder.getName() + "', which is not written. Copy into another property";
		}
		return unencrypted();
	}

	/**
	 * A value that only those who have the key may see is not copied to where others see
	 * it. An object may be in one column of the one class, and in several of the other.
	 */
	private @Nullable String unencrypted() {
		for (LeafProperty from : leaves(this.source)) {
			for (LeafProperty to : leaves(this.holder)) {
				if (from.isEncrypted() && !to.isEncrypted() && isWithin(from, to)) {
					return "copy '" + from.name() + "', which is @Encrypted, into '" + to.name()
							+ "', which is not and would be stored in the clear. Encrypt that property too, or do not copy it";
				}
			}
		}
		return null;
	}

	/**
	 * Whether one of two leaves has the value of the other one, or a part of it.
	 */
	private static boolean isWithin(LeafProperty from, LeafProperty to) {
		int common = Math.min(from.path().size(), to.path().size());
		return IntStream.range(1, common)
			.allMatch((i) -> from.path().get(i).getName().equals(to.path().get(i).getName()));
	}

	/**
	 * The leaves of a property, which is one itself or has properties of its own.
	 */
	static List<LeafProperty> leaves(TablePersistentProperty property) {
		return EntityModel.of((TablePersistentEntity<?>) property.getOwner())
			.leaves()
			.values()
			.stream()
			.filter((leaf) -> leaf.path().get(0).equals(property))
			.toList();
	}

}
