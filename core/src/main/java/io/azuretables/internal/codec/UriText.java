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

package io.azuretables.internal.codec;

import java.net.URI;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Normalizes the text of a URI, so that equal URIs have equal text. Two URIs are equal if
 * and only if these texts are.
 */
final class UriText {

	private static final Pattern ESCAPE = Pattern.compile("%[0-9a-fA-F]{2}");

	private UriText() {
	}

	static String of(URI uri) {
		StringBuilder text = new StringBuilder();
		if (uri.getScheme() != null) {
			text.append(uri.getScheme().toLowerCase(Locale.ROOT)).append(':');
		}
		if (uri.isOpaque()) {
			text.append(escaped(uri.getRawSchemeSpecificPart()));
		}
		else {
			appendHierarchy(uri, text);
		}
		if (uri.getRawFragment() != null) {
			text.append('#').append(escaped(uri.getRawFragment()));
		}
		return text.toString();
	}

	private static void appendHierarchy(URI uri, StringBuilder text) {
		if (uri.getHost() != null) {
			text.append("//");
			if (uri.getRawUserInfo() != null) {
				text.append(escaped(uri.getRawUserInfo())).append('@');
			}
			text.append(uri.getHost().toLowerCase(Locale.ROOT));
			if (uri.getPort() >= 0) {
				text.append(':').append(uri.getPort());
			}
		}
		else if (uri.getRawAuthority() != null) {
			text.append("//").append(escaped(uri.getRawAuthority()));
		}
		text.append(escaped(uri.getRawPath()));
		if (uri.getRawQuery() != null) {
			text.append('?').append(escaped(uri.getRawQuery()));
		}
	}

	private static String escaped(String raw) {
		return ESCAPE.matcher(raw).replaceAll((escape) -> escape.group().toUpperCase(Locale.ROOT));
	}

}
