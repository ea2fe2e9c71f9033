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

package io.azuretables.autoconfigure.console;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.azuretables.autoconfigure.client.TableGatewayDecorator;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;

/**
 * Lets the tasks of the console read one page, and wait with the next one.
 */
class WaitingReads implements TableGatewayDecorator {

	private final AtomicInteger pages = new AtomicInteger();

	private final CountDownLatch goOn = new CountDownLatch(1);

	void goOn() {
		this.goOn.countDown();
	}

	@Override
	public TableGateway decorate(TableGateway gateway) {
		return gateway;
	}

	@Override
	public TableGateway decorateBackground(TableGateway gateway) {
		return new ForwardingTableGateway(gateway) {

			@Override
			public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
				boolean console = Thread.currentThread().getName().startsWith("azure-tables-console-");
				if (console && WaitingReads.this.pages.incrementAndGet() > 1) {
					await();
				}
				return super.read(request, reader);
			}

		};
	}

	private void await() {
		try {
			if (!this.goOn.await(3, TimeUnit.MINUTES)) {
				throw new IllegalStateException("The test does not go on");
			}
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
