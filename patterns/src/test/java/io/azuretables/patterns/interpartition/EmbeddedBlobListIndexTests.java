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

import java.time.InstantSource;
import java.util.function.Function;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.blob.EmbeddedBlobStore;
import io.azuretables.patterns.queue.transport.EmbeddedMessageTransport;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.sample.MutableClock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The promises of indexes in other partitions, with lists in blobs.
 */
@Tag("long")
@Execution(ExecutionMode.CONCURRENT)
class EmbeddedBlobListIndexTests extends InterPartitionIndexContract {

	private final TableGateway gateway = new EmbeddedTableGateway();

	private final BlobStore blobs = new EmbeddedBlobStore(InstantSource.system());

	@Override
	TableGateway gateway() {
		return this.gateway;
	}

	@Override
	BlobStore blobs() {
		return this.blobs;
	}

	@Override
	Function<MutableClock, MessageTransport> transports() {
		return EmbeddedMessageTransport::new;
	}

}
