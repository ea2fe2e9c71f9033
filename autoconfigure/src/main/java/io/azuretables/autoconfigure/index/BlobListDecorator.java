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

package io.azuretables.autoconfigure.index;

import io.azuretables.autoconfigure.client.TableGatewayDecorator;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.gateway.TableGateway;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.interpartition.BlobListGateway;

import org.springframework.beans.factory.ObjectProvider;

/**
 * Decorates table gateways so that secondary indexes with the layout {@code BLOB_LIST}
 * store their lists of entity keys in blobs. Decorates the gateways of templates, of
 * workers and of the administration of indexes.
 *
 * @param blobs the container
 * @param context the classes
 * @param names in which table a class is
 */
record BlobListDecorator(BlobStore blobs, ObjectProvider<TableMappingContext> context,
		TableNameResolver names) implements TableGatewayDecorator {

	@Override
	public TableGateway decorate(TableGateway gateway) {
		return new BlobListGateway(gateway, this.blobs, this.context::getObject, this.names);
	}

	@Override
	public TableGateway decorateBackground(TableGateway gateway) {
		return decorate(gateway);
	}

}
