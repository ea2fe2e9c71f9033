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

package io.azuretables.patterns.internal.worker;

import java.util.List;

import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.patterns.queue.message.MessageContext;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;

/**
 * A table gateway that refuses writes once the message handler must stop. It is asked
 * before every request that changes something, whatever makes it. Nothing that is right
 * depends on it; fewer workers are at the same thing.
 */
public final class LeasedGateway extends ForwardingTableGateway {

	private final MessageContext message;

	/**
	 * A gateway for the handler of a message.
	 * @param gateway where the rows are
	 * @param message the message that is being handled
	 */
	public LeasedGateway(TableGateway gateway, MessageContext message) {
		super(gateway);
		this.message = message;
	}

	@Override
	public @Nullable String write(String table, RowWrite write) {
		this.message.check();
		return super.write(table, write);
	}

	@Override
	@SuppressWarnings("NullAway") // JDK 17 reads no annotations inside generics of
									// classes
	public List<@Nullable String> submit(AtomicBatch batch) {
		this.message.check();
		return super.submit(batch);
	}

	@Override
	public boolean createTable(String table) {
		this.message.check();
		return super.createTable(table);
	}

	@Override
	public boolean deleteTable(String table) {
		this.message.check();
		return super.deleteTable(table);
	}

}
