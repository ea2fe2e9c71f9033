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

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What empties the store before each test.
 */
class EmptyTablesTests {

	/**
	 * A worker of the test before has not come to its end.
	 */
	@Test
	void passOverRowsThatSomebodyElseDeletes() {
		EmbeddedTableGateway store = new EmbeddedTableGateway();
		store.createTable("Rows");
		for (String row : new String[] { "1", "2", "3" }) {
			store.write("Rows", new RowWrite.Insert(TableRow.of(TableKey.of("p", row), Map.of())));
		}
		TableGateway shared = (TableGateway) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { TableGateway.class }, (proxy, method, arguments) -> {
					if (method.getName().equals("write")) {
						store.write("Rows", (RowWrite) arguments[1]);
					}
					try {
						return method.invoke(store, arguments);
					}
					catch (InvocationTargetException ex) {
						throw ex.getTargetException();
					}
				});
		EmptyTablesTestExecutionListener.empty(shared, true);
		assertThat(store.read(RowRequest.of("Rows", null), RowReader.rows()).rows()).isEmpty();
	}

}
