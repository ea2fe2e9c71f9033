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

package io.azuretables.samples.guide;

import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import io.azuretables.autoconfigure.client.TableGatewayDecorator;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.queue.transport.MessageSignature;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.patterns.queue.transport.ReceivedMessage;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Component;

/**
 * Records the requests that a step sends to tables, queues and blobs. Repeated attempts
 * and the creation of tables are left out.
 */
@Component
class Recorder implements TableGatewayDecorator {

	private final AtomicReference<@Nullable List<RecordedRequest>> recording = new AtomicReference<>();

	/**
	 * Begins to record.
	 */
	void start() {
		this.recording.set(new ArrayList<>());
	}

	/**
	 * Ends recording.
	 * @return the requests since it began
	 */
	List<RecordedRequest> stop() {
		List<RecordedRequest> requests = this.recording.getAndSet(null);
		synchronized (this) {
			return (requests != null) ? List.copyOf(requests) : List.of();
		}
	}

	private synchronized void add(RecordedRequest request) {
		List<RecordedRequest> requests = this.recording.get();
		if (requests != null) {
			requests.add(request);
		}
	}

	@Override
	public TableGateway decorate(TableGateway gateway) {
		return new Tables(gateway);
	}

	MessageTransport decorate(MessageTransport queue) {
		return new Queue(queue);
	}

	BlobStore decorate(BlobStore blobs) {
		return new Blobs(blobs);
	}

	private final class Tables extends ForwardingTableGateway {

		Tables(TableGateway target) {
			super(target);
		}

		@Override
		public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select, RowReader<T> reader) {
			T row = super.read(table, key, select, reader);
			add(new RecordedRequest("table", "read", table, List.of(key), null, (row != null) ? 1 : 0));
			return row;
		}

		@Override
		public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
			RowPage<T> page = super.read(request, reader);
			String filter = request.filter();
			add(new RecordedRequest("table", "query", request.table(), List.of(), (filter != null) ? filter : "",
					page.rowsRead()));
			return page;
		}

		@Override
		public @Nullable String write(String table, RowWrite write) {
			add(new RecordedRequest("table", name(write), table, List.of(write.key()), null, 1));
			return super.write(table, write);
		}

		@Override
		@SuppressWarnings("NullAway") // JDK 17 reads no annotations inside generics of
										// classes
		public List<@Nullable String> submit(AtomicBatch batch) {
			List<TableKey> keys = batch.writes().stream().map(RowWrite::key).toList();
			add(new RecordedRequest("table", "transaction", batch.table(), keys, null, keys.size()));
			return super.submit(batch);
		}

		private static String name(RowWrite write) {
			return write.getClass().getSimpleName().toLowerCase(Locale.ROOT);
		}

		@Override
		public boolean deleteTable(String table) {
			add(RecordedRequest.of("table", "delete-table", table));
			return super.deleteTable(table);
		}

		@Override
		public List<String> tables() {
			add(RecordedRequest.of("table", "list-tables", ""));
			return super.tables();
		}

	}

	private final class Queue implements MessageTransport {

		private final MessageTransport target;

		Queue(MessageTransport target) {
			this.target = target;
		}

		@Override
		public Optional<URI> address() {
			return this.target.address();
		}

		@Override
		public ReceivedMessage send(String body, Duration hidden) {
			add(RecordedRequest.of("queue", hidden.isZero() ? "send" : "send hidden", ""));
			return this.target.send(body, hidden);
		}

		@Override
		public List<ReceivedMessage> receive(int most, Duration hidden) {
			add(RecordedRequest.of("queue", "receive", ""));
			return this.target.receive(most, hidden);
		}

		@Override
		public ReceivedMessage update(ReceivedMessage message, String body, Duration hidden) {
			add(RecordedRequest.of("queue", hidden.isZero() ? "show" : "hide", ""));
			return this.target.update(message, body, hidden);
		}

		@Override
		public boolean delete(ReceivedMessage message) {
			add(RecordedRequest.of("queue", "delete", ""));
			return this.target.delete(message);
		}

		@Override
		public long depth() {
			return this.target.depth();
		}

		@Override
		public Optional<ReceivedMessage> peek() {
			return this.target.peek();
		}

		@Override
		public MessageSignature signature() {
			return this.target.signature();
		}

	}

	private final class Blobs implements BlobStore {

		private final BlobStore target;

		Blobs(BlobStore target) {
			this.target = target;
		}

		@Override
		public boolean putIfAbsent(String name, byte[] content, Map<String, String> metadata) {
			add(RecordedRequest.of("blob", "put", name));
			return this.target.putIfAbsent(name, content, metadata);
		}

		@Override
		public void put(String name, InputStream content, long length) {
			add(RecordedRequest.of("blob", "put", name));
			this.target.put(name, content, length);
		}

		@Override
		public Optional<byte[]> read(String name) {
			add(RecordedRequest.of("blob", "read", name));
			return this.target.read(name);
		}

		@Override
		public Optional<InputStream> open(String name) {
			add(RecordedRequest.of("blob", "read", name));
			return this.target.open(name);
		}

		@Override
		public boolean delete(String name) {
			add(RecordedRequest.of("blob", "delete", name));
			return this.target.delete(name);
		}

		@Override
		public Optional<BlobVersion> readVersion(String name) {
			add(RecordedRequest.of("blob", "read", name));
			return this.target.readVersion(name);
		}

		@Override
		public String replaceIf(String name, byte[] content, String version) {
			add(RecordedRequest.of("blob", "put", name));
			return this.target.replaceIf(name, content, version);
		}

		@Override
		public void deleteIf(String name, String version) {
			add(RecordedRequest.of("blob", "delete", name));
			this.target.deleteIf(name, version);
		}

		@Override
		public Stream<Blob> list(String prefix) {
			add(RecordedRequest.of("blob", "list", prefix));
			return this.target.list(prefix);
		}

	}

}
