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

package io.azuretables.samples.employees;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/**
 * Converts versions of entities to entity tags and back. As a strong entity tag that says
 * nothing about the store.
 */
final class EntityTag {

	private EntityTag() {
	}

	static String of(Employee employee) {
		byte[] version = String.valueOf(employee.etag()).getBytes(StandardCharsets.UTF_8);
		return '"' + Base64.getUrlEncoder().withoutPadding().encodeToString(version) + '"';
	}

	/**
	 * The version that a request asks for.
	 */
	static String version(@Nullable String ifMatch) {
		if (ifMatch == null) {
			throw new ResponseStatusException(HttpStatus.PRECONDITION_REQUIRED,
					"Send the ETag that you have read as If-Match");
		}
		try {
			return new String(Base64.getUrlDecoder().decode(ifMatch.replace("\"", "")), StandardCharsets.UTF_8);
		}
		catch (IllegalArgumentException ex) {
			throw new ResponseStatusException(HttpStatus.PRECONDITION_FAILED, "The ETag is not one of this service",
					ex);
		}
	}

}
