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

import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.write.DeferredWrites;

/**
 * Lets a template write index rows in other partitions; after a failure, a worker makes
 * them consistent with their entities again. A template that is given one is a writer of
 * the protocol; workers do their half with {@link InterPartitionIndexTemplate}. Safe for
 * concurrent use.
 * <p>
 * Besides its transaction, a write takes one message, and one request for each index row
 * that is new or superseded. Where all indexes that change are eventually consistent, it
 * takes its message only.
 *
 * @since 0.1
 */
public final class InterPartitionIndexWrites implements DeferredWrites {

	private final IndexCommitter committer;

	public InterPartitionIndexWrites(MessageTransport transport) {
		this(transport, IndexOptions.DEFAULTS);
	}

	public InterPartitionIndexWrites(MessageTransport transport, IndexOptions options) {
		this.committer = new IndexCommitter(transport, options);
	}

	@Override
	public Committer committer() {
		return this.committer;
	}

	/**
	 * Returns how many index rows look-ups have so far given to workers to check. No
	 * request.
	 */
	public long repairs() {
		return this.committer.repairs();
	}

}
