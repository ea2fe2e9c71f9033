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

import java.util.ArrayList;
import java.util.List;

import io.azuretables.key.KeyTemplateException;

/**
 * A parsed key template, such as {@code empid_{employeeId:6}_{year:4}}. It is literal
 * text and {@linkplain KeyPart parts}, beginning and ending with a literal that may be
 * empty. It knows nothing of types yet; {@link KeyLayout} binds it to them.
 * <p>
 * Braces in literals are doubled: <code>{{</code>, <code>}}</code>.
 *
 * @since 0.1
 */
public final class KeyTemplate {

	private final String text;

	private final List<String> literals;

	private final List<KeyPart> parts;

	KeyTemplate(String text, List<String> literals, List<KeyPart> parts) {
		this.text = text;
		this.literals = List.copyOf(literals);
		this.parts = List.copyOf(parts);
	}

	/**
	 * Parses a template.
	 * @throws KeyTemplateException with the position and what was expected there
	 */
	public static KeyTemplate parse(String text) {
		return new KeyTemplateParser(text).parse();
	}

	public List<KeyPart> parts() {
		return this.parts;
	}

	/**
	 * The literals around the parts: one more than there are parts, the <i>n</i>-th
	 * standing before the <i>n</i>-th part.
	 */
	public List<String> literals() {
		return this.literals;
	}

	/**
	 * The names of the properties that feed this template, each once, in order.
	 */
	public List<String> properties() {
		List<String> names = new ArrayList<>();
		this.parts.stream().map(KeyPart::property).filter((name) -> !names.contains(name)).forEach(names::add);
		return names;
	}

	@Override
	public boolean equals(Object other) {
		return other instanceof KeyTemplate that && this.literals.equals(that.literals)
				&& this.parts.equals(that.parts);
	}

	@Override
	public int hashCode() {
		return 31 * this.literals.hashCode() + this.parts.hashCode();
	}

	@Override
	public String toString() {
		return this.text;
	}

}
