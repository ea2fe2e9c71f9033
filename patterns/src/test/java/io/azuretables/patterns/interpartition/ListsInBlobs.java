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

package io.azuretables.patterns.interpartition;

import java.util.function.Supplier;

import io.azuretables.convert.TableMappingContext;
import io.azuretables.gateway.TableGateway;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.patterns.blob.BlobStore;

/**
 * Makes gateways that keep all lists of other partitions in blobs, whatever their layout,
 * so that tests of lists in tables hold for blobs too.
 */
public final class ListsInBlobs {

	private ListsInBlobs() {
	}

	public static TableGateway of(TableGateway tables, BlobStore blobs, Supplier<TableMappingContext> context,
			TableNameResolver names) {
		return new BlobListGateway(tables, blobs, context, names,
				(index) -> index.isList() && !index.isIntraPartition());
	}

}
