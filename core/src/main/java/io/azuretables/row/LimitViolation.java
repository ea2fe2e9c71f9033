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

package io.azuretables.row;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A limit of the table service that a row violates, such as the size of a property.
 *
 * @param code the service's name for the error, such as {@code PropertyValueTooLarge}
 * @param message what is wrong, with the property and the limit, but no value
 * @since 0.1
 */
public record LimitViolation(String code, String message) {

	/**
	 * All messages in one line.
	 */
	public static String messages(List<LimitViolation> violations) {
		return violations.stream().map(LimitViolation::message).collect(Collectors.joining("; "));
	}

}
