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

package io.azuretables.client.internal.protocol;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads the service's error code and message from the body of a response. The service
 * answers in JSON or XML, whatever was asked for; a body of any other form names no
 * error. Both texts end up in exceptions and logs, so that no control characters and no
 * long texts are let in.
 *
 * @param code the name of the error; empty if the body names none
 * @param message the first line of the words, or empty
 */
record ErrorBody(String code, String message) {

	/**
	 * The service's names are one word; whatever else stands in their place is not the
	 * service's.
	 */
	private static final Pattern CODE = Pattern.compile("[A-Za-z][A-Za-z0-9]{0,127}");

	/**
	 * The two forms of the service. No parser: they are fixed, and parsers of the JDK may
	 * load what a text refers to, or complain on the console.
	 */
	private static final Pattern XML = Pattern.compile("(<\\?xml[^>]*+>\\s*+)?<(\\w++:)?[Ee]rror\\b[^>]*+>\\s*+"
			+ "<(\\w++:)?[Cc]ode>(?<code>[^<]*+)</(\\w++:)?[Cc]ode>\\s*+"
			+ "(<(\\w++:)?[Mm]essage\\b[^>]*+>(?<message>[^<]*+)</(\\w++:)?[Mm]essage>)?.*</(\\w++:)?[Ee]rror>\\s*+",
			Pattern.DOTALL);

	private static final int LONGEST_MESSAGE = 500;

	/**
	 * How deep the words of an error are, and nothing of it is deeper.
	 */
	private static final int DEEPEST = 3;

	private static final ErrorBody NONE = new ErrorBody("", "");

	private static final JsonFactory JSON = new JsonFactory();

	ErrorBody {
		code = CODE.matcher(code).matches() ? code : "";
		message = cleaned(message);
	}

	static ErrorBody read(byte[] body) {
		int start = start(body);
		if (start == body.length) {
			return NONE;
		}
		try {
			return switch (body[start]) {
				case '<' -> readXml(body, start);
				case '{' -> readJson(body, start);
				default -> NONE;
			};
		}
		catch (JacksonException ex) {
			return NONE;
		}
	}

	/**
	 * Where the body begins behind a byte order mark and white space.
	 */
	private static int start(byte[] body) {
		boolean marked = body.length >= 3 && body[0] == (byte) 0xEF && body[1] == (byte) 0xBB && body[2] == (byte) 0xBF;
		int start = marked ? 3 : 0;
		while (start < body.length && body[start] >= 0 && body[start] <= ' ') {
			start++;
		}
		return start;
	}

	/**
	 * Takes the code and the words from where the service and its relatives write them,
	 * and from nowhere else.
	 */
	private static ErrorBody readJson(byte[] body, int start) {
		String code = "";
		String message = "";
		try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), body, start, body.length - start)) {
			for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
				if (token == JsonToken.VALUE_STRING && json.streamReadContext().getNestingDepth() <= DEEPEST) {
					switch (json.streamReadContext().pathAsPointer().toString()) {
						case "/odata.error/code", "/error/code", "/code" -> code = json.getString();
						case "/odata.error/message/value", "/odata.error/message", "/error/message", "/message" ->
							message = json.getString();
						default -> {
						}
					}
				}
			}
		}
		return new ErrorBody(code, message);
	}

	private static ErrorBody readXml(byte[] body, int start) {
		Matcher error = XML.matcher(new String(body, start, body.length - start, StandardCharsets.UTF_8));
		if (!error.matches()) {
			return NONE;
		}
		String message = Objects.requireNonNullElse(error.group("message"), "");
		return new ErrorBody(error.group("code").trim(), message.trim());
	}

	/**
	 * The first line of a text, without what steers a terminal or a log.
	 */
	private static String cleaned(String text) {
		StringBuilder clean = new StringBuilder();
		for (int i = 0; i < text.length() && clean.length() < LONGEST_MESSAGE;) {
			int character = text.codePointAt(i);
			if (character == '\n' || character == '\r') {
				break;
			}
			clean.appendCodePoint(isVisible(character) ? character : ' ');
			i += Character.charCount(character);
		}
		return clean.toString().trim();
	}

	private static boolean isVisible(int character) {
		return switch (Character.getType(character)) {
			case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR,
					Character.SURROGATE, Character.PRIVATE_USE, Character.UNASSIGNED ->
				false;
			default -> true;
		};
	}

}
