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

package io.azuretables.samples.archive;

import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/**
 * Says what is wrong with JSON that cannot be read: the property and the rule, or the
 * place.
 */
final class ContentProblem {

	private ContentProblem() {
	}

	static String describe(@Nullable Throwable cause) {
		if (cause instanceof UnrecognizedPropertyException unknown) {
			return path(unknown) + " is unknown; the properties are "
					+ unknown.getKnownPropertyIds()
						.stream()
						.map(String::valueOf)
						.sorted()
						.collect(Collectors.joining(", "));
		}
		if (cause instanceof MismatchedInputException mismatched && !mismatched.getPath().isEmpty()) {
			return path(mismatched) + " must be " + kind(mismatched.getTargetType());
		}
		if (cause instanceof JacksonException broken && broken.getLocation() != null) {
			return "The body is no JSON object: line " + broken.getLocation().getLineNr() + ", column "
					+ broken.getLocation().getColumnNr();
		}
		return "The body is missing";
	}

	private static String path(JacksonException ex) {
		return ex.getPath()
			.stream()
			.map((part) -> (part.getPropertyName() != null) ? part.getPropertyName() : "[" + part.getIndex() + "]")
			.collect(Collectors.joining("."));
	}

	private static String kind(@Nullable Class<?> type) {
		if (type == Integer.class || type == int.class) {
			return "a whole number";
		}
		if (type != null && Number.class.isAssignableFrom(type)) {
			return "a number";
		}
		return (type == String.class) ? "a text" : "of another type";
	}

}
