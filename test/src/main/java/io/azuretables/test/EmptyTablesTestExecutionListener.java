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

package io.azuretables.test;

import java.lang.annotation.Annotation;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.Ordered;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestContextAnnotationUtils;
import org.springframework.test.context.TestExecutionListener;

/**
 * Empties the store before each test: the embedded one of a slice, and the emulator.
 * Never another service.
 */
class EmptyTablesTestExecutionListener implements TestExecutionListener, Ordered {

	@Override
	public int getOrder() {
		return 1950;
	}

	@Override
	public void beforeTestMethod(TestContext context) {
		boolean slice = has(context, DataTablesTest.class) || has(context, AutoConfigureDataTables.class);
		boolean azurite = has(context, AzuriteTest.class);
		if (slice || azurite) {
			ObjectProvider<TableGateway> gateways = context.getApplicationContext().getBeanProvider(TableGateway.class);
			gateways.ifUnique((gateway) -> empty(gateway, azurite));
		}
	}

	private static boolean has(TestContext context, Class<? extends Annotation> annotation) {
		return TestContextAnnotationUtils.hasAnnotation(context.getTestClass(), annotation);
	}

	static void empty(TableGateway gateway, boolean azurite) {
		if (gateway instanceof EmbeddedTableGateway embedded) {
			embedded.clear();
		}
		else if (azurite) {
			gateway.tables().forEach((table) -> empty(gateway, table));
		}
	}

	private static void empty(TableGateway gateway, String table) {
		RowPage<TableRow> page;
		do {
			page = gateway.read(RowRequest.of(table, null), RowReader.rows());
			page.rows().forEach((row) -> delete(gateway, table, row));
		}
		while (!page.rows().isEmpty());
	}

	private static void delete(TableGateway gateway, String table, TableRow row) {
		try {
			gateway.write(table, new RowWrite.Delete(row.key(), RowWrite.ANY));
		}
		catch (OptimisticLockingFailureException ex) {
			// a worker of the test before was faster
		}
	}

}
