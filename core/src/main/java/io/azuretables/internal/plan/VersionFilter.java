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

import java.util.ArrayList;
import java.util.List;

import io.azuretables.internal.model.EntityModel.Discriminator;
import io.azuretables.internal.model.TypeVersion;
import io.azuretables.internal.odata.ODataFilter;
import io.azuretables.query.Criteria;
import io.azuretables.query.Criteria.Comparison;
import io.azuretables.query.Operator;
import org.jspecify.annotations.Nullable;

/**
 * Makes the service filters of queries for classes with type versions, whose rows may
 * have been written by several versions of the class. A type with versions is a range of
 * values, since its newer versions are not known. Conditions on columns are those of the
 * version of this process: rows of other versions pass them, and are checked on the
 * client when they are upgraded.
 *
 * @param types what tells the types
 */
record VersionFilter(Discriminator types) {

	/**
	 * The range of a type, and that it is not its version of this process.
	 */
	private static final int OTHER_VERSION = 3;

	/**
	 * Those of the types of an entity; {@code null} if none of them has versions, or the
	 * service cannot ask for them.
	 */
	static @Nullable VersionFilter of(@Nullable Discriminator types) {
		return (types != null && types.isVersioned() && !types.isByKey()) ? new VersionFilter(types) : null;
	}

	/**
	 * The whole filter besides keys, if one is enough.
	 * @param conditions the conditions on columns
	 * @param room how many comparisons it may have
	 * @return the filter, or {@code null} if it would be too long
	 */
	@Nullable Criteria single(Criteria conditions, int room) {
		Criteria all = Criteria.anyOf(this.types.values().stream().map(this::allVersions).toList());
		Criteria filter = conditions.equals(Criteria.ALL) ? all
				: all.and(conditions.or(Criteria.allOf(this.types.values().stream().map(this::isNot).toList())));
		return (ODataFilter.comparisons(filter) <= room) ? filter : null;
	}

	/**
	 * The filters for rows of other versions than those of this process, where one filter
	 * would be too long.
	 * @param room how many comparisons each may have
	 */
	List<Criteria> otherVersions(int room) {
		int size = Math.max(1, room / OTHER_VERSION);
		List<Criteria> filters = new ArrayList<>();
		List<TypeVersion> versions = this.types.versions();
		for (int start = 0; start < versions.size(); start += size) {
			filters.add(Criteria.anyOf(versions.subList(start, Math.min(start + size, versions.size()))
				.stream()
				.map((version) -> allVersions(version).and(isNot(version.value())))
				.toList()));
		}
		return filters;
	}

	/**
	 * How many comparisons a single filter has besides its conditions.
	 * @param conditional whether there are any
	 */
	int comparisons(boolean conditional) {
		int values = this.types.values().size();
		return values + this.types.versions().size() + (conditional ? values : 0);
	}

	private Criteria allVersions(String value) {
		TypeVersion version = this.types.versionOf(value);
		return (version != null) ? allVersions(version)
				: new Comparison(this.types.column(), Operator.EQ, value, false);
	}

	private Criteria allVersions(TypeVersion version) {
		return new Comparison(this.types.column(), Operator.GE, version.name(), false)
			.and(new Comparison(this.types.column(), Operator.LT, version.end(), false));
	}

	private Criteria isNot(String value) {
		return new Comparison(this.types.column(), Operator.NE, value, false);
	}

}
