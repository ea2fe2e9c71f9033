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

package io.azuretables.patterns.largevalue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import io.azuretables.encryption.DecryptionException;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.execution.ParallelCalls;
import io.azuretables.internal.execution.SegmentedScan;
import io.azuretables.key.KeyRange;
import io.azuretables.key.TableKey;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.blob.BlobStore.Blob;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.internal.content.ContentNames;
import io.azuretables.patterns.internal.content.ContentSweep;
import io.azuretables.patterns.largevalue.LargeValueFinding.Fault;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.message.MessageHandlerRegistration;
import io.azuretables.query.Criteria;
import io.azuretables.row.RowRequest;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.util.Assert;

/**
 * Writes, reads and deletes the content of a {@link LargeValue} together with its entity.
 * An entity never names a blob that is not there. A process that ends, or an answer that
 * is lost, leaves at most a blob that no entity names, which {@link #sweep} deletes. Safe
 * for concurrent use.
 *
 * @param <T> the entity
 * @since 0.1
 */
public final class LargeValueTemplate<T> {

	/**
	 * How often a reader looks for a content that is replaced all the time.
	 */
	private static final int ATTEMPTS = 5;

	private static final String NO_CONTENT = "The content must not be null; call remove to save an entity without one";

	/**
	 * So many segments of a large table are read at the same time.
	 */
	private static final int CONCURRENCY = 4;

	private final LargeValueProperty<T> property;

	private final ContentWrites<T> writes;

	/**
	 * A template for one property of a class.
	 * @param gateway that of the operations, for sweeps
	 * @param property the property of type {@link LargeValue}
	 * @throws InvalidDataAccessApiUsageException if there is no such property, if it has
	 * a {@code @Part}, or if the class has no {@code @Version}
	 */
	public LargeValueTemplate(TableOperations operations, TableGateway gateway, BlobStore blobs, Class<T> type,
			String property) {
		this.property = new LargeValueProperty<>(operations, gateway, blobs, type, property);
		this.writes = new UnguardedContentWrites<>(this.property);
	}

	/**
	 * A template for one property of a class that guards each write by a message. A
	 * worker with the {@link #handler} deletes what is not named, also after this process
	 * has ended; otherwise that waits for the sweep.
	 * @param queue sends the messages
	 * @param property the property of type {@link LargeValue}
	 * @throws InvalidDataAccessApiUsageException if there is no such property, if it has
	 * a {@code @Part}, if the class has no {@code @Version}, or if its row key begins
	 * with no literal
	 */
	public LargeValueTemplate(TableOperations operations, EventuallyConsistentQueueTemplate queue, BlobStore blobs,
			Class<T> type, String property) {
		this.property = new LargeValueProperty<>(operations, queue.gateway(), blobs, type, property);
		this.writes = new GuardedContentWrites<>(this.property, queue);
	}

	/**
	 * Returns the queue that guards the writes; empty if there is none.
	 */
	public Optional<EventuallyConsistentQueueTemplate> queue() {
		return (this.writes instanceof GuardedContentWrites<T> guarded) ? Optional.of(guarded.queue())
				: Optional.empty();
	}

	/**
	 * Returns the handler that a worker needs for the messages of this template; empty if
	 * it has no queue.
	 */
	public Optional<MessageHandlerRegistration<ContentChange>> handler() {
		return (this.writes instanceof GuardedContentWrites<T> guarded) ? Optional.of(guarded.handler())
				: Optional.empty();
	}

	/**
	 * Saves an entity with a content, as {@link #save(Object, InputStream, long)}.
	 */
	public T save(T entity, byte[] content) {
		Assert.notNull(content, NO_CONTENT);
		return save(entity, new ByteArrayInputStream(content), content.length);
	}

