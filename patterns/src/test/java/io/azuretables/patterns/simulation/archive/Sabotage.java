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

package io.azuretables.patterns.simulation.archive;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.function.BooleanSupplier;

import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.simulation.TamperedGateway;
import io.azuretables.patterns.simulation.archive.ArchiveScenario.World;
import io.azuretables.patterns.simulation.archive.Move.Rule;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.TransientDataAccessResourceException;

/**
 * Sabotages a mover so that each check fails once.
 */
enum Sabotage {

	NEVER_MOVES("Not moved") {

		@Override
		Mover in(World world) {
			return new Tampered(template(world)) {

				@Override
				public void archive(TableKey key, String incarnation) {
				}

			};
		}

	},

	NEVER_RESTORES("Not restored") {

		@Override
		Mover in(World world) {
			return new Tampered(template(world)) {

				@Override
				public boolean restore(TableKey key) {
					return archived(world, key) != null;
				}

			};
		}

	},

	SENDS_NONSENSE("Poison without a reason") {

		@Override
		Mover in(World world) {
			return new Tampered(template(world)) {

				@Override
				public void archive(TableKey key, String incarnation) {
					super.archive(key, incarnation);
					world.queue().send("nonsense", Duration.ZERO);
				}

			};
		}

	},

	FINDS_NOTHING("Found ''") {

		@Override
		Mover in(World world) {
			return new Tampered(template(world)) {

				@Override
				public Optional<String> find(TableKey key) {
					return Optional.empty();
				}

			};
		}

	},

	/**
	 * Who asked is told that it failed: what nobody knows to be asked for may stay where
	 * it is, but not in both places.
	 */
	DELETES_NOTHING("In both places") {

		@Override
		Mover in(World world) {
			return new Tampered(rows(world, keeping(world.gateway()))) {

				@Override
				public void archive(TableKey key, String incarnation) {
					super.archive(key, incarnation);
					throw new TransientDataAccessResourceException("refused on purpose");
				}

			};
		}

	},

	RESTORES_AND_KEEPS("Left behind") {

		@Override
		Mover in(World world) {
			return new Tampered(rows(world, world.gateway())) {

				@Override
				public boolean restore(TableKey key) {
					TableRow archived = archived(world, key);
					if (archived != null) {
						String life = world.simulation().token();
						world.gateway()
							.write(Move.CURRENT, new RowWrite.Insert(Move.row(key, life, Move.version(archived))));
					}
					return false;
				}

			};
		}

	};

	private final String alarm;

	Sabotage(String alarm) {
		this.alarm = alarm;
	}

	/**
	 * What the check says.
	 */
	String alarm() {
		return this.alarm;
	}

	abstract Mover in(World world);

	private static Mover template(World world) {
		return new TemplateMover(world, Duration.ofMinutes(30));
	}

	private static Mover rows(World world, TableGateway tables) {
		return new RowMover(tables, world.queue(),
				EnumSet.of(Rule.DELETE_WHAT_WAS_READ, Rule.ASK_FOR_THE_INCARNATION, Rule.READ_THE_ARCHIVE_FIRST));
	}

	private static @Nullable TableRow archived(World world, TableKey key) {
		return world.gateway().store().read(Move.ARCHIVE, key, null, RowReader.rows());
	}

	private static TableGateway keeping(TableGateway tables) {
		return new TamperedGateway(tables) {

			@Override
			public @Nullable String write(String table, RowWrite write) {
				return (write instanceof RowWrite.Delete) ? null : super.write(table, write);
			}

		};
	}

	/**
	 * Passes on all that is not overridden.
	 */
	private static class Tampered implements Mover {

		private final Mover mover;

		Tampered(Mover mover) {
			this.mover = mover;
		}

		@Override
		public void archive(TableKey key, String incarnation) {
			this.mover.archive(key, incarnation);
		}

		@Override
		public boolean restore(TableKey key) {
			return this.mover.restore(key);
		}

		@Override
		public BooleanSupplier worker() {
			return this.mover.worker();
		}

		@Override
		public void sweep() {
			this.mover.sweep();
		}

		@Override
		public Optional<String> find(TableKey key) {
			return this.mover.find(key);
		}

	}

}
