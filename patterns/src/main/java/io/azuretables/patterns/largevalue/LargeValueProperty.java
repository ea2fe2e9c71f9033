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

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import io.azuretables.convert.TableConverter;
import io.azuretables.encryption.ContentEncryption;
import io.azuretables.encryption.DecryptionException;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.internal.model.MappedEntity;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.mapping.TablePersistentProperty;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.internal.content.ContentNames;
import io.azuretables.patterns.internal.storage.ExactContent;
import io.azuretables.row.RowReader;
import io.azuretables.row.TableRow;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.TransientDataAccessResourceException;

/**
 * A property of type {@link LargeValue}, with access to its value in an entity, its
 * columns in a row, and its blob.
 *
 * @param <T> the entity
 */
final class LargeValueProperty<T> {

	private static final Log logger = LogFactory.getLog(LargeValueProperty.class);

	/**
	 * How many bytes tell whether a content is encrypted.
	 */
	private static final int START = 4;

	private final TableOperations operations;

	private final TableGateway gateway;

	private final BlobStore blobs;

	private final Class<T> type;

	private final TablePersistentProperty property;

	private final Columns columns;

	private final @Nullable ContentEncryption encryption;

	LargeValueProperty(TableOperations operations, TableGateway gateway, BlobStore blobs, Class<T> type,
			String property) {
		this.operations = operations;
		this.gateway = gateway;
		this.blobs = blobs;
		this.type = type;
		TablePersistentEntity<?> entity = operations.converter().entity(type);
		TablePersistentProperty found = entity.getPersistentProperty(property);
		if (found == null || found.getType() != LargeValue.class) {
			throw refused(property, " is not a LargeValue; declare a property of this type in the class itself");
		}
		this.property = found;
		this.columns = new Columns(LargeValueNames.column(entity, property + ".blob"),
				LargeValueNames.column(entity, property + ".size"), LargeValueNames.column(entity, property + ".sha"));
		this.encryption = operations.converter().contentEncryption(entity, found, this.columns.blob());
		String obstacle = obstacle(entity);
		if (obstacle != null) {
			throw refused(property, " is a LargeValue" + obstacle);
		}
	}

	private InvalidDataAccessApiUsageException refused(String name, String why) {
		return new InvalidDataAccessApiUsageException(this.type.getSimpleName() + "." + name + why);
	}

	private @Nullable String obstacle(TablePersistentEntity<?> entity) {
		String name = entity.getType().getSimpleName();
		if (!entity.hasVersionProperty()) {
			return ", and " + name + " has no @Version property; add one: without it, two writers at a time "
					+ "would leave a row that names a deleted blob";
		}
		if (EntityModel.of(entity).rolling() != null) {
			return ", and " + name + " is a @RollingTable, which is dropped without its blobs; use one of them";
		}
		if (EntityModel.of(entity).parts().part(this.columns.blob()) != null) {
			return " with a @Part, and sweeps look for the names of blobs in the main row; leave out its @Part";
		}
		for (LeafProperty leaf : EntityModel.of(entity).hidden()) {
			if (leaf.name().startsWith(this.property.getName() + ".")) {
				return ", and an EncryptionResolver encrypts the name of its blob, which sweeps look for; let its "
						+ "concerns(…) return false for " + leaf.name()
						+ ", and annotate the property with @Encrypted to encrypt the content";
			}
		}
		return null;
	}

	Class<T> type() {
		return this.type;
	}

	Columns columns() {
		return this.columns;
	}

	BlobStore blobs() {
		return this.blobs;
	}

	TableOperations operations() {
		return this.operations;
	}

	TableGateway gateway() {
		return this.gateway;
	}

	/**
	 * How errors name the property.
	 */
	String name() {
		return this.type.getSimpleName() + "." + this.property.getName();
	}

	String propertyName() {
		return this.property.getName();
	}

	/**
	 * The table is asked each time: its name may depend on who calls.
	 */
	String table() {
		return this.operations.query(this.type).table();
	}

