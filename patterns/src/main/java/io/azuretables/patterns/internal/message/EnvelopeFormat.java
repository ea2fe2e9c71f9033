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

package io.azuretables.patterns.internal.message;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.azuretables.patterns.internal.message.Envelope.Claim;
import io.azuretables.patterns.internal.message.Envelope.Content;
import io.azuretables.patterns.internal.message.Envelope.Header;
import io.azuretables.patterns.internal.message.Envelope.Inline;
import io.azuretables.patterns.internal.message.Envelope.Origin;
import io.azuretables.patterns.internal.message.Envelope.OriginKind;
import io.azuretables.patterns.internal.message.Envelope.Phase;
import io.azuretables.patterns.internal.message.Envelope.Progress;
import io.azuretables.patterns.queue.message.PermanentMessageException;
import io.azuretables.patterns.queue.transport.MessageLimits;
import io.azuretables.patterns.queue.transport.MessageSignature;
import io.azuretables.patterns.queue.transport.UnauthenticMessageException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes an {@link Envelope} as the text of a queue message, which is signed JSON, and
 * reads it back. What a later version has added is passed over.
 *
 * @param signature signs and verifies the messages of a queue
 */
public record EnvelopeFormat(MessageSignature signature) {

	private static final int VERSION = 1;

	private static final JsonMapper MAPPER = JsonMapper.builder().build();

	/**
	 * Writes an envelope. The oldest errors are left out where there is no room for them,
	 * so that a message can always be given back.
	 */
	public String write(Envelope envelope) {
		String text = this.signature.sign(text(envelope));
		return (MessageLimits.fits(text) || envelope.progress().errors().isEmpty()) ? text
				: write(envelope.withFewerErrors());
	}

	private static String text(Envelope envelope) {
		ObjectNode json = MAPPER.createObjectNode();
		Header header = envelope.header();
		json.put("v", VERSION).put("id", header.id()).put("type", header.type());
		json.put("sent", header.sentAt().toString());
		Origin origin = header.origin();
		if (origin != null) {
			json.putObject("origin")
				.put("kind", origin.kind().name())
				.put("table", origin.table())
				.put("partition", origin.partitionKey());
		}
		write(envelope.content(), json);
		Progress progress = envelope.progress();
		json.put("phase", progress.phase().name()).put("failures", progress.failures());
		if (progress.returns() > 0) {
			json.put("returns", progress.returns());
		}
		ArrayNode errors = json.putArray("errors");
		progress.errors().forEach(errors::add);
		if (progress.due() != null) {
			json.put("due", progress.due().toString());
		}
		return json.toString();
	}

	private static void write(Content content, ObjectNode json) {
		if (content instanceof Claim claim) {
			json.putObject("claim").put("sha256", claim.sha256());
		}
		else {
			json.put("payload", ((Inline) content).payload());
		}
	}

	/**
	 * Reads an envelope.
	 * @throws UnauthenticMessageException if it is not signed with a key of the queue
	 * @throws PermanentMessageException if the text is none
	 */
	public Envelope read(String message) {
		String text = this.signature.verify(message);
		try {
			JsonNode json = MAPPER.readTree(text);
			if (json.path("v").asInt(0) != VERSION) {
				throw new PermanentMessageException(
						"The message is not in the format of this library, version " + VERSION);
			}
			Header header = new Header(text(json, "id"), text(json, "type"), Instant.parse(text(json, "sent")),
					origin(json.get("origin")));
			return new Envelope(header, content(json), progress(json));
		}
		catch (JacksonException | DateTimeException | IllegalArgumentException ex) {
			throw new PermanentMessageException("The message is not in the format of this library and cannot be read ("
					+ ex.getClass().getSimpleName() + ")");
		}
	}

	private static @Nullable Origin origin(@Nullable JsonNode json) {
		return (json != null)
				? new Origin(OriginKind.valueOf(text(json, "kind")), text(json, "table"), text(json, "partition"))
				: null;
	}

	private static Content content(JsonNode json) {
		JsonNode claim = json.get("claim");
		return (claim != null) ? new Claim(text(claim, "sha256")) : new Inline(text(json, "payload"));
	}

	private static Progress progress(JsonNode json) {
		List<String> errors = new ArrayList<>();
		json.path("errors").forEach((error) -> errors.add(error.asString()));
		Instant due = json.has("due") ? Instant.parse(text(json, "due")) : null;
		return new Progress(Phase.valueOf(text(json, "phase")), json.path("failures").asInt(0),
				json.path("returns").asInt(0), errors, due);
	}

	private static String text(JsonNode json, String name) {
		JsonNode value = json.get(name);
		if (value == null || !value.isString()) {
			throw new PermanentMessageException("The message has no text in its field '" + name + "'");
		}
		return value.asString();
	}

}
