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

package io.azuretables.internal.plan;

import java.util.List;
import java.util.stream.Collectors;

import io.azuretables.internal.model.EntityModel;
import io.azuretables.key.KeyRange;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.plan.AccessPath;
import io.azuretables.plan.RequestBound;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a query that reads entities of several classes by one range of rows. An
 * immutable value; nothing has been asked of the service yet.
 *
 * @param classes the classes that are asked for
 * @param path how the range is found
 * @param rows the row keys; empty where no row can meet the conditions
 * @param filter the filter, or {@code null} where no row can meet the conditions
 * @param others the classes and indexes whose rows may be in the range too, by name
 * @param separate the most requests that a query for each class would take
 * @since 0.1
 */
public record RelatedPlan(List<TablePersistentEntity<?>> classes, AccessPath path, KeyRange rows,
		@Nullable String filter, List<String> others, List<RequestBound> separate) {

	public RelatedPlan {
		classes = List.copyOf(classes);
		others = List.copyOf(others);
		separate = List.copyOf(separate);
	}

	/**
	 * Some lines for a person, with the filter as it is sent.
	 */
	public String explain() {
		String names = names(this.classes);
		if (this.filter == null) {
			return names + ": no request, nothing can meet the conditions";
		}
		StringBuilder text = new StringBuilder(names).append(" by one ").append(this.path);
		text.append("\n  requests: ").append(new RequestBound(1, List.of(), true, parts()));
		text.append(" (read apart: ").append(separately(this.separate)).append(')');
		text.append("\n  query $filter=").append(this.filter);
		if (!this.others.isEmpty()) {
			text.append("\n  skips rows of ").append(String.join(", ", this.others));
		}
		return text.toString();
	}

	/**
	 * The most rows of an entity besides its main row.
	 */
	private int parts() {
		return this.classes.stream()
			.mapToInt((entity) -> EntityModel.of(entity).parts().names().size())
			.max()
			.orElse(0);
	}

	static String separately(List<RequestBound> bounds) {
		return bounds.stream().map(RequestBound::toString).collect(Collectors.joining(" + "));
	}

	static String names(List<TablePersistentEntity<?>> classes) {
		return classes.stream().map(RelatedPlan::name).collect(Collectors.joining(" and "));
	}

	static String name(TablePersistentEntity<?> entity) {
		return entity.getType().getSimpleName();
	}

}
