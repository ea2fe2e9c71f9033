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

package io.azuretables.mapping;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.azuretables.mapping.IndexMapping.Content;
import io.azuretables.mapping.KeyMapping.Half;

import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.core.annotation.RepeatableContainers;

/**
 * Reads the indexes of an entity.
 */
final class IndexMappings {

	private static final String ALL = "*";

	private final TablePersistentEntity<?> entity;

	private final KeyTemplates templates;

	private final KeyMapping keys;

	private final List<String> problems;

	IndexMappings(TablePersistentEntity<?> entity, KeyTemplates templates, KeyMapping keys, List<String> problems) {
		this.entity = entity;
		this.templates = templates;
		this.keys = keys;
		this.problems = problems;
	}

	List<IndexMapping> build(List<LeafProperty> leaves) {
		List<IndexMapping> indexes = new ArrayList<>();
		Set<String> names = new HashSet<>();
		MergedAnnotations
			.from(this.entity.getType(), SearchStrategy.TYPE_HIERARCHY, RepeatableContainers.standardRepeatables())
			.stream(SecondaryIndex.class)
			.map((annotation) -> annotation.synthesize())
			.forEach((declared) -> {
				if (names.add(declared.name())) {
					addIndex(declared, leaves, indexes);
				}
				else {
					problem(declared, "is declared twice");
				}
			});
		return indexes;
	}

	private void addIndex(SecondaryIndex declared, List<LeafProperty> leaves, List<IndexMapping> indexes) {
		String own = this.keys.partition().template().toString();
		String partitionKey = declared.partitionKey().isEmpty() ? own : declared.partitionKey();
		String annotation = "@SecondaryIndex(\"" + declared.name() + "\")";
		Half partition = this.templates.bind(annotation, partitionKey);
		Half row = this.templates.bind(annotation, declared.rowKey());
		if (partition == null || row == null) {
			return;
		}
		KeyMapping index = new KeyMapping(partition, row).with((leaf) -> leaves.get(leaves.indexOf(leaf)));
		boolean many = index.tellsApart(this.keys);
		if (many && declared.unique()) {
			problem(declared, "is unique and holds the entity's own key, so that no two keys could ever be equal; "
					+ "leave the properties of the entity's key out of its row key");
		}
		Content content = content(declared, leaves, index.hasPartitionOf(this.keys));
		indexes.add(new IndexMapping(declared.name(), index, content, !many));
	}

	private Content content(SecondaryIndex declared, List<LeafProperty> leaves, boolean intraPartition) {
		List<LeafProperty> copied = new ArrayList<>();
		boolean full = false;
		for (String name : declared.include()) {
			full |= name.equals(ALL);
			List<LeafProperty> found = leaves.stream().filter((leaf) -> leaf.name().equals(name)).toList();
			if (found.isEmpty() && !name.equals(ALL)) {
				problem(declared, "includes '" + name + "', which is not a property; the properties are "
						+ leaves.stream().map(LeafProperty::name).toList());
			}
			copied.addAll(found);
		}
		return new Content(full, List.copyOf(copied), intraPartition, declared.sparse());
	}

	private void problem(SecondaryIndex declared, String text) {
		this.problems.add(this.entity.getType().getName() + " @SecondaryIndex(\"" + declared.name() + "\") " + text);
	}

}
