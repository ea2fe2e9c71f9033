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

package io.azuretables.http;

import java.io.IOException;
import java.net.ProtocolException;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;

import com.azure.core.http.HttpHeader;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpRequest;
import com.azure.core.util.BinaryData;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.FormattedHeader;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.util.CharArrayBuffer;

/**
 * Converts HTTP requests of the Azure SDK to those of Apache HttpCore, and responses
 * back.
 */
final class Messages {

	private static final int MOST_INTERIM = 100;

	/**
	 * So much earlier than the server a connection is closed.
	 */
	private static final long MARGIN = TimeUnit.MILLISECONDS.toNanos(500);

	private Messages() {
	}

	static ClassicHttpRequest request(HttpRequest request, Route route) {
		HttpMethod method = request.getHttpMethod();
		BasicClassicHttpRequest message = new BasicClassicHttpRequest(method.name(), (HttpHost) null,
				target(request, route));
		HttpHeaders headers = request.getHeaders();
		for (HttpHeader header : headers) {
			if (header.getName().equalsIgnoreCase("Content-Length")) {
				continue;
			}
			for (String value : header.getValuesList()) {
				message.addHeader(header.getName(), value);
			}
		}
		if (headers.getValue(HttpHeaderName.HOST) == null) {
			message.addHeader("Host", route.authority());
		}
		if (route.proxy() != null && route.isForwarded()) {
			String authorization = Proxies.authorization(route.proxy());
			if (authorization != null) {
				message.setHeader("Proxy-Authorization", authorization);
			}
		}
		addBody(message, request, method);
		return message;
	}

	private static void addBody(BasicClassicHttpRequest message, HttpRequest request, HttpMethod method) {
		BinaryData body = request.getBodyAsBinaryData();
		if (body == null) {
			if (method == HttpMethod.POST || method == HttpMethod.PUT || method == HttpMethod.PATCH) {
				message.addHeader("Content-Length", "0");
			}
			return;
		}
		long length = length(request, body);
		if (length >= 0) {
			message.addHeader("Content-Length", Long.toString(length));
		}
		else {
			message.addHeader("Transfer-Encoding", "chunked");
		}
		message.setEntity(new OutgoingBody(body, length));
	}

	private static long length(HttpRequest request, BinaryData body) {
		Long known = body.getLength();
		String said = request.getHeaders().getValue(HttpHeaderName.CONTENT_LENGTH);
		if (said == null) {
			return (known != null) ? known : -1;
		}
		long length = Long.parseLong(said.trim());
		if (length < 0 || (known != null && known != length)) {
			throw new IllegalArgumentException(
					"The header Content-Length says " + length + ", the body has " + known + " bytes");
		}
		return length;
	}

	/**
	 * The path and the query; for a proxy that reads the request, the whole address.
	 */
	private static String target(HttpRequest request, Route route) {
		String file = request.getUrl().getFile();
		if (!file.startsWith("/")) {
			file = "/" + file;
		}
		for (int i = 0; i < file.length(); i++) {
			char character = file.charAt(i);
			if (character <= ' ' || character >= 127) {
				throw new IllegalArgumentException("The address of a request has a character that is not encoded: "
						+ String.format("U+%04X", (int) character));
			}
		}
		return route.isForwarded() ? "http://" + route.authority() + file : file;
	}

	static boolean asksForPermission(ClassicHttpRequest message) {
		Header expect = message.getFirstHeader("Expect");
		return expect != null && "100-continue".equalsIgnoreCase(expect.getValue());
	}

	/**
	 * The head of the answer, past those that only announce it.
	 */
	static ClassicHttpResponse receiveHead(MessageConnection http) throws HttpException, IOException {
		for (int i = 0; i < MOST_INTERIM; i++) {
			ClassicHttpResponse head = http.receiveResponseHeader();
			if (head.getCode() == 101) {
				throw new ProtocolException("The server changes the protocol without being asked to");
			}
			if (head.getCode() >= 200) {
				return head;
			}
		}
		throw new ProtocolException("The server sends one interim answer after the other");
	}

	static HttpHeaders headers(ClassicHttpResponse head) {
		HttpHeaders headers = new HttpHeaders();
		for (Iterator<Header> iterator = head.headerIterator(); iterator.hasNext();) {
			Header header = iterator.next();
			headers.add(HttpHeaderName.fromString(header.getName()), value(header));
		}
		return headers;
	}

	/**
	 * The value of a header. HttpCore replaces line breaks and zeros by spaces, and
	 * therefore copies one character after the other; most values have none.
	 */
	private static String value(Header header) {
		if (header instanceof FormattedHeader formatted) {
			CharArrayBuffer line = formatted.getBuffer();
			String value = line.substringTrimmed(formatted.getValuePos(), line.length());
			if (value.indexOf('\n') < 0 && value.indexOf('\r') < 0 && value.indexOf('\0') < 0) {
				return value;
			}
		}
		String value = header.getValue();
		return (value != null) ? value : "";
	}

	static boolean isKeptAlive(ClassicHttpRequest message, ClassicHttpResponse head) {
		return DefaultConnectionReuseStrategy.INSTANCE.keepAlive(message, head, HttpCoreContext.create());
	}

	/**
	 * How many nanoseconds the server keeps a connection that is not used, as its header
	 * {@code Keep-Alive} says; the largest number if it says nothing.
	 */
	static long lifetime(ClassicHttpResponse head) {
		Header header = head.getFirstHeader("Keep-Alive");
		String value = (header != null) ? header.getValue() : null;
		int start = (value != null) ? value.indexOf("timeout=") : -1;
		if (value == null || start < 0) {
			return Long.MAX_VALUE;
		}
		long seconds = 0;
		for (int i = start + "timeout=".length(); i < value.length() && seconds < 100_000; i++) {
			int digit = Character.digit(value.charAt(i), 10);
			if (digit < 0) {
				break;
			}
			seconds = seconds * 10 + digit;
		}
		return TimeUnit.SECONDS.toNanos(seconds) - MARGIN;
	}

	/**
	 * A message about an answer that is not HTTP, without what the server has written.
	 */
	static IOException unreadable(Exception ex) {
		return new ProtocolException("The answer is not valid HTTP: " + ex.getClass().getSimpleName());
	}

}
