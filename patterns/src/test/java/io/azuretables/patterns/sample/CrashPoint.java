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

package io.azuretables.patterns.sample;

import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.queue.transport.MessageSignature;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.queue.transport.ReceivedMessage;
import io.azuretables.patterns.sample.MeteredGateway.Stopped;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;

/**
 * Lets a process die at a given request to any store: before it, or after it was done.
 */
public final class CrashPoint {

	private long requests;

	private long stopAt = Long.MAX_VALUE;

	private boolean applied;

	private long pauseAt;

	private Runnable pause = () -> {
	};

	/**
	 * Dies at a request, counted from 1.
	 * @param afterwards whether the request is done first
	 */
	public void stopAt(long request, boolean afterwards) {
		this.requests = 0;
		this.stopAt = request;
		this.applied = afterwards;
	}

	/**
	 * Does something else before a request, counted from 1.
	 */
	public void before(long request, Runnable action) {
		reset();
		this.pauseAt = request;
		this.pause = action;
	}

	/**
	 * A new process, that does not die.
	 */
	public void reset() {
		stopAt(Long.MAX_VALUE, false);
	}

	public long requests() {
		return this.requests;
	}

	private <T extends @Nullable Object> T request(Supplier<T> action) {
		this.requests++;
		if (this.requests == this.pauseAt) {
			this.pauseAt = 0;
			this.pause.run();
		}
		if (this.requests > this.stopAt || (this.requests == this.stopAt && !this.applied)) {
			throw new Stopped();
		}
		T answer = action.get();
		if (this.requests == this.stopAt) {
			throw new Stopped();
		}
		return answer;
	}

	/**
	 * Tables that are reached by the process. The creation of tables counts for nothing.
	 */
	public TableGateway over(TableGateway gateway) {
		return new ForwardingTableGateway(gateway) {

			@Override
			public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select,
					RowReader<T> reader) {
				return CrashPoint.this.<@Nullable T>request(() -> super.read(table, key, select, reader));
			}

			@Override
			public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
				return request(() -> super.read(request, reader));
			}

			@Override
			public @Nullable String write(String table, RowWrite write) {
				return CrashPoint.this.<@Nullable String>request(() -> super.write(table, write));
			}

			@Override
			public List<@Nullable String> submit(AtomicBatch batch) {
				return request(() -> super.submit(batch));
			}

		};
	}

	/**
	 * Queues and blobs that are reached by the process.
	 */
	public QueueConnection over(QueueConnection connection) {
		BlobStore blobs = connection.blobs();
		return new QueueConnection(over(connection.queue()), over(connection.poison()),
				(blobs != null) ? over(blobs) : null);
	}

	private MessageTransport over(MessageTransport queue) {
		return new MessageTransport() {

			@Override
			public MessageSignature signature() {
				return queue.signature();
			}

			@Override
			public ReceivedMessage send(String body, Duration hidden) {
				return request(() -> queue.send(body, hidden));
			}

			@Override
			public List<ReceivedMessage> receive(int most, Duration hidden) {
				return request(() -> queue.receive(most, hidden));
			}

			@Override
			public ReceivedMessage update(ReceivedMessage message, String body, Duration hidden) {
				return request(() -> queue.update(message, body, hidden));
			}

			@Override
			public boolean delete(ReceivedMessage message) {
				return request(() -> queue.delete(message));
			}

			@Override
			public long depth() {
				return queue.depth();
			}

			@Override
			public Optional<ReceivedMessage> peek() {
				return queue.peek();
			}

		};
	}

	/**
	 * Blobs that are reached by the process.
	 */
	public BlobStore over(BlobStore blobs) {
		return new BlobStore() {

			@Override
			public boolean putIfAbsent(String name, byte[] content, Map<String, String> metadata) {
				return request(() -> blobs.putIfAbsent(name, content, metadata));
			}

			@Override
			public void put(String name, InputStream content, long length) {
				request(() -> {
					blobs.put(name, content, length);
					return true;
				});
			}

			@Override
			public Optional<InputStream> open(String name) {
				return request(() -> blobs.open(name));
			}

			@Override
			public Optional<byte[]> read(String name) {
				return request(() -> blobs.read(name));
			}

			@Override
			public boolean delete(String name) {
				return request(() -> blobs.delete(name));
			}

			@Override
			public Optional<BlobVersion> readVersion(String name) {
				return request(() -> blobs.readVersion(name));
			}

			@Override
			public String replaceIf(String name, byte[] content, String version) {
				return request(() -> blobs.replaceIf(name, content, version));
			}

			@Override
			public void deleteIf(String name, String version) {
				request(() -> {
					blobs.deleteIf(name, version);
					return true;
				});
			}

			@Override
			public Stream<Blob> list(String prefix) {
				return request(() -> blobs.list(prefix));
			}

		};
	}

}