	ContentNames names(String table) {
		return LargeValueNames.of(this.columns.blob(), table);
	}

	TableKey key(T entity) {
		return converter().key(entity);
	}

	/**
	 * Writes a content to a blob.
	 * @return the value that the entity is to be saved with
	 */
	LargeValue put(T entity, String blob, InputStream content, long length) {
		return put(new Place(key(entity), blob), content, length, converter().version(entity));
	}

	/**
	 * Writes the content of a value to another blob, encrypted as it would be now.
	 * @param row the row of the entity
	 */
	LargeValue copy(LargeValue value, TableRow row, String blob) {
		return reading(value, row.key(), (content) -> put(new Place(row.key(), blob), content, value.size(), null));
	}

	/**
	 * Does something with the content of a value.
	 * @throws MissingContentException if it is not there, or not what was saved
	 * @throws DecryptionException if it is not what was encrypted for the entity
	 */
	<R> R reading(LargeValue value, TableKey key, Function<InputStream, R> use) {
		Source source = new Source(open(value, key).orElseThrow(this::missing));
		try (source) {
			return use.apply(source);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (RuntimeException ex) {
			throw (source.failure != null) ? unreadable(source.failure) : ex;
		}
	}

	/**
	 * What a content that cannot be read ends in. Only where a read has failed is the
	 * cause an {@link IOException}, after which workers try again.
	 */
	static DataAccessException unreadable(IOException ex) {
		for (Throwable cause = ex.getCause(); cause != null; cause = cause.getCause()) {
			if (cause instanceof DecryptionException || cause instanceof MissingContentException) {
				return (DataAccessException) cause;
			}
		}
		return new MissingContentException(String.valueOf(ex.getMessage()), ex);
	}

	MissingContentException missing() {
		return new MissingContentException("A " + type().getSimpleName() + " names a blob for its " + propertyName()
				+ " that is not there: a program without this template has deleted "
				+ "the blob or written the row; save the content again, or remove it");
	}

	private LargeValue put(Place place, InputStream content, long length, @Nullable String version) {
		String blob = place.blob();
		ExactContent exact = new ExactContent(content, length);
		ContentEncryption keys = this.encryption;
		Sha256 hashed = new Sha256((keys != null) ? keys.encrypt(exact, place.key(), blob) : exact);
		try {
			this.blobs.put(blob, hashed, storedSize(length));
		}
		catch (RuntimeException ex) {
			exact.check();
			throw ex;
		}
		return new LargeValue(blob, length, hashed.hex(), version);
	}

	private long storedSize(long size) {
		return (this.encryption != null) ? ContentEncryption.storedSize(size) : size;
	}

	/**
	 * Whether a blob can have the size that its content says.
	 */
	boolean isSize(long stored, @Nullable Object size) {
		boolean plain = this.encryption == null || this.encryption.readsPlainContents();
		return size instanceof Long content && (stored == storedSize(content) || (plain && stored == content));
	}

	/**
	 * Opens the content of a value; empty if its blob is not there.
	 */
	Optional<InputStream> open(LargeValue value, TableKey key) {
		return this.blobs.open(value.blob()).map((stored) -> opened(stored, value, key));
	}

	/**
	 * Whether the content of a value is encrypted with the data key that it would get
	 * now. One request.
	 * @throws MissingContentException if it is not there
	 */
	boolean isCurrent(LargeValue value) {
		try (InputStream stored = this.blobs.open(value.blob()).orElseThrow(this::missing)) {
			return this.encryption == null || this.encryption.isCurrent(stored.readNBytes(ContentEncryption.HEADER));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Deletes the blob of a value that no row names any more, or leaves it to the sweep.
	 */
	void discard(LargeValue value) {
		quietly(() -> this.blobs.delete(value.blob()));
	}

	void quietly(Runnable request) {
		try {
			request.run();
		}
		catch (RuntimeException ex) {
			logger.debug("A blob of " + name() + " could not be deleted; the sweep will do it", ex);
		}
	}

	private InputStream opened(InputStream stored, LargeValue value, TableKey key) {
		ContentEncryption keys = this.encryption;
		if (keys == null) {
			return new VerifiedContent(stored, value.size(), value.sha(), name());
		}
		PushbackInputStream known = new PushbackInputStream(stored, START);
		return (keys.readsPlainContents() && !isEncrypted(known))
				? new VerifiedContent(known, value.size(), value.sha(), name()) : keys.decrypt(
						new VerifiedContent(known, storedSize(value.size()), value.sha(), name()), key, value.blob());
	}

	private boolean isEncrypted(PushbackInputStream stored) {
		try {
			byte[] start = stored.readNBytes(START);
			stored.unread(start);
			return ContentEncryption.isEncrypted(start);
		}
		catch (IOException ex) {
			throw new TransientDataAccessResourceException("The content of " + name() + " could not be read", ex);
		}
	}

	boolean isEncrypted() {
		return this.encryption != null;
	}

	/**
	 * The value that a row has.
	 */
	@Nullable LargeValue value(TableRow row) {
		if (row.get(this.columns.blob()) instanceof String blob && row.get(this.columns.size()) instanceof Long size
				&& row.get(this.columns.sha()) instanceof String sha) {
			checkOwn(row.key(), blob);
			return new LargeValue(blob, size, sha, row.etag());
		}
		return null;
	}

	TableRow with(TableRow row, LargeValue value) {
		return row.with(this.columns.blob(), value.blob())
			.with(this.columns.size(), value.size())
			.with(this.columns.sha(), value.sha());
	}

	T with(T entity, @Nullable LargeValue value) {
		return converter().with(entity, this.property, value);
	}

	@Nullable LargeValue value(T entity) {
		return (LargeValue) MappedEntity.of(converter().entity(entity.getClass()))
			.values(entity)
			.getProperty(this.property);
	}

	/**
	 * The value of an entity, which must be its own: a row that another program has
	 * written must not lead to the blob of another entity.
	 */
	@Nullable LargeValue ownValue(T entity, TableKey key) {
		LargeValue value = value(entity);
		if (value != null) {
			checkOwn(key, value.blob());
		}
		return value;
	}

	private void checkOwn(TableKey key, String blob) {
		if (!names(table()).isNameFor(key, blob)) {
			throw new InvalidDataAccessApiUsageException("The " + this.property.getName() + " of the "
					+ this.type.getSimpleName() + " belongs to an entity with another key; save the content itself: "
					+ "a blob is never named by two entities");
		}
	}

	/**
	 * Whether the row names a blob, whatever class it is of. One request.
	 */
	boolean isNamed(String table, TableKey key, String blob) {
		String column = this.columns.blob();
		TableRow row = this.gateway.read(table, key, List.of("PartitionKey", "RowKey", column), RowReader.rows());
		return row != null && blob.equals(row.get(column));
	}

	private TableConverter converter() {
		return this.operations.converter();
	}

	/**
	 * Where a content goes.
	 *
	 * @param key the key of its entity
	 * @param blob the name of its blob
	 */
	private record Place(TableKey key, String blob) {

	}

	/**
	 * A content that remembers why it could not be read.
	 */
	private static final class Source extends FilterInputStream {

		private @Nullable IOException failure;

		Source(InputStream content) {
			super(content);
		}

		@Override
		public int read() throws IOException {
			byte[] one = new byte[1];
			return (read(one, 0, 1) == -1) ? -1 : one[0] & 0xFF;
		}

		@Override
		public int read(byte[] target, int offset, int size) throws IOException {
			try {
				return super.read(target, offset, size);
			}
			catch (IOException ex) {
				this.failure = ex;
				throw ex;
			}
		}

	}

	/**
	 * The columns of the property.
	 *
	 * @param blob the name of the blob
	 * @param size the size
	 * @param sha the SHA-256 of the blob
	 */
	record Columns(String blob, String size, String sha) {

	}

}
