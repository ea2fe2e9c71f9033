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

package io.azuretables.internal.key;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

/**
 * The key format of enum constants: their names, by which they sort. A constant that is
 * added or moved leaves the keys of the others as they are. Descending names are mirrored
 * in the alphabet of identifiers and end with a tilde.
 */
record EnumKeyFormat(Class<?> type, Map<String, Object> constants, TextKeyFormat text,
		boolean descending) implements KeyFormat {

	private static final String ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";

	static EnumKeyFormat of(Class<?> type, boolean descending, char terminator) {
		Map<String, Object> constants = Arrays.stream(type.getEnumConstants())
			.collect(Collectors.toMap((constant) -> ((Enum<?>) constant).name(), Function.identity()));
		if (descending) {
			constants.keySet().forEach(EnumKeyFormat::checkMirrored);
		}
		return new EnumKeyFormat(type, constants, TextKeyFormat.before(terminator), descending);
	}

	private static void checkMirrored(String name) {
		if (!name.chars().allMatch((c) -> ALPHABET.indexOf(c) >= 0)) {
			throw new KeyRuleException(
					"'desc' needs constants of ASCII letters, digits and underscores, and '" + name + "' is not one");
		}
	}

	@Override
	public void write(Object value, StringBuilder key) {
		String name = ((Enum<?>) value).name();
		if (!this.descending) {
			this.text.write(name, key);
			return;
		}
		for (int i = 0; i < name.length(); i++) {
			key.append(mirrored(name.charAt(i)));
		}
		key.append('~');
	}

	private static char mirrored(char c) {
		return ALPHABET.charAt(ALPHABET.length() - 1 - ALPHABET.indexOf(c));
	}

	@Override
	public Object read(KeyCursor key) {
		String name = this.descending ? readMirrored(key) : this.text.read(key);
		Object constant = this.constants.get(name);
		if (constant == null) {
			throw key.unreadable("'" + name + "' is not a constant of " + this.type.getName());
		}
		return constant;
	}

	private static String readMirrored(KeyCursor key) {
		StringBuilder name = new StringBuilder();
		while (!key.lookingAt('~')) {
			if (key.atEnd() || ALPHABET.indexOf(key.peek()) < 0) {
				throw key.unreadable("the mirrored name of an enum constant was expected");
			}
			name.append(mirrored(key.next()));
		}
		key.next();
		return name.toString();
	}

	/**
	 * The constants on one side of a bound, by their names.
	 * @param side the comparison of a name with that of the bound
	 */
	List<Object> constants(Object bound, IntPredicate side) {
		String name = ((Enum<?>) bound).name();
		return this.constants.entrySet()
			.stream()
			.filter((constant) -> side.test(constant.getKey().compareTo(name)))
			.map(Map.Entry::getValue)
			.toList();
	}

	@Override
	public boolean isSorted() {
		return this.descending || this.text.isSorted();
	}

	@Override
	public boolean isOpenEnded() {
		return !this.descending;
	}

}
