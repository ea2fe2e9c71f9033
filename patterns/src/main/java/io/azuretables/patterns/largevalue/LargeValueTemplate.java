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
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.azuretables.convert.TableConverter;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.model.TablePersistentEntity;
import io.azuretables.mapping.model.TablePersistentProperty;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.blob.BlobStore.Blob;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.internal.content.ContentNames;
import io.azuretables.patterns.internal.content.ContentSweep;
import io.azuretables.patterns.largevalue.LargeValueFinding.Fault;
import io.azuretables.row.RowIterator;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.TableRow;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataIntegrityViolationException;
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

	private static final Log logger = LogFactory.getLog(LargeValueTemplate.class);

	/**
	 * How often a reader looks for a content that is replaced all the time.
	 */
	private static final int ATTEMPTS = 5;

	private final TableOperations operations;

	private final TableGateway gateway;

	private final BlobStore blobs;

	private final Class<T> type;

	private final TablePersistentProperty property;

	private final Columns columns;

	/**
	 * A template for one property of a class.
	 * @param gateway that of the operations, for sweeps
	 * @param property the property of type {@link LargeValue}
	 * @throws InvalidDataAccessApiUsageException if there is no such property, if it has
	 * a {@code @Part}, or if the class has no {@code @Version}
	 */
	public LargeValueTemplate(TableOperations operations, TableGateway gateway, BlobStore blobs, Class<T> type,
			String property) {
		this.operations = operations;
		this.gateway = gateway;
		this.blobs = blobs;
		this.type = type;
		TablePersistentEntity<?> entity = operations.converter().entity(type);
		TablePersistentProperty found = entity.getPersistentProperty(property);
		if (found == null || found.getType() != LargeValue.class) {
			throw new InvalidDataAccessApiUsageException(
					name(property) + " is not a LargeValue; declare a property of this type in the class itself");
		}
		if (!entity.hasVersionProperty()) {
			throw new InvalidDataAccessApiUsageException(name(property) + " is a LargeValue, and "
					+ type.getSimpleName() + " has no @Version property; add one: without it, two writers at a time "
					+ "would leave a row that names a deleted blob");
		}
		if (entity.model().rolling() != null) {
			throw new InvalidDataAccessApiUsageException(
					name(property) + " is a LargeValue, and " + type.getSimpleName()
							+ " is a @RollingTable, which is dropped without its blobs; use one of them");
		}
		this.property = found;
		this.columns = new Columns(LargeValueNames.column(entity, property + ".blob"),
				LargeValueNames.column(entity, property + ".size"));
		if (entity.model().parts().part(this.columns.blob()) != null) {
			throw new InvalidDataAccessApiUsageException(name(property)
					+ " is a LargeValue with a @Part, and sweeps look for the names of blobs in the main row; "
					+ "leave out its @Part");
		}
	}

	private String name(String name) {
		return this.type.getSimpleName() + "." + name;
	}

	private String name() {
		return name(this.property.getName());
	}

	/**
	 * Saves an entity with a content, as {@link #save(Object, InputStream, long)}.
	 */
	public T save(T entity, byte[] content) {
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
	 * @param content is read to its end, and not closed
	 * @return the entity to go on with, with its new version and value
	 * @throws OptimisticLockingFailureException if another writer has changed it
	 * @throws org.springframework.dao.DuplicateKeyException if a new one is there already
	 * @throws InvalidDataAccessApiUsageException if the stream is shorter or longer than
	 * said, or if the value of the entity belongs to another one; nothing is written to
	 * the table
	 */
	public T save(T entity, InputStream content, long length) {
		Assert.isTrue(length >= 0, "The length must not be negative");
		TableKey key = converter().key(entity);
		LargeValue old = ownValue(entity, key);
		String name = names().newName(key);
		Sha256 hashed = new Sha256(content);
		this.blobs.put(name, hashed, length);
		return write(entity, key, old, new LargeValue(name, length, hashed.hex(), converter().version(entity)));
	}

	/**
	 * Saves an entity without a content, and deletes the one that it had. Two requests,
	 * or none if it has no content.
	 * @return the entity to go on with
	 * @throws OptimisticLockingFailureException if another writer has changed it
	 */
	public T remove(T entity) {
		TableKey key = converter().key(entity);
		LargeValue old = ownValue(entity, key);
		return (old != null) ? write(entity, key, old, null) : entity;
	}

	private T write(T entity, TableKey key, @Nullable LargeValue old, @Nullable LargeValue value) {
		T changed = converter().with(entity, this.property, value);
		T saved;
		try {
			saved = this.operations.save(changed);
		}
		catch (OptimisticLockingFailureException | DataIntegrityViolationException
				| InvalidDataAccessApiUsageException ex) {
			converter().with(changed, this.property, old);
			discardRefused(key, value);
			throw ex;
		}
		catch (RuntimeException ex) {
			// the entity may have been saved, or may be yet: the sweep decides
			converter().with(changed, this.property, old);
			throw ex;
		}
		discard(old);
		return saved;
	}

	/**
	 * Deletes an entity of its version, and its content. Two requests.
	 * @throws OptimisticLockingFailureException if another writer has changed or deleted
	 * it
	 */
	public void delete(T entity) {
		LargeValue old = ownValue(entity, converter().key(entity));
		this.operations.delete(entity);
		discard(old);
	}

	/**
	 * Deletes the blob of an entity that was refused. What runs after a write, such as a
	 * callback, may refuse it as well, so the row is read.
	 */
	private void discardRefused(TableKey key, @Nullable LargeValue value) {
		if (value != null) {
			quietly(() -> {
				if (!isNamed(key, value.blob())) {
					this.blobs.delete(value.blob());
				}
			});
		}
	}

	private void discard(@Nullable LargeValue old) {
		if (old != null) {
			quietly(() -> this.blobs.delete(old.blob()));
		}
	}

	private void quietly(Runnable request) {
		try {
			request.run();
		}
		catch (RuntimeException ex) {
			logger.debug("A blob of " + name() + " could not be deleted; the sweep will do it", ex);
		}
	}

	/**
	 * Opens the content of an entity, to be read in constant memory. One request, and
	 * those of {@link BlobStore#open}; two more each time that the content was replaced
	 * since the entity was read: then it is the new one.
	 * <p>
	 * Size and SHA-256 are checked while the stream is read; reading fails with an
	 * {@link IOException} before its end if they are not those of the row, or if the blob
	 * is deleted meanwhile.
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
				if (attempt == 1 || Objects.equals(value(again), value(opened.entity))) {
					throw new MissingContentException(String.valueOf(ex.getMessage()), ex);
				}
				current = again;
			}
		}
	}

	private Optional<Opened<T>> open(T entity, int attempts) {
		T current = entity;
		for (int attempt = 0; attempt <= attempts; attempt++) {
			LargeValue value = ownValue(current, converter().key(current));
			if (value == null) {
				return Optional.empty();
			}
			Optional<InputStream> content = this.blobs.open(value.blob());
			if (content.isPresent()) {
				return Optional.of(new Opened<>(current, new VerifiedContent(content.get(), value, name())));
			}
			T again = again(current).orElse(null);
			if (again == null) {
				return Optional.empty();
			}
			if (value.equals(value(again))) {
				throw new MissingContentException("A " + this.type.getSimpleName() + " names a blob for its "
						+ this.property.getName() + " that is not there: a program without this template has deleted "
						+ "the blob or written the row; save the content again, or remove it");
			}
			current = again;
		}
		throw new OptimisticLockingFailureException(
				"The content of " + name() + " was replaced each time before it could be read; read it again later");
	}

	private Optional<T> again(T entity) {
		return this.operations.findById(this.type, converter().key(entity));
	}

	/**
	 * Deletes blobs that no entity names: those of processes that ended during a save, of
	 * saves whose answer was lost, and of entities that were deleted by a query or by
	 * their key. One request for up to 5,000 blobs, and one for each that is old enough.
	 * @param before when they were written at the latest; a day ago is safe: longer than
	 * any save takes
	 * @return how many were deleted
	 */
	public long sweep(Instant before) {
		return new ContentSweep(this.blobs, names()).sweep(before, this::isNamed);
	}

	/**
	 * Whether the row names a blob, whatever class it is of.
	 */
	private boolean isNamed(TableKey key, String blob) {
		String column = this.columns.blob();
		TableRow row = this.gateway.read(table(), key, List.of("PartitionKey", "RowKey", column), RowReader.rows());
		return row != null && blob.equals(row.get(column));
	}

	/**
	 * Looks for rows whose content is not there. Reads the whole table, and one request
	 * for each row with a content. What is written meanwhile may be reported although it
	 * is right.
	 * @param findings is given each difference
	 * @return how many rows have a content
	 */
	public long verify(Consumer<LargeValueFinding> findings) {
		RowRequest request = RowRequest.of(table(), this.columns.blob() + " ge ''")
			.withSelect(List.of("PartitionKey", "RowKey", this.columns.blob(), this.columns.size()));
		Iterator<TableRow> rows = new RowIterator<>(request, (page) -> this.gateway.read(page, RowReader.rows()));
		long count = 0;
		while (rows.hasNext()) {
			TableRow row = rows.next();
			String blob = String.valueOf(row.get(this.columns.blob()));
			Fault fault = fault(row, blob);
			if (fault != null) {
				findings.accept(new LargeValueFinding(row.key(), blob, fault));
			}
			count++;
		}
		return count;
	}

	private @Nullable Fault fault(TableRow row, String name) {
		if (!names().isNameFor(row.key(), name)) {
			return Fault.FOREIGN;
		}
		try (Stream<Blob> found = this.blobs.list(name)) {
			Blob blob = found.filter((one) -> one.name().equals(name)).findFirst().orElse(null);
			if (blob == null) {
				return Fault.MISSING;
			}
			return Objects.equals(blob.size(), row.get(this.columns.size())) ? null : Fault.DIFFERENT_SIZE;
		}
	}

	private @Nullable LargeValue value(T entity) {
		return (LargeValue) this.operations.converter()
			.entity(entity.getClass())
			.values(entity)
			.getProperty(this.property);
	}

	/**
	 * The value of an entity, which must be its own: a row that another program has
	 * written must not lead to the blob of another entity.
	 */
	private @Nullable LargeValue ownValue(T entity, TableKey key) {
		LargeValue value = value(entity);
		if (value != null && !names().isNameFor(key, value.blob())) {
			throw new InvalidDataAccessApiUsageException("The " + this.property.getName() + " of the "
					+ this.type.getSimpleName() + " belongs to an entity with another key; save the content itself: "
					+ "a blob is never named by two entities");
		}
		return value;
	}

	/**
	 * The table is asked each time: its name may depend on who calls.
	 */
	private ContentNames names() {
		return LargeValueNames.of(this.columns.blob(), table());
	}

	private String table() {
		return this.operations.query(this.type).table();
	}

	private TableConverter converter() {
		return this.operations.converter();
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
	 * The columns of the property.
	 *
	 * @param blob the name of the blob
	 * @param size the size
	 */
	private record Columns(String blob, String size) {

	}

}
