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

package io.azuretables.patterns.faults;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A request or an answer as it travels: its first line, its headers and its body.
 *
 * @param first the first line
 * @param headers the headers, by their names in lower case
 * @param body the body
 */
record HttpMessage(String first, Map<String, String> headers, byte[] body) {

	/**
	 * Reads a message.
	 * @return the message, or {@code null} when the connection has ended
	 */
	static @Nullable HttpMessage read(InputStream input) throws IOException {
		String first = line(input);
		if (first == null || first.isEmpty()) {
			return null;
		}
		Map<String, String> headers = new LinkedHashMap<>();
		for (String line = line(input); line != null && !line.isEmpty(); line = line(input)) {
			int colon = line.indexOf(':');
			headers.put(line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).trim());
		}
		byte[] body = first.contains(" 204 ") || first.contains(" 304 ") ? new byte[0] : body(headers, input);
		return new HttpMessage(first, headers, body);
	}

	private static byte[] body(Map<String, String> headers, InputStream input) throws IOException {
		return "chunked".equals(headers.remove("transfer-encoding")) ? chunks(input)
				: input.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
	}

	private static byte[] chunks(InputStream input) throws IOException {
		ByteArrayOutputStream body = new ByteArrayOutputStream();
		int size;
		do {
			String line = line(input);
			if (line == null) {
				throw new EOFException("The connection has ended within a body");
			}
			size = Integer.parseInt(line.trim(), 16);
			body.write(input.readNBytes(size));
			line(input);
		}
		while (size > 0);
		return body.toByteArray();
	}

	private static @Nullable String line(InputStream input) throws IOException {
		ByteArrayOutputStream line = new ByteArrayOutputStream();
		int next = input.read();
		if (next < 0) {
			return null;
		}
		for (; next >= 0 && next != '\n'; next = input.read()) {
			line.write(next);
		}
		return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
	}

	static HttpMessage answer(String status, Map<String, String> headers, String body) {
		return new HttpMessage("HTTP/1.1 " + status, headers, body.getBytes(StandardCharsets.UTF_8));
	}

	HttpMessage withFirst(String newFirst) {
		return new HttpMessage(newFirst, this.headers, this.body);
	}

	/**
	 * The message as it is sent. An answer to a HEAD, and one without a body, has the
	 * length that it says.
	 */
	byte[] bytes() {
		Map<String, String> all = new LinkedHashMap<>(this.headers);
		if (this.body.length > 0 || !all.containsKey("content-length")) {
			all.put("content-length", String.valueOf(this.body.length));
		}
		if (this.first.contains(" 204 ")) {
			all.remove("content-length");
		}
		StringBuilder text = new StringBuilder(this.first).append("\r\n");
		all.forEach((name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		bytes.writeBytes(text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
		bytes.writeBytes(this.body);
		return bytes.toByteArray();
	}

	String method() {
		return this.first.substring(0, this.first.indexOf(' '));
	}

	String target() {
		return this.first.split(" ")[1];
	}

}
