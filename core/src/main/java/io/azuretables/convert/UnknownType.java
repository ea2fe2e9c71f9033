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

package io.azuretables.convert;

/**
 * A type discriminator value that belongs to no mapped class, with the number of rows
 * that were read with it.
 *
 * @param table the table of the class that was read
 * @param column the property that tells the type
 * @param value its value, cut and without control characters
 * @param rows how many rows were read and left out; a row that is read again counts again
 * @since 0.1
 */
public record UnknownType(String table, String column, String value, long rows) {

}
