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

import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import io.azuretables.internal.key.KeyLayout;
import io.azuretables.internal.key.KeyTemplate;
import io.azuretables.internal.model.KeyMapping.Half;
import io.azuretables.internal.model.LeafCollector.Leaves;
import io.azuretables.internal.model.LeafProperty.Place;
import io.azuretables.internal.model.PropertyConversion.Hidden;
import io.azuretables.key.KeyTemplateException;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.TablePersistentProperty;
import org.jspecify.annotations.Nullable;

/**
 * Reads the key templates of an entity class and binds them to its properties.
 */
final class KeyTemplates {

	private final MappedEntity<?> entity;

	private final Leaves leaves;

	private final List<String> problems;

	KeyTemplates(MappedEntity<?> entity, Leaves leaves, List<String> problems) {
		this.entity = entity;
		this.leaves = leaves;
		this.problems = problems;
	}

	/**
	 * The keys of the entity; {@code null} where one of them cannot be bound, which is
	 * then reported.
	 */
	@Nullable KeyMapping keys() {
		Half partition = bind("@PartitionKey", template(PartitionKey.class, PartitionKey::value));
		Half row = bind("@RowKey", template(RowKey.class, RowKey::value));
		return (partition != null && row != null) ? new KeyMapping(partition, row) : null;
	}

	private <A extends Annotation> @Nullable String template(Class<A> type, Function<A, String> value) {
		List<String> templates = new ArrayList<>();
		A declared = this.entity.findAnnotation(type);
		if (declared != null) {
			templates.add(value.apply(declared));
		}
		for (LeafProperty leaf : this.leaves.all()) {
			A annotation = leaf.property().findAnnotation(type);
			if (annotation != null) {
				String template = value.apply(annotation);
				templates.add(template.isEmpty() ? "{" + leaf.name() + "}" : template);
			}
		}
		String name = "@" + type.getSimpleName();
		if (templates.isEmpty()) {
			if (this.leaves.rejected()
				.stream()
				.anyMatch((path) -> path.get(path.size() - 1).isAnnotationPresent(type))) {
				return null;
			}
			problem("has no " + name
					+ "; put one on the class, with a template such as \"{department}\", or on a property");
			return null;
		}
		if (templates.size() > 1) {
			problem("has " + name + " more than once; write one template on the class: " + templates);
			return null;
		}
		return templates.get(0);
	}

	/**
	 * Binds a template; reports what is wrong and gives {@code null} when it cannot be
	 * bound.
	 */
	@Nullable Half bind(String annotation, @Nullable String text) {
		if (text == null) {
			return null;
		}
		try {
			KeyTemplate template = KeyTemplate.parse(text);
			if (template.properties().stream().anyMatch(this::isRejected)) {
				return null;
			}
			KeyLayout layout = KeyLayout.of(this.entity.getType().getSimpleName() + " " + annotation, template,
					(name) -> leaf(template, name).conversion().keyType(),
					(name) -> leaf(template, name).conversion().isOrderedInKeys());
			return new Half(layout, template.parts().stream().map((part) -> leaf(template, part.property())).toList());
		}
		catch (KeyTemplateException ex) {
			problem(annotation + ": " + ex.getMessage());
			return null;
		}
	}

	private LeafProperty leaf(KeyTemplate template, String name) {
		if (this.leaves.all().stream().anyMatch((leaf) -> leaf.slot() != null && leaf.propertyName().equals(name))) {
			throw new KeyTemplateException(template.toString(),
					"'" + name + "' is a @Series, which has no single value and cannot stand in a key");
		}
		List<LeafProperty> found = this.leaves.all()
			.stream()
			.filter((leaf) -> leaf.slot() == null && leaf.name().equals(name))
			.toList();
		if (found.isEmpty()) {
			found = this.leaves.all().stream().filter((leaf) -> isNamedInIdentifier(leaf.path(), name)).toList();
		}
		if (found.size() != 1) {
			throw new KeyTemplateException(template.toString(),
					"there is no property '" + name + "' that could stand in a key; the properties are "
							+ this.leaves.all().stream().map(LeafProperty::propertyName).distinct().toList());
		}
		checkPart(template, name, found.get(0));
		return found.get(0);
	}

	/**
	 * Checks that keys can be made of the values of a property.
	 */
	private static void checkPart(KeyTemplate template, String name, LeafProperty leaf) {
		if (leaf.place() == Place.TIMESTAMP) {
			throw new KeyTemplateException(template.toString(), "'" + name
					+ "' is the @ServerTimestamp, which the service sets when the key is known; use a time of your own");
		}
		Hidden hidden = leaf.conversion().hidden();
		if (hidden != null && !hidden.comparable()) {
			throw new KeyTemplateException(template.toString(), "'" + name + "' is " + hidden.by()
					+ ", and keys are read and compared as they are; leave it out, or remove the annotation");
		}
		if (leaf.property().isJson() && !leaf.conversion().hasOneForm()) {
			throw new KeyTemplateException(template.toString(), "'" + name + "' is @Json, and equal values may have "
					+ "different texts; leave out @Json, or register a converter to a type that can stand in a key");
		}
		if (leaf.part() != null) {
			throw new KeyTemplateException(template.toString(), "'" + name + "' has a @Part, and keys are made of "
					+ "properties of the main row; leave out its @Part");
		}
	}

	private static boolean isNamedInIdentifier(List<TablePersistentProperty> path, String name) {
		return path.get(0).isIdProperty() && path.get(path.size() - 1).getName().equals(name);
	}

	private boolean isRejected(String name) {
		return this.leaves.rejected()
			.stream()
			.anyMatch((path) -> LeafProperty.nameOf(path).equals(name) || isNamedInIdentifier(path, name));
	}

	private void problem(String text) {
		this.problems.add(this.entity.getType().getName() + " " + text);
	}

}
