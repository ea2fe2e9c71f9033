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

package io.azuretables.internal.odata;

/**
 * Thrown when an OData filter cannot be parsed. The message quotes it, names the position
 * and says what was expected there.
 *
 * @since 0.1
 */
public class ODataSyntaxException extends IllegalArgumentException {

	ODataSyntaxException(String text, int position, String problem) {
		super("Filter \"" + text + "\": at position " + position + ": " + problem);
	}

}
