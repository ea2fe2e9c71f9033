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

/**
 * Thrown when a property value cannot be stored, or a stored value cannot be read, as its
 * Java type. The message names the rule and no value; the caller that knows the property
 * adds it.
 *
 * @since 0.1
 */
public final class ValueRuleException extends IllegalArgumentException {

	public ValueRuleException(String rule) {
		super(rule);
	}

}
