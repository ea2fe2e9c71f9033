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

package io.azuretables.autoconfigure.internal.console;

import java.util.function.Supplier;

import io.azuretables.gateway.TableGateway;
import io.azuretables.operations.Operation;
import io.azuretables.operations.OperationObserver;
import org.jspecify.annotations.Nullable;

/**
 * Records which requests the template sends to the service while the web console runs a
 * query or method. Operations of the application on other threads are not recorded.
 */
public final class ConsoleRecorder implements OperationObserver {

	private final ThreadLocal<@Nullable Recording> current = new ThreadLocal<>();

	/**
	 * Runs something, and records the requests of the operations that this thread begins.
	 */
	<R extends @Nullable Object> R record(Recording recording, Supplier<R> work) {
		this.current.set(recording);
		try {
			return work.get();
		}
		finally {
			this.current.remove();
		}
	}

	@Override
	public ObservedOperation begin(Operation operation, TableGateway gateway) {
		Recording recording = this.current.get();
		return new RecordedOperation((recording != null) ? recording.in(gateway) : gateway);
	}

	private record RecordedOperation(TableGateway gateway) implements ObservedOperation {

		@Override
		public void failed(RuntimeException failure) {
		}

		@Override
		public void ended() {
		}

	}

}
