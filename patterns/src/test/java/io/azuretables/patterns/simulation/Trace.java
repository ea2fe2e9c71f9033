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

package io.azuretables.patterns.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The trace of a simulation. Texts of chance are numbered as they come, so that two runs
 * of one seed read the same.
 */
final class Trace {

	private static final Pattern TOKEN = Pattern.compile("[0-9a-z]{18,}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

	private final List<String> lines = new ArrayList<>();

	private final Map<String, String> numbers = new HashMap<>();

	void add(long millis, String actor, String what) {
		this.lines.add(this.lines.size() + " " + millis + "ms " + actor + ": " + numbered(what));
	}

	private String numbered(String text) {
		Matcher matcher = TOKEN.matcher(text);
		if (!matcher.find()) {
			return text;
		}
		return matcher
			.replaceAll((token) -> this.numbers.computeIfAbsent(token.group(), (key) -> "#" + this.numbers.size()));
	}

	List<String> lines() {
		return this.lines;
	}

}
