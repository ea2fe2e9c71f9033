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

package io.azuretables.internal.execution;

import java.util.List;
import java.util.function.Supplier;

import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.ServiceErrorException;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.execution.BulkPacing.Partition;
import io.azuretables.internal.execution.ParallelCalls.InterruptedCallsException;
import io.azuretables.internal.time.ThrottledAttempts;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.TransientDataAccessResourceException;

/**
 * A gateway that delays writes of bulk operations to keep them below a rate. A write that
 * the service refuses because there are too many is sent again, at a lower rate.
 */
public final class PacedTableGateway extends ForwardingTableGateway {

	/**
	 * How often a write is sent, each time with the attempts of the gateway behind.
	 */
	private static final int ATTEMPTS = 10;

	private final BulkPacing pacing;

	public PacedTableGateway(TableGateway target, BulkPacing pacing) {
		super(target);
		this.pacing = pacing;
	}

	@Override
	public @Nullable String write(String table, RowWrite write) {
		return this.<@Nullable String>paced(table, write.key().partitionKey(), 1, () -> super.write(table, write));
	}

	@Override
	@SuppressWarnings("NullAway") // JDK 17 reads no annotations inside generics of
									// classes
	public List<@Nullable String> submit(AtomicBatch batch) {
		return paced(batch.table(), batch.partitionKey(), batch.writes().size(), () -> super.submit(batch));
	}

	private <R extends @Nullable Object> R paced(String table, String partitionKey, int rows, Supplier<R> request) {
		Partition partition = new Partition(account(table, partitionKey), table, partitionKey);
		for (int attempt = 1;; attempt++) {
			if (!this.pacing.await(partition, rows)) {
				throw new InterruptedCallsException();
			}
			long throttled = ThrottledAttempts.count();
			try {
				return request.get();
			}
			catch (TransientDataAccessResourceException ex) {
				if (!isThrottled(ex)) {
					throw ex;
				}
				ThrottledAttempts.add();
				if (attempt >= ATTEMPTS) {
					throw ex;
				}
			}
			finally {
				this.pacing.ended();
				if (ThrottledAttempts.count() > throttled) {
					this.pacing.refused(partition);
				}
			}
		}
	}

	/**
	 * Whether a write was refused for good because there are too many.
	 */
	private static boolean isThrottled(TransientDataAccessResourceException ex) {
		return ex.getCause() instanceof ServiceErrorException error && ThrottledAttempts.isThrottled(error.status());
	}

}