	/**
	 * Saves an entity with a content. The content is written to a new blob, the entity is
	 * saved with its name by its version, and then the blob of the content that was
	 * replaced is deleted. Three requests, two if no content is replaced; for a content
	 * of more than 4 MiB, those of {@link BlobStore#put} instead of the first one.
	 * <p>
	 * If the entity is refused, the new blob is deleted, two requests more. If it is not
	 * known whether the entity was saved, both blobs stay.
	 * <p>
	 * With a queue: a message, the blob and the entity, three requests in any case. A
	 * worker deletes what is not named when the message comes, and what is in doubt, too.
	 * @param content is read to its end, and not closed
	 * @return the entity to go on with, with its new version and value
	 * @throws OptimisticLockingFailureException if another writer has changed it
	 * @throws org.springframework.dao.DuplicateKeyException if a new one is there already
	 * @throws InvalidDataAccessApiUsageException if the stream is shorter or longer than
	 * said, or if the value of the entity belongs to another one; nothing is written to
	 * the table
	 */
	public T save(T entity, InputStream content, long length) {
		Assert.notNull(content, NO_CONTENT);
		Assert.isTrue(length >= 0, "The length must not be negative");
		return this.writes.save(entity, ownValue(entity), content, length);
	}

	/**
	 * Saves an entity without a content, and deletes the one that it had. Two requests,
	 * or none if it has no content.
	 * @return the entity to go on with
	 * @throws OptimisticLockingFailureException if another writer has changed it
	 */
	public T remove(T entity) {
		LargeValue old = ownValue(entity);
		return (old != null) ? this.writes.remove(entity, old) : entity;
	}

	/**
	 * Deletes an entity of its version, and its content. Two requests.
	 * @throws OptimisticLockingFailureException if another writer has changed or deleted
	 * it
	 */
	public void delete(T entity) {
		this.writes.delete(entity, ownValue(entity));
	}

	/**
	 * Opens the content of an entity, to be read in constant memory. One request, and
	 * those of {@link BlobStore#open}; two more each time that the content was replaced
	 * since the entity was read: then it is the new one.
	 * <p>
	 * Size and SHA-256 are checked while the stream is read; reading fails with an
	 * {@link IOException} before its end if they are not those of the row, or if the blob
	 * is deleted meanwhile. What cannot be decrypted fails with an {@link IOException}
	 * whose cause is a {@link DecryptionException}.
	 * @return empty if the entity has no content, or is not there any more
	 * @throws InvalidDataAccessApiUsageException if the row names the blob of another
	 * entity
	 * @throws MissingContentException if the entity names a blob that is not there
	 */
	public Optional<InputStream> open(T entity) {
		return open(entity, ATTEMPTS).map((opened) -> opened.content);
	}

	/**
	 * Reads the content of an entity into memory, as {@link #open} opens it.
	 * @throws MissingContentException if the entity names a blob that is not there, or
	 * has another content than was saved
	 * @throws DecryptionException if the content is not what was encrypted for the entity
	 */
	public Optional<byte[]> read(T entity) {
		T current = entity;
		for (int attempt = ATTEMPTS;; attempt--) {
			Opened<T> opened = open(current, attempt).orElse(null);
			if (opened == null) {
				return Optional.empty();
			}
			try (InputStream content = opened.content) {
				return Optional.of(content.readAllBytes());
			}
			catch (IOException ex) {
				T again = again(opened.entity).orElse(null);
				if (again == null) {
					return Optional.empty();
				}
				if (attempt == 1 || Objects.equals(this.property.value(again), this.property.value(opened.entity))) {
					throw LargeValueProperty.unreadable(ex);
				}
				current = again;
			}
		}
	}

	private Optional<Opened<T>> open(T entity, int attempts) {
		T current = entity;
		for (int attempt = 0; attempt <= attempts; attempt++) {
			LargeValue value = ownValue(current);
			if (value == null) {
				return Optional.empty();
			}
			Optional<InputStream> content = this.property.open(value, this.property.key(current));
			if (content.isPresent()) {
				return Optional.of(new Opened<>(current, content.get()));
			}
			T again = again(current).orElse(null);
			if (again == null) {
				return Optional.empty();
			}
			if (value.equals(this.property.value(again))) {
				throw this.property.missing();
			}
			current = again;
		}
		throw new OptimisticLockingFailureException("The content of " + this.property.name()
				+ " was replaced each time before it could be read; read it again later");
	}

