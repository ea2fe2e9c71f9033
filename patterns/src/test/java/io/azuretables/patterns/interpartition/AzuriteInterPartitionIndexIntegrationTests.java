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

package io.azuretables.patterns.interpartition;

import java.util.function.Function;

import io.azuretables.client.Azurite;
import io.azuretables.gateway.TableGateway;
import io.azuretables.patterns.queue.transport.EmbeddedMessageTransport;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.patterns.sample.AzuriteTables;
import io.azuretables.sample.MutableClock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The promises over HTTP; messages stay in memory, where time can be put forward.
 */
@Tag("storm")
@ExtendWith(Azurite.LogOfFailures.class)
class AzuriteInterPartitionIndexIntegrationTests extends InterPartitionIndexContract {

	@Override
	TableGateway gateway() {
		return AzuriteTables.gateway();
	}

	@Override
	Function<MutableClock, MessageTransport> transports() {
		return EmbeddedMessageTransport::new;
	}

	@Override
	boolean isTried(Change change) {
		return change == Change.MERGE || change == Change.DELETE;
	}

}
