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

package io.azuretables.row;

import java.util.Collection;

import io.azuretables.key.TableKey;
import org.jspecify.annotations.Nullable;

/**
 * The names of the properties of a row, shared by all rows with the same names. What
 * follows from the names is computed once.
 *
 * @since 0.1
 */
public final class RowNames {

	/**
	 * Some that were met, each in the slot of its names: rows that are made of maps
	 * mostly have the names of others before them. Threads may overwrite each other's.
	 */
	private static final @Nullable RowNames[] KNOWN = new @Nullable RowNames[256];

	/**
	 * The most names that are kept for other rows.
	 */
	private static final int MOST_KNOWN = 32;

	private final String[] names;

	/**
	 * What is known of the names, once it was asked; threads that ask at the same time
	 * find the same.
	 */
	private @Nullable Facts facts;

	private RowNames(String[] names) {
		this.names = names;
	}

	private Facts facts() {
		Facts known = this.facts;
		if (known == null) {
			known = Facts.of(this.names);
			this.facts = known;
		}
		return known;
	}

	public static RowNames of(String... names) {
		return new RowNames(names.clone());
	}

	public static RowNames of(Collection<String> names) {
		int hash = hash(names);
		int slot = (hash ^ hash >>> 16) & KNOWN.length - 1;
		RowNames known = KNOWN[slot];
		if (known == null || !known.equal(names)) {
			known = new RowNames(names.toArray(String[]::new));
			if (known.size() <= MOST_KNOWN) {
				KNOWN[slot] = known;
			}
		}
		return known;
	}

	private static int hash(Collection<String> names) {
		int hash = 0;
		for (String name : names) {
			hash = 31 * hash + name.hashCode();
		}
		return hash;
	}

	private boolean equal(Collection<String> others) {
		if (others.size() != this.names.length) {
			return false;
		}
		int i = 0;
		for (String other : others) {
			if (!this.names[i++].equals(other)) {
				return false;
			}
		}
		return true;
	}

	int size() {
		return this.names.length;
	}

	String get(int index) {
		return this.names[index];
	}

	/**
	 * Whether the service takes the names, and so many.
	 */
	boolean areLegal() {
		return facts().legal();
	}

	/**
	 * Whether there are letters and digits of ASCII only, and underlines.
	 */
	boolean areAscii() {
		return facts().ascii();
	}

	long bytes() {
		return facts().bytes();
	}

	/**
	 * An upper bound of the size of a row with all properties, but for the characters of
	 * texts and the bytes of binaries.
	 */
	long size(TableKey key) {
		return ServiceLimits.ROW_SIZE + 2L * (key.partitionKey().length() + key.rowKey().length()) + facts().size();
	}

	/**
	 * What is to be known of names before rows with them are written.
	 *
	 * @param legal whether the service takes the names, and so many
	 * @param ascii whether there are letters and digits of ASCII only, and underlines
	 * @param bytes an upper bound of the bytes that all properties take in the body of a
	 * request, but for texts and binaries
	 * @param size the same by the service's formula for the size of a row
	 */
	private record Facts(boolean legal, boolean ascii, long bytes, long size) {

		static Facts of(String[] names) {
			long bytes = 0;
			long size = 0;
			boolean legal = names.length <= ServiceLimits.PROPERTIES;
			boolean ascii = true;
			for (String name : names) {
				boolean one = ServiceLimits.isPropertyName(name);
				legal &= one;
				ascii &= one && isAscii(name);
				bytes += ServiceLimits.PROPERTY_BYTES + 6L * name.length();
				size += ServiceLimits.PROPERTY_SIZE + 2L * name.length();
			}
			return new Facts(legal, ascii, bytes, size);
		}

		private static boolean isAscii(String name) {
			for (int i = 0; i < name.length(); i++) {
				if (name.charAt(i) >= 0x80) {
					return false;
				}
			}
			return true;
		}

	}

}