	private Optional<T> again(T entity) {
		return this.property.operations().findById(this.property.type(), this.property.key(entity));
	}

	/**
	 * Deletes blobs that no entity names: those of processes that ended during a save, of
	 * saves whose answer was lost, and of entities that were deleted by a query or by
	 * their key. One request for up to 5,000 blobs, and one for each that is old enough.
	 * With a queue, three more for each that no entity names, since its write is
	 * forbidden first; then any age is safe.
	 * @param before when they were written at the latest; a day ago is safe: longer than
	 * any save takes
	 * @return how many were deleted
	 */
	public long sweep(Instant before) {
		ContentNames names = this.property.names(this.property.table());
		return new ContentSweep(this.property.blobs(), names).sweep(before, this.writes::isOrphan);
	}

	/**
	 * Finds rows whose content is missing. Reads the whole table, and one request for
	 * each row with a content. What is written meanwhile may be reported although it is
	 * right. More than ten pages are read in segments of partitions, several at the same
	 * time.
	 * @param findings is given each difference, by one thread at a time
	 * @return how many rows have a content
	 */
	public long verify(Consumer<LargeValueFinding> findings) {
		String blobs = this.property.columns().blob();
		String table = this.property.table();
		ContentNames names = this.property.names(table);
		RowRequest request = RowRequest.of(table, null)
			.withSelect(List.of("PartitionKey", "RowKey", blobs, this.property.columns().size()));
		AtomicLong count = new AtomicLong();
		new SegmentedScan(this.property.gateway(), new ParallelCalls(CONCURRENCY, threads()), request,
				Criteria.where(blobs).greaterThanOrEqual(""), KeyRange.all())
			.run((page) -> page.forEach((row) -> {
				String blob = String.valueOf(row.get(blobs));
				Fault fault = fault(row, blob, names);
				if (fault != null) {
					synchronized (count) {
						findings.accept(new LargeValueFinding(row.key(), blob, fault));
					}
				}
				count.incrementAndGet();
			}));
		return count.get();
	}

	private ThreadFactory threads() {
		return queue().map((queue) -> queue.options().threads()).orElse(ParallelCalls.DAEMONS);
	}

	/**
	 * Returns the class of the entities.
	 */
	public Class<T> type() {
		return this.property.type();
	}

	/**
	 * Returns the name of the property.
	 */
	public String property() {
		return this.property.propertyName();
	}

	/**
	 * Tells whether contents are encrypted.
	 */
	public boolean isEncrypted() {
		return this.property.isEncrypted();
	}

	/**
	 * Tells whether the content of a row is encrypted with the current data key; also
	 * true without a content. One request.
	 * @throws MissingContentException if it is not there
	 */
	public boolean isCurrent(TableRow row) {
		LargeValue value = this.property.value(row);
		return value == null || this.property.isCurrent(value);
	}

	/**
	 * Reads the content of a row to its end, in constant memory.
	 * @throws MissingContentException if it is not there, or not what was saved
	 * @throws DecryptionException if it is not what was encrypted for the entity
	 */
	public void verify(TableRow row) {
		LargeValue value = this.property.value(row);
		if (value != null) {
			this.property.reading(value, row.key(), (content) -> {
				try {
					return content.transferTo(OutputStream.nullOutputStream());
				}
				catch (IOException ex) {
					throw new UncheckedIOException(ex);
				}
			});
		}
	}

	/**
	 * Encrypts the content of a row again, as {@code EncryptionTemplate.reencrypt} does
	 * for all: the content is written to a new blob, then the row and its index rows with
	 * the name of that blob, and then the old blob is deleted, as {@link #save} does. No
	 * callback is called.
	 * @param row all columns of the entity
	 * @throws OptimisticLockingFailureException if the row has been changed since it was
	 * read; its content stays as it is
	 * @throws MissingContentException if the content is not there
	 */
	public void reencrypt(TableRow row) {
		LargeValue value = this.property.value(row);
		if (value != null) {
			this.writes.rewrite(row, value);
		}
	}

