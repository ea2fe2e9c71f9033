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

package io.azuretables.internal.write;

import java.util.Objects;

import io.azuretables.gateway.ServiceErrorException;
import io.azuretables.internal.change.EntityChange;
import io.azuretables.internal.conversion.IndexVersion;
import io.azuretables.internal.conversion.MovingVersion;
import io.azuretables.internal.convert.RowValues;
import io.azuretables.internal.index.EntityIndexes;
import io.azuretables.internal.model.EntityModel.Discriminator;
import io.azuretables.internal.model.SeriesMapping;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.write.EntityMovingException;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;

/**
 * The write of one entity after its callbacks: row, mode and condition.
 *
 * @param <T> the class of the entity
 * @param entity the entity
 * @param values its row
 * @param target where it goes
 * @param mode what shall become of it
 * @param versioned whether a version counts
 * @param version the version that its row must have, or {@code null} for a new one
 */
public record PreparedWrite<T>(T entity, RowValues values, Target target, WriteMode mode, boolean versioned,
		@Nullable String version) {

	private static final int HTTP_NOT_FOUND = 404;

	PreparedWrite<T> expecting(String version) {
		return new PreparedWrite<>(this.entity, this.values, this.target, this.mode, true, version);
	}

	/**
	 * The row.
	 */
	public TableRow row() {
		return this.values.row();
	}

	/**
	 * Whether it is the write of a row, without an object.
	 */
	boolean isOfRow() {
		return this.entity instanceof TableKey || this.entity instanceof TableRow;
	}

	/**
	 * The same write under another token, since nothing can become of the one that it
	 * has.
	 */
	PreparedWrite<T> renewed() {
		return new PreparedWrite<>(this.entity, this.values.with(row().with(RowWrite.TOKEN, WriteToken.next())),
				this.target, this.mode, this.versioned, this.version);
	}

	/**
	 * The change that the write makes, for what changes with the entity.
	 * @param previous the row as it was, if it is known and was there
	 */
	EntityChange change(@Nullable TableRow previous) {
		RowValues before = (previous != null) ? this.values.stored(previous) : null;
		if (this.mode == WriteMode.DELETE) {
			return new EntityChange(row().key(), token(), null, needsPrevious() ? before : this.values, null);
		}
		boolean whole = !(this.entity instanceof TableRow);
		return new EntityChange(row().key(), token(), whole ? this.entity : null, before, this.values);
	}

	/**
	 * What tells the write from all others, where other rows change with it.
	 */
	private String token() {
		return Objects.requireNonNull(row().get(RowWrite.TOKEN, String.class));
	}

	/**
	 * Whether the write must know the row as it was.
	 */
	boolean needsPrevious() {
		EntityIndexes indexes = this.target.indexes();
		return !isInsert() && (indexes.needPrevious() || (this.version == null && indexes.mayMeetOtherTypes())
				|| indexes.readsNewerTypes() || (indexes.mayMove() && isOpen(this.version)) || keepsOperations());
	}

	/**
	 * Whether the row keeps the operations that took effect on it. An entity does not
	 * have them, and one of another version may lack what they did.
	 */
	private boolean keepsOperations() {
		return this.version != null && this.mode != WriteMode.DELETE && !isOfRow()
				&& !this.target.indexes().model().series().isEmpty();
	}

	/**
	 * The row with what is kept of the row as it was, if that is known.
	 */
	TableRow kept(TableRow row, @Nullable TableRow previous) {
		Object operations = (previous != null && keepsOperations()) ? previous.get(SeriesMapping.OPERATIONS) : null;
		return (operations != null) ? row.with(SeriesMapping.OPERATIONS, operations) : row;
	}

	/**
	 * Whether the version does not tell that the entity is moving, as that of its own row
	 * would: only the row as it was does.
	 */
	private static boolean isOpen(@Nullable String version) {
		return version == null || IndexVersion.parse(version).isPresent();
	}

	/**
	 * The row as it was, as far as it concerns the write: to delete an entity of one type
	 * does not delete one of another type that has its key.
	 */
	@Nullable TableRow previous(@Nullable TableRow read) {
		return (read != null && isIdempotentDelete() && this.target.indexes().isOfOtherType(read)) ? null : read;
	}

	/**
	 * Whether the row must not exist yet.
	 */
	boolean isInsert() {
		return this.mode == WriteMode.INSERT || (this.mode == WriteMode.SAVE && this.versioned && this.version == null);
	}

	/**
	 * Whether a conflict only says that another writer was faster, and the write is meant
	 * all the same.
	 */
	boolean isRepeatable() {
		return (!this.versioned || isIdempotentDelete()) && needsPrevious();
	}

	/**
	 * Whether it does not matter if the row is there.
	 */
	boolean isIdempotentDelete() {
		return this.mode == WriteMode.DELETE && this.version == null;
	}

	/**
	 * Whether nothing is left to do if the row that the write must know is not there.
	 */
	boolean isNothingWithoutPrevious() {
		return needsPrevious() && isIdempotentDelete();
	}

	/**
	 * Says of the entity what a store says of its row: it is there, and must not be.
	 */
	DuplicateKeyException taken(DuplicateKeyException refusal) {
		String way = (this.mode == WriteMode.SAVE)
				? ", and the one to be saved has no version, so that it counts as new; save what was read, or change it by "
						+ "updateWithRetry or merge"
				: "";
		return new DuplicateKeyException(
				"The " + this.target.name() + " with this key is there already" + way + ": " + refusal.getMessage(),
				refusal.getCause());
	}

	/**
	 * Says of an entity with a version what a store says of one of its rows.
	 * @param main whether it is the entity's own row, and not that of the index which the
	 * entity was read from
	 */
	OptimisticLockingFailureException conflict(OptimisticLockingFailureException refusal, boolean main) {
		if (this.version == null || !(refusal.getCause() instanceof ServiceErrorException error)) {
			return refusal;
		}
		return (main && error.status() == HTTP_NOT_FOUND) ? gone(error) : changed(error);
	}

	/**
	 * The refusal of a write of a version that the row does not have any more.
	 * @param cause how the service says it, if it does
	 */
	OptimisticLockingFailureException changed(@Nullable Throwable cause) {
		return new OptimisticLockingFailureException(
				"The " + this.target.name() + " has been changed by another writer since it was read", cause);
	}

	/**
	 * Checks that the entity is not moving to another key.
	 * @param previous the row as it was, if it is known and was there
	 * @throws EntityMovingException if it is
	 */
	public void checkNotMoving(@Nullable TableRow previous) {
		boolean own = this.version != null && IndexVersion.parse(this.version).isEmpty();
		if (MovingVersion.parse(this.version).isPresent()
				|| (!own && previous != null && previous.get(RowWrite.MOVE) != null)) {
			throw new EntityMovingException("The " + this.target.name() + " is moving to another key and was not "
					+ "written; read it again in a moment, under its old key or its new one");
		}
	}

	/**
	 * Checks that the version can be that of the entity.
	 * @throws OptimisticLockingFailureException if it cannot
	 */
	public void checkVersion() {
		if (this.version == null || MovingVersion.parse(this.version).isPresent()) {
			return;
		}
		boolean ofIndex = IndexVersion.parse(this.version).isPresent();
		if (!IndexVersion.isPossible(this.version) || (ofIndex && this.target.indexes().isEmpty())) {
			throw new OptimisticLockingFailureException("The " + this.target.name()
					+ " has a version that no row can have, and was not written; give it the "
					+ "version that it was read or last written with");
		}
	}

	/**
	 * The refusal of a write of a row that must be there.
	 * @param cause how the service says it, if it does
	 */
	OptimisticLockingFailureException gone(@Nullable Throwable cause) {
		return new OptimisticLockingFailureException("The " + this.target.name() + " is not there any more", cause);
	}

	/**
	 * The refusal to write over a row of a type that is not known here.
	 */
	DataIntegrityViolationException ofUnknownType(TableRow previous) {
		Discriminator type = Objects.requireNonNull(this.target.indexes().model().discriminator());
		return new DataIntegrityViolationException("The " + this.target.name() + " was not written: the row under its "
				+ "key " + type.described(previous.get(type.column()))
				+ ", which no mapped class stands for, and would be lost. If the "
				+ "value of an @EntityType was changed, change it back, or change these rows first by RowTemplate");
	}

	/**
	 * The refusal to change a row of another type that is known here.
	 */
	DataIntegrityViolationException ofOtherType(TableRow previous) {
		Discriminator type = Objects.requireNonNull(this.target.indexes().model().discriminator());
		return new DataIntegrityViolationException("The " + this.target.name() + " was not written: the row under its "
				+ "key " + type.described(previous.get(type.column()))
				+ ", which is another type; delete it first, or replace it by saving a whole " + this.target.name());
	}

	/**
	 * Where an entity goes.
	 *
	 * @param name the name of its class, for messages
	 * @param table the table
	 * @param indexes its indexes
	 */
	public record Target(String name, String table, EntityIndexes indexes) {

	}

}
