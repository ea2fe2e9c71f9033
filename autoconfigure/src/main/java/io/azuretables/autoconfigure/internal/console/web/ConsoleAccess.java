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

package io.azuretables.autoconfigure.internal.console.web;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may use the web console, and which requests are made by its own page.
 *
 * @param login how a person shows who they are
 * @param tokens the token of the login by a link; {@code null} for any other login
 */
record ConsoleAccess(Login login, @Nullable ConsoleToken tokens) {

	/**
	 * The header that the page sends with each call: no form, image or link of another
	 * page can send it.
	 */
	static final String HEADER = "X-Azure-Tables-Console";

	private static final Set<String> LOCAL_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

	/**
	 * Headers that only a proxy adds. A proxy on this machine that adds none of them, and
	 * asks for a local name, cannot be told from a browser: an application behind a proxy
	 * must not enable the console without Spring Security.
	 */
	private static final List<String> FORWARDED = List.of("Forwarded", "X-Forwarded-For", "X-Forwarded-Host",
			"X-Forwarded-Proto", "X-Real-IP", "Via");

	/**
	 * Where containers keep the address that a forwarded header has replaced, or the one
	 * that it gave.
	 */
	private static final List<String> REPLACED = List.of("org.apache.catalina.AccessLog.RemoteAddr",
			"org.apache.tomcat.remoteAddr");

	/**
	 * Why a request is refused.
	 * @return {@code null} if it is not
	 */
	@Nullable ConsoleRefusal refusal(HttpServletRequest request) {
		return switch (this.login) {
			case SECURITY -> (request.getUserPrincipal() != null) ? null
					: new ConsoleRefusal(403, "Log in to the application first: the console is for its users.");
			case TOKEN -> (this.tokens != null && this.tokens.isKnown(request)) ? null : new ConsoleRefusal(403,
					"Open the link with a token that the application has logged at its start.");
			case LOCAL -> local(received(request));
		};
	}

	/**
	 * The request as it was received, without what filters have made of its headers.
	 */
	private static HttpServletRequest received(HttpServletRequest request) {
		HttpServletRequest inner = request;
		while (inner instanceof HttpServletRequestWrapper wrapper
				&& wrapper.getRequest() instanceof HttpServletRequest next) {
			inner = next;
		}
		return inner;
	}

	private static @Nullable ConsoleRefusal local(HttpServletRequest request) {
		boolean forwarded = FORWARDED.stream().anyMatch((name) -> request.getHeader(name) != null)
				|| REPLACED.stream().anyMatch((name) -> request.getAttribute(name) != null);
		if (forwarded || !isLoopback(request.getRemoteAddr())) {
			return new ConsoleRefusal(403,
					"The console answers requests from its own machine only. Elsewhere, it needs "
							+ "Spring Security and azure.tables.console.allow-remote=true.");
		}
		if (!LOCAL_NAMES.contains(name(request.getHeader("Host")))) {
			return new ConsoleRefusal(403, "Open the console as localhost, 127.0.0.1 or [::1].");
		}
		return null;
	}

	private static boolean isLoopback(String address) {
		try {
			// an address, so no name is looked up
			return InetAddress.getByName(address).isLoopbackAddress();
		}
		catch (UnknownHostException ex) {
			return false;
		}
	}

	private static String name(@Nullable String host) {
		if (host == null) {
			return "";
		}
		int port = host.indexOf(':', host.lastIndexOf(']') + 1);
		return (port < 0) ? host : host.substring(0, port);
	}

	/**
	 * Why the first read of the page was not made by the page. Browsers send it without
	 * an origin, and without {@code Sec-Fetch-Site} where the page came over plain HTTP
	 * from another machine; no other page can send the header, or read the answer.
	 * @return {@code null} if it was
	 */
	@Nullable ConsoleRefusal foreignRead(HttpServletRequest request) {
		return isOwn(request) ? null : foreign();
	}

	/**
	 * Why a call was not made by the console's own page.
	 * @return {@code null} if it was
	 */
	@Nullable ConsoleRefusal foreignCall(HttpServletRequest request) {
		String type = request.getContentType();
		if (type == null || !type.toLowerCase(Locale.ROOT).startsWith("application/json")) {
			return new ConsoleRefusal(415, "A call of the console has a body of type application/json.");
		}
		boolean said = request.getHeader("Sec-Fetch-Site") != null || request.getHeader("Origin") != null;
		return (said && isOwn(request)) ? null : foreign();
	}

	/**
	 * Whether the request has the header of the page, and nothing says that it comes from
	 * another page.
	 */
	private static boolean isOwn(HttpServletRequest request) {
		String site = request.getHeader("Sec-Fetch-Site");
		String origin = request.getHeader("Origin");
		return request.getHeader(HEADER) != null && (site == null || site.equals("same-origin"))
				&& (origin == null || isOrigin(origin, request.getHeader("Host")) || isOrigin(origin, server(request)));
	}

	/**
	 * The name that the request was sent to, which a proxy may have forwarded in a header
	 * of its own. Another page cannot add such a header.
	 */
	private static String server(HttpServletRequest request) {
		int port = request.getServerPort();
		boolean usual = port == (request.isSecure() ? 443 : 80);
		return usual ? request.getServerName() : request.getServerName() + ":" + port;
	}

	private static ConsoleRefusal foreign() {
		return new ConsoleRefusal(403, "Only the page of the console itself may make this call.");
	}

	private static boolean isOrigin(String origin, @Nullable String host) {
		return host != null
				&& (origin.equalsIgnoreCase("http://" + host) || origin.equalsIgnoreCase("https://" + host));
	}

	/**
	 * How a person shows who they are.
	 */
	enum Login {

		/**
		 * By a browser on this machine: a request from a loopback address, to a local
		 * name, without a header that says that it was forwarded.
		 */
		LOCAL,

		/**
		 * By the login of Spring Security.
		 */
		SECURITY,

		/**
		 * By a token that was logged at the start.
		 */
		TOKEN

	}

	/**
	 * Why a request is refused.
	 *
	 * @param status the status of the answer
	 * @param reason what to do about it
	 */
	record ConsoleRefusal(int status, String reason) {

	}

}
