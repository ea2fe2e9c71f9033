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

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

/**
 * The login of the web console without Spring Security: a token in a link, exchanged for
 * a cookie.
 */
final class ConsoleToken {

	/**
	 * The parameter of the link.
	 */
	static final String PARAMETER = "token";

	static final String COOKIE = "azure-tables-console";

	private final String token = random();

	private final String session = random();

	private static String random() {
		byte[] bytes = new byte[32];
		new SecureRandom().nextBytes(bytes);
		return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
	}

	/**
	 * What the link ends with.
	 */
	String query() {
		return "?" + PARAMETER + "=" + this.token;
	}

	/**
	 * Whether the request has the cookie.
	 */
	boolean isKnown(HttpServletRequest request) {
		Cookie[] cookies = request.getCookies();
		boolean known = false;
		for (Cookie cookie : (cookies != null) ? cookies : new Cookie[0]) {
			known |= cookie.getName().equals(COOKIE) && isEqual(cookie.getValue(), this.session);
		}
		return known;
	}

	/**
	 * Gives the cookie for the token.
	 * @return whether the token is right
	 */
	boolean exchange(@Nullable String given, String path, HttpServletRequest request, HttpServletResponse response) {
		if (given == null || !isEqual(given, this.token)) {
			return false;
		}
		response.addHeader("Set-Cookie", COOKIE + "=" + this.session + "; Path=" + path + "; HttpOnly; SameSite=Strict"
				+ (request.isSecure() ? "; Secure" : ""));
		return true;
	}

	/**
	 * Compares in a time that says nothing about the first difference.
	 */
	private static boolean isEqual(String given, String expected) {
		return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8));
	}

	/**
	 * Shows no secrets.
	 */
	@Override
	public String toString() {
		return "ConsoleToken[]";
	}

}
