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
package io.azuretables.operations;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowPage.Continuation;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowReader.Assembler;
import io.azuretables.row.RowRequest;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;

/**
 * A service whose rows come in no order, with continuations that are no keys, as those of
 * Cosmos DB for Table.
 */
public final class UnorderedGateway extends ForwardingTableGateway {

	public UnorderedGateway(TableGateway ordered) {
		super(ordered);
	}

	@Override
	public boolean isUnordered() {
		return true;
	}

	@Override
	public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
		List<TableRow> rows = new ArrayList<>();
		RowRequest next = request.withTop(ServiceLimits.PAGE_SIZE).from(null);
		while (next != null) {
			RowPage<TableRow> page = super.read(next, RowReader.rows());
			rows.addAll(page.rows());
			next = (page.continuation() != null) ? next.from(page.continuation()) : null;
		}
		rows.sort(Comparator.comparing((row) -> Integer.reverse(row.key().hashCode() * 0x9E3779B9)));
		Continuation from = request.from();
		int first = (from != null) ? Integer.parseInt(from.nextPartitionKey().replaceAll("\\D", "")) : 0;
		int end = Math.min(rows.size(), first + request.top());
		List<T> read = new ArrayList<>();
		for (TableRow row : rows.subList(first, end)) {
			Assembler<T> assembler = reader.begin();
			row.forEach(assembler::property);
			T value = assembler.end(row.key(), row.etag(), row.timestamp());
			if (value != null) {
				read.add(value);
			}
		}
		return new RowPage<>(read, end - first,
				(end < rows.size()) ? new Continuation("{\"token\":\"" + end + "\"}", "NA") : null);
	}

}
