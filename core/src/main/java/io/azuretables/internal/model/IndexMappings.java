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

package io.azuretables.internal.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import io.azuretables.internal.model.KeyMapping.Half;
import io.azuretables.mapping.IndexConsistency;
import io.azuretables.mapping.IndexLayout;
import io.azuretables.mapping.IndexReads;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.TablePersistentProperty;
import org.jspecify.annotations.Nullable;

import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.core.annotation.RepeatableContainers;

/**
 * Reads the {@code @SecondaryIndex} annotations of an entity class.
 */
final class IndexMappings {

	private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}_-]{1,100}");

	private final MappedEntity<?> entity;

	private final KeyTemplates templates;

	private final KeyMapping keys;

	private final List<String> problems;

	IndexMappings(MappedEntity<?> entity, KeyTemplates templates, KeyMapping keys, List<String> problems) {
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
				if (declared.name().isBlank()) {
					problem(declared, "has no name; give it one, such as that of the property to find entities by");
				}
				else if (!NAME.matcher(declared.name()).matches()) {
					problem(declared, "has a name that keys and logs cannot have; "
							+ "use 1 to 100 letters, digits, '_' and '-'");
				}
				else if (names.add(declared.name())) {
					checkOverflow(declared);
					addIndex(declared, leaves, indexes);
				}
				else {
					problem(declared, "is declared twice");
				}
			});
		return indexes;
	}

	private void addIndex(SecondaryIndex declared, List<LeafProperty> leaves, List<IndexMapping> indexes) {
		KeyMapping declaredKeys = keys(declared, declared.rowKey());
		if (declaredKeys == null) {
			return;
		}
		boolean intraPartition = declaredKeys.hasPartitionOf(this.keys);
		boolean many = declaredKeys.distinguishes(this.keys);
		boolean list = declared.layout() != IndexLayout.ROWS;
		if (list) {
			checkList(declared, declaredKeys, intraPartition, many);
		}
		else if (many && declared.unique()) {
			problem(declared, "is unique and holds the entity's own key, so that no two keys could ever be equal; "
					+ "leave the properties of the entity's key out of its row key");
		}
		if (!intraPartition) {
			checkInterPartition(declared, !many && !list);
		}
		boolean writeOnce = !intraPartition && declared.consistency() == IndexConsistency.STRONG && many && !list;
		KeyMapping index = writeOnce ? keys(declared, declared.rowKey() + IndexMapping.TOKEN_SEPARATOR) : declaredKeys;
		if (index != null) {
			List<LeafProperty> copied = (!list && (intraPartition || many)) ? copied(declared, leaves) : List.of();
			indexes.add(new IndexMapping(declared, index.with((leaf) -> leaves.get(leaves.indexOf(leaf))), copied,
					intraPartition, many));
		}
	}

	private @Nullable KeyMapping keys(SecondaryIndex declared, String rowKey) {
		String own = this.keys.partition().template().toString();
		String annotation = "@SecondaryIndex(\"" + declared.name() + "\")";
		Half partition = this.templates.bind(annotation,
				declared.partitionKey().isEmpty() ? own : declared.partitionKey());
		Half row = this.templates.bind(annotation, rowKey);
		return (partition != null && row != null) ? new KeyMapping(partition, row) : null;
	}

	/**
	 * What holds for an index in another partition only.
	 */
	private void checkInterPartition(SecondaryIndex declared, boolean unique) {
		if (!LeafCollector.isColumn(declared.name())) {
			problem(declared, "lies in another partition, and its name becomes the name of a column; "
					+ "begin it with a letter, and use letters, digits and '_'");
		}
		if (unique && declared.consistency() == IndexConsistency.EVENTUAL) {
			problem(declared, "is unique and EVENTUAL, and an index that is updated later cannot refuse a write now; "
					+ "make it STRONG, or put the properties of the entity's key into its row key");
		}
		boolean copies = declared.reads() == IndexReads.UNVERIFIED
				|| !List.of(IndexMapping.ALL).containsAll(Arrays.asList(declared.include()));
		if (unique && copies) {
			problem(declared, "is unique in another partition, where its rows hold keys only; "
					+ "leave out include and UNVERIFIED");
		}
	}

	private void checkOverflow(SecondaryIndex declared) {
		if (!declared.overflow() && declared.layout() != IndexLayout.LIST) {
			problem(declared, "has overflow = false and the layout " + declared.layout()
					+ ", and only a list in a row goes on in further ones; leave it out");
		}
	}

	/**
	 * What a list of ids cannot have.
	 */
	private void checkList(SecondaryIndex declared, KeyMapping index, boolean intraPartition, boolean many) {
		if (declared.unique()) {
			problem(declared, "is unique and has the layout " + declared.layout()
					+ ", which holds any number of entities; leave out one");
		}
		if (many) {
			problem(declared, "has the layout " + declared.layout()
					+ ", and its key holds the entity's own key, so that each list would "
					+ "hold one id; leave the properties of the entity's key out of its row key, or leave out the layout");
		}
		if (index.rowLeaves().isEmpty() && (intraPartition || index.partitionLeaves().isEmpty())) {
			problem(declared,
					"has the layout " + declared.layout()
							+ ", and its key has no property, so that one row would name all "
							+ "entities; put the property to find entities by into its row key");
		}
		if (!List.of(IndexMapping.ALL).containsAll(Arrays.asList(declared.include()))) {
			problem(declared, "has the layout " + declared.layout() + ", whose rows hold ids only; leave out include");
		}
		if (declared.reads() == IndexReads.UNVERIFIED) {
			problem(declared, "has the layout " + declared.layout()
					+ " and is UNVERIFIED, and there are no copies to answer from; leave out UNVERIFIED");
		}
		checkListPlace(declared, intraPartition);
	}

	/**
	 * What a list of ids needs of the place where it is.
	 */
	private void checkListPlace(SecondaryIndex declared, boolean intraPartition) {
		if (!intraPartition && declared.consistency() == IndexConsistency.STRONG) {
			problem(declared, "has the layout " + declared.layout()
					+ " in another partition, where a worker changes it later; make it EVENTUAL");
		}
		if (!LeafCollector.isColumn(declared.list())) {
			problem(declared, "has '" + declared.list() + "' as its list, which is not the name of a column; "
					+ "begin it with a letter, and use letters, digits and '_'");
		}
		if (declared.layout() == IndexLayout.BLOB_LIST && intraPartition) {
			problem(declared, "has the layout BLOB_LIST in the partition of its entities, whose transaction changes no "
					+ "blob; give it a partitionKey of its own, or the layout LIST");
		}
	}

	/**
	 * The properties that {@code include} names.
	 */
	private List<LeafProperty> copied(SecondaryIndex declared, List<LeafProperty> leaves) {
		List<LeafProperty> copied = new ArrayList<>();
		for (String name : declared.include()) {
			List<LeafProperty> found = leaves.stream().filter((leaf) -> leaf.name().equals(name)).toList();
			List<LeafProperty> meant = name.equals(IndexMapping.ALL) ? leaves
					: leaves.stream()
						.filter((leaf) -> name.equals(leaf.name()) || name.equals(leaf.propertyName()))
						.toList();
			if (meant.isEmpty()) {
				problem(declared, "includes '" + name + "', which is not a property; the properties are "
						+ leaves.stream().map(LeafProperty::propertyName).distinct().toList());
			}
			checkIncluded(declared, name, meant);
			copied.addAll(found);
		}
		return List.copyOf(copied);
	}

	/**
	 * Checks that index rows can hold what a name stands for.
	 */
	private void checkIncluded(SecondaryIndex declared, String name, List<LeafProperty> meant) {
		String included = name.equals(IndexMapping.ALL) ? "includes all properties (\"*\", the default)"
				: "includes '" + name + "'";
		Optional<LeafProperty> slot = meant.stream().filter((leaf) -> leaf.slot() != null).findFirst();
		if (slot.isPresent()) {
			problem(declared,
					included + ", and " + slot.get().propertyName() + " is a @Series, whose slots change one by one; "
							+ "list the properties without it in include, or none with include = {}");
		}
		else if (meant.stream().anyMatch((leaf) -> leaf.part() != null)
				|| (name.equals(IndexMapping.ALL) && hasOthersInPart())) {
			problem(declared, included + ", and index rows do not hold properties with @Part; "
					+ "list the properties of the main row in include, or none with include = {}");
		}
	}

	private boolean hasOthersInPart() {
		TablePersistentProperty others = this.entity.otherProperties();
		return others != null && others.part() != null;
	}

	private void problem(SecondaryIndex declared, String text) {
		this.problems.add(this.entity.getType().getName() + " @SecondaryIndex(\"" + declared.name() + "\") " + text);
	}

}
