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

package io.azuretables.patterns.evolution;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

import io.azuretables.encryption.DecryptionException;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.EntityModel.Discriminator;
import io.azuretables.internal.model.KeyMapping;
import io.azuretables.internal.time.ConflictRetries;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.KeyRange;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.FailedUpgradeException;
import io.azuretables.mapping.FormerKeys;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.move.MoveTemplate;
import io.azuretables.query.Criteria;
import io.azuretables.row.TableRow;
import io.azuretables.write.EntityMovingException;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.RecoverableDataAccessException;

/**
 * Finds the rows of a class that still have its old keys ({@code @FormerKeys}), and moves
 * them to the present ones.
 *
 * @param <S> the class with the former templates
 * @param <T> the class with the present ones
 * @param template reads entities
 * @param moves moves entities
 * @param type the class with the present templates
 * @param former the class with the former templates
 * @param keys the present keys
 */
record FormerRows<S, T>(TableTemplate template, MoveTemplate<S> moves, Class<T> type, EntityModel former,
		KeyMapping keys) {

	/**
	 * The rows of a class, in the table of the caller: other threads read segments, and
	 * the resolver of table names may know a tenant only in that of the caller.
	 * @throws InvalidDataAccessApiUsageException if they cannot be told from rows with
	 * the present keys, or cannot be moved
	 */
	static <S, T> FormerRows<S, T> of(TableTemplate template, MoveTemplate<S> moves, Class<T> type) {
		Class<S> former = moves.type();
		FormerKeys annotation = template.converter().entity(former).findAnnotation(FormerKeys.class);
		if (annotation == null || annotation.of() != type) {
			throw new InvalidDataAccessApiUsageException(former.getSimpleName() + " does not have the former keys of "
					+ type.getSimpleName() + "; annotate it with @FormerKeys(of = " + type.getSimpleName() + ".class)");
		}
		EntityModel model = EntityModel.of(template.converter().entity(former));
		KeyMapping keys = EntityModel.of(template.converter().entity(type)).keys();
		if (model.keys().partition().template().equals(keys.partition().template())
				&& model.keys().row().template().equals(keys.row().template())) {
			throw new InvalidDataAccessApiUsageException(former.getSimpleName() + " and " + type.getSimpleName()
					+ " have the same key templates; give the class with @FormerKeys those that the rows were written with");
		}
		moves.checkTarget(type);
		String table = moves.table();
		TableTemplate here = template.in(TableNameResolver.constant(table));
		return new FormerRows<>(here, new MoveTemplate<>(here, moves.queue().in(table), former), type, model, keys);
	}

	String table() {
		return this.moves.table();
	}

	/**
	 * The condition of the rows that may have former keys.
	 */
	Criteria all() {
		return Criteria.where("RowKey").startingWith(this.former.keys().row().prefix());
	}

	/**
	 * The partitions that may have such rows.
	 */
	KeyRange partitions() {
		return KeyRange.prefix(this.former.keys().partition().prefix());
	}

	/**
	 * The columns that tell whether a row has.
	 */
	List<String> columns() {
		Discriminator types = this.former.discriminator();
		return (types != null && !types.isByKey()) ? List.of("PartitionKey", "RowKey", types.column())
				: List.of("PartitionKey", "RowKey");
	}

	/**
	 * Whether a row has a key of the former templates, and not of the present ones.
	 */
	boolean isFormer(TableRow row) {
		Discriminator types = this.former.discriminator();
		boolean own = types == null || types.isByKey() || types.isOwn(row.get(types.column()));
		return own && isKey(this.former.keys(), row.key()) && !isKey(this.keys, row.key());
	}

	private static boolean isKey(KeyMapping keys, TableKey key) {
		try {
			keys.decode(key);
			return true;
		}
		catch (InvalidKeyException ex) {
			return false;
		}
	}

	/**
	 * Moves an entity, again if others change it at the same time.
	 * @param failure takes the reason if it stays where it is
	 */
	boolean move(TableKey key, Function<? super S, ? extends T> change, Consumer<String> failure) {
		int attempt = 0;
		do {
			attempt++;
			try {
				S entity = this.template.findById(this.moves.type(), key).orElse(null);
				if (entity == null) {
					return false;
				}
				this.moves.moveTo(entity, this.type, change);
				return true;
			}
			catch (EntityMovingException ex) {
				failure.accept(EvolutionTemplate.MOVING);
				return false;
			}
			catch (OptimisticLockingFailureException ex) {
				// it is read again
			}
			catch (FailedUpgradeException | DecryptionException | DataIntegrityViolationException | InvalidKeyException
					| RecoverableDataAccessException ex) {
				failure.accept(String.valueOf(ex.getMessage()));
				return false;
			}
		}
		while (ConflictRetries.DEFAULT.again(attempt));
		failure.accept("It was changed by others each time since it was read; run again");
		return false;
	}

}
