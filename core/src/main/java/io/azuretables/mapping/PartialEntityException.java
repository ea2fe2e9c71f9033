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
package io.azuretables.mapping;

import java.util.Collection;

import org.springframework.dao.DataRetrievalFailureException;

/**
 * Thrown when the rows of an entity with {@code @Part} do not come from the same write,
 * even after several reads. Either other writers change the entity all the time, and it
 * can be read later; or another program has written or deleted one of its rows, and it
 * must be saved again or deleted.
 *
 * @since 0.1
 */
public class PartialEntityException extends DataRetrievalFailureException {

	public PartialEntityException(String table, int attempts, Collection<String> parts) {
		super("An entity in the table '" + table + "' was read " + attempts + " times, and its main row and its parts "
				+ parts
				+ " were never of one write. Read it again if it is written often; otherwise another program has "
				+ "changed its rows: save the whole entity again, or delete it");
	}

}
