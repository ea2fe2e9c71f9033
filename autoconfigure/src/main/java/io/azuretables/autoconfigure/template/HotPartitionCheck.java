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

package io.azuretables.autoconfigure.template;

import java.util.List;

import io.azuretables.convert.TableMappingContext;
import io.azuretables.mapping.HotPartitions;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Checks at start-up whether the keys of an entity class put all writes into one
 * partition (a hot partition). It runs once all repositories are made that are not lazy.
 */
final class HotPartitionCheck implements SmartInitializingSingleton {

	private static final Log logger = LogFactory.getLog(HotPartitionCheck.class);

	private final ObjectProvider<TableMappingContext> contexts;

	private final ObjectProvider<TableTemplateProperties> properties;

	HotPartitionCheck(ObjectProvider<TableMappingContext> contexts,
			ObjectProvider<TableTemplateProperties> properties) {
		this.contexts = contexts;
		this.properties = properties;
	}

	@Override
	public void afterSingletonsInstantiated() {
		HotPartitionPolicy policy = this.properties.getObject().hotPartitions();
		if (policy == HotPartitionPolicy.ALLOW) {
			return;
		}
		List<HotPartitions> classes = this.contexts.stream()
			.flatMap((context) -> context.hotPartitions().stream())
			.distinct()
			.toList();
		if (policy == HotPartitionPolicy.REJECT && !classes.isEmpty()) {
			throw new HotPartitionsException(classes);
		}
		classes.forEach(logger::warn);
	}

}
