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

package io.azuretables.autoconfigure.web;

import java.util.Locale;

import io.azuretables.query.TableScrollPosition;

import org.springframework.format.Formatter;

/**
 * Converts request parameters and path variables to scroll positions, and back.
 */
final class ScrollPositionFormatter implements Formatter<TableScrollPosition> {

	private final ScrollPositionTokens tokens;

	ScrollPositionFormatter(ScrollPositionTokens tokens) {
		this.tokens = tokens;
	}

	@Override
	public TableScrollPosition parse(String text, Locale locale) {
		return this.tokens.decode(text);
	}

	@Override
	public String print(TableScrollPosition position, Locale locale) {
		return this.tokens.encode(position);
	}

}
