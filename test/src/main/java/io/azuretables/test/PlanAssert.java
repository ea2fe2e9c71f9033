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

import java.util.Objects;

import io.azuretables.autoconfigure.plan.MethodPlan;
import io.azuretables.plan.AccessPath;
import org.assertj.core.api.AbstractAssert;

/**
 * AssertJ assertions on the query plan of one repository method.
 *
 * @since 0.1
 */
public final class PlanAssert extends AbstractAssert<PlanAssert, MethodPlan> {

	PlanAssert(MethodPlan plan) {
		super(plan, PlanAssert.class);
	}

	/**
	 * Reads one row by both of its keys.
	 */
	public PlanAssert isPoint() {
		return hasPath(AccessPath.POINT);
	}

	/**
	 * Reads a range of rows in a partition.
	 */
	public PlanAssert isRowRange() {
		return hasPath(AccessPath.ROW_RANGE);
	}

	/**
	 * Reads all rows of one kind in a partition.
	 */
	public PlanAssert isKindRange() {
		return hasPath(AccessPath.KIND_RANGE);
	}

	public PlanAssert hasPath(AccessPath path) {
		if (this.actual.path() != path) {
			failWithMessage("Expected the path %s of %s", path, this.actual);
		}
		return this;
	}

	/**
	 * Has the given path or a better one.
	 */
	public PlanAssert isNoWorseThan(AccessPath path) {
		if (this.actual.path().compareTo(path) > 0) {
			failWithMessage("Expected the path %s or a better one of %s", path, this.actual);
		}
		return this;
	}

	/**
	 * Is answered by the index of that name.
	 */
	public PlanAssert usesIndex(String name) {
		if (!Objects.equals(this.actual.index(), name)) {
			failWithMessage("Expected the index '%s' of %s", name, this.actual);
		}
		return this;
	}

	/**
	 * Is answered by the entity's own key.
	 */
	public PlanAssert usesNoIndex() {
		if (this.actual.index() != null) {
			failWithMessage("Expected no index of %s", this.actual);
		}
		return this;
	}

	/**
	 * Has a text in its explanation.
	 */
	public PlanAssert isExplainedBy(String text) {
		if (!this.actual.outline().explain().contains(text)) {
			failWithMessage("Expected '%s' in the explanation of %s", text, this.actual);
		}
		return this;
	}

}
