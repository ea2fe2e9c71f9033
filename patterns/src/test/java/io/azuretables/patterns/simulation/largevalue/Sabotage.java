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

package io.azuretables.patterns.simulation.largevalue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Queue;

import io.azuretables.gateway.TableGateway;
import io.azuretables.gateway.WriteOutcomeUnknownException;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.sample.ForwardingBlobStore;
import io.azuretables.patterns.simulation.TamperedGateway;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Leaves out one rule of large values each.
 */
enum Sabotage {

	/**
	 * Leaves out none.
	 */
	NONE,

	/**
	 * Sweeps blobs of any age.
	 */
	SWEEPS_NEW_BLOBS,

	/**
	 * Saves entities whatever their version.
	 */
	IGNORES_VERSIONS {

		@Override
		TableGateway tables(TableGateway gateway) {
			return new TamperedGateway(gateway) {

				@Override
				public @Nullable String write(String table, RowWrite write) {
					return super.write(table, (write instanceof RowWrite.Replace replace)
							? new RowWrite.Replace(replace.row(), "*") : write);
				}

			};
		}

	},

	/**
	 * Takes a save in doubt for one that was refused.
	 */
	DELETES_IN_DOUBT {

		@Override
		TableGateway tables(TableGateway gateway) {
			return new TamperedGateway(gateway) {

				@Override
				public @Nullable String write(String table, RowWrite write) {
					try {
						return super.write(table, write);
					}
					catch (WriteOutcomeUnknownException ex) {
						throw new OptimisticLockingFailureException("said to be refused", ex);
					}
				}

			};
		}

	},

	/**
	 * Writes a blob when its entity is saved.
	 */
	WRITES_BLOBS_LATE {

		private final ThreadLocal<Queue<Runnable>> waiting = ThreadLocal.withInitial(ArrayDeque::new);

		@Override
		BlobStore blobs(BlobStore blobs) {
			return new ForwardingBlobStore(blobs) {

				@Override
				public void put(String name, InputStream content, long length) {
					byte[] bytes = bytes(content);
					WRITES_BLOBS_LATE.later(() -> super.put(name, new ByteArrayInputStream(bytes), length));
				}

			};
		}

		@Override
		TableGateway tables(TableGateway gateway) {
			return new TamperedGateway(gateway) {

				@Override
				public @Nullable String write(String table, RowWrite write) {
					String etag = super.write(table, write);
					WRITES_BLOBS_LATE.now();
					return etag;
				}

			};
		}

		@Override
		void later(Runnable put) {
			this.waiting.get().clear();
			this.waiting.get().add(put);
		}

		@Override
		void now() {
			Runnable put = this.waiting.get().poll();
			if (put != null) {
				put.run();
			}
		}

	},

	/**
	 * Saves values of earlier versions again.
	 */
	SAVES_OLD_VALUES;

	TableGateway tables(TableGateway gateway) {
		return gateway;
	}

	BlobStore blobs(BlobStore blobs) {
		return blobs;
	}

	void later(Runnable put) {
	}

	void now() {
	}

	private static byte[] bytes(InputStream content) {
		try {
			return content.readAllBytes();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
