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

package io.azuretables.key;

import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * Thrown when a key cannot be built from its values, or a stored key cannot be read.
 * Names the owner of the template, the property, its value and the rule that is broken;
 * thrown before any request.
 *
 * @since 0.1
 */
public class InvalidKeyException extends InvalidDataAccessApiUsageException {

	/**
	 * How much of a long value a message shows.
	 */
	private static final int SHOWN = 64;

	/**
	 * With which a value could begin a line of its own in a log.
	 */
	private static final Pattern CONTROLS = Pattern.compile("[\\p{Cntrl}\\u0085\\u2028\\u2029]");

	private final String property;

	private final String rule;

	private final boolean missing;

	public InvalidKeyException(String owner, String property, @Nullable Object value, String rule) {
		super(owner + ": property '" + property + "' with value " + quoted(value) + " cannot stand in the key: "
				+ rule);
		this.property = property;
		this.rule = rule;
		this.missing = value == null;
	}

	/**
	 * A key that cannot be read, whose value must not be shown.
	 */
	public InvalidKeyException(String owner, String problem) {
		super(owner + ": " + problem);
		this.property = "";
		this.rule = problem;
		this.missing = false;
	}

	private InvalidKeyException(InvalidKeyException cause, String advice) {
		super(cause.getMessage() + advice, cause);
		this.property = cause.property;
		this.rule = cause.rule;
		this.missing = cause.missing;
	}

	/**
	 * The same, with a way out.
	 * @param advice what to do instead, as a sentence
	 */
	public InvalidKeyException advising(String advice) {
		return new InvalidKeyException(this, ". " + advice);
	}

	/**
	 * The property whose value breaks the rule; empty where no single one does.
	 */
	public String getProperty() {
		return this.property;
	}

	public String getRule() {
		return this.rule;
	}

	/**
	 * Whether the property has no value.
	 */
	public boolean isMissing() {
		return this.missing;
	}

	/**
	 * A value as a message can show it: short, and on one line.
	 */
	private static String quoted(@Nullable Object value) {
		String text = String.valueOf(value);
		boolean isLong = text.length() > SHOWN;
		String shown = CONTROLS.matcher(isLong ? text.substring(0, SHOWN) + "…" : text).replaceAll("?");
		return ((value instanceof CharSequence) ? "'" + shown + "'" : shown)
				+ (isLong ? " of " + text.length() + " characters" : "");
	}

}
