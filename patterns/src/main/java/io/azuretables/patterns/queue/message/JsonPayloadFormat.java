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

package io.azuretables.patterns.queue.message;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * Writes the payloads of messages as JSON, by Jackson.
 *
 * @since 0.1
 */
public final class JsonPayloadFormat implements PayloadFormat {

	private final JsonMapper mapper;

	public JsonPayloadFormat() {
		this(JsonMapper.builder().build());
	}

	public JsonPayloadFormat(JsonMapper mapper) {
		this.mapper = mapper;
	}

	@Override
	public String write(Object payload) {
		try {
			return this.mapper.writeValueAsString(payload);
		}
		catch (JacksonException ex) {
			throw new InvalidDataAccessApiUsageException("The payload cannot be written as JSON: it is of type "
					+ payload.getClass().getName() + ", and Jackson says " + ex.getClass().getSimpleName(), ex);
		}
	}

	@Override
	public <T> T read(String text, Class<T> type) {
		try {
			T payload = this.mapper.readValue(text, type);
			if (payload == null) {
				throw new PermanentMessageException(
						"The payload is null, and cannot be read as " + type.getSimpleName());
			}
			return payload;
		}
		catch (JacksonException ex) {
			throw new PermanentMessageException("The payload cannot be read as " + type.getSimpleName() + " ("
					+ ex.getClass().getSimpleName() + " at column " + ex.getLocation().getColumnNr() + ")");
		}
	}

}