	/**
	 * Returns the same template over other operations, such as those of another table.
	 */
	public LargeValueTemplate<T> in(TableOperations operations) {
		LargeValueProperty<T> same = this.property;
		return queue()
			.map((queue) -> new LargeValueTemplate<>(operations, queue, same.blobs(), same.type(), same.propertyName()))
			.orElseGet(() -> new LargeValueTemplate<>(operations, same.gateway(), same.blobs(), same.type(),
					same.propertyName()));
	}

	/**
	 * Returns the same template for the entities in one table, whatever the resolver of
	 * table names says: other threads may not know the tenant of the caller.
	 * @param table the name of the table, as the service knows it
	 */
	public LargeValueTemplate<T> in(String table) {
		return in(this.property.operations().in(TableNameResolver.constant(table)));
	}

	/**
	 * Copies the content of another entity into a new blob, and sets the value of an
	 * entity to refer to it. The entity is not saved: until it is, and if it never is,
	 * the blob belongs to the sweep. The requests of reading and of writing the content.
	 * @param entity the entity, with the version by which it will be saved
	 * @param source the property of the other entity
	 * @param other the other entity; if it has no content, the entity gets none
	 * @throws OptimisticLockingFailureException if the other content was replaced or
	 * deleted since the other entity was read
	 * @throws MissingContentException if the other entity names a blob that is not there,
	 * or has another content than was saved
	 */
	public <S> T copy(T entity, LargeValueTemplate<S> source, S other) {
		LargeValue value = source.ownValue(other);
		if (value == null) {
			return this.property.with(entity, null);
		}
		String blob = this.property.names(this.property.table()).newName(this.property.key(entity));
		try {
			return this.property.with(entity, source.property.reading(value, source.property.key(other),
					(content) -> this.property.put(entity, blob, content, value.size())));
		}
		catch (MissingContentException | DecryptionException ex) {
			S again = source.again(other).orElse(null);
			if (again != null && value.equals(source.property.value(again))) {
				throw ex;
			}
			throw new OptimisticLockingFailureException(
					"The content of " + source.property.name() + " was replaced or deleted while it was copied", ex);
		}
	}

	/**
	 * Deletes the content of an entity that is deleted already, or that names another
	 * one. One request; if it fails, the content is left to the sweep.
	 */
	public void discard(T entity) {
		LargeValue value = ownValue(entity);
		if (value != null) {
			this.property.discard(value);
		}
	}

	private @Nullable Fault fault(TableRow row, String name, ContentNames names) {
		if (!names.isNameFor(row.key(), name)) {
			return Fault.FOREIGN;
		}
		try (Stream<Blob> found = this.property.blobs().list(name)) {
			Blob blob = found.filter((one) -> one.name().equals(name)).findFirst().orElse(null);
			if (blob == null) {
				return Fault.MISSING;
			}
			return this.property.isSize(blob.size(), row.get(this.property.columns().size())) ? null
					: Fault.DIFFERENT_SIZE;
		}
	}

	private @Nullable LargeValue ownValue(T entity) {
		return this.property.ownValue(entity, this.property.key(entity));
	}

	/**
	 * A content that is open.
	 *
	 * @param entity the entity that names it
	 * @param content the content
	 */
	private record Opened<T>(T entity, InputStream content) {

	}

	/**
	 * A write of an entity whose blob is not the same after it.
	 *
	 * @param table the table
	 * @param partitionKey the partition key of the entity
	 * @param rowKey the row key of the entity
	 * @param written whether a new blob is written, named after the token of the write
	 * @param old the name of the blob that the entity has before; {@code null} if it has
	 * none
	 */
	public record ContentChange(String table, String partitionKey, String rowKey, boolean written,
			@Nullable String old) {

		ContentChange(String table, TableKey key, boolean written, @Nullable LargeValue old) {
			this(table, key.partitionKey(), key.rowKey(), written, (old != null) ? old.blob() : null);
		}

		TableKey key() {
			return new TableKey(this.partitionKey, this.rowKey);
		}

	}

}
