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

import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.azuretables.mapping.RollingTable;
import org.jspecify.annotations.Nullable;

/**
 * Reads the {@code @RollingTable} annotation of an entity class, and collects its errors.
 */
final class RollingMappings {

	private static final int NAME_LENGTH = 63;

	private final MappedEntity<?> entity;

	private final List<String> problems;

	RollingMappings(MappedEntity<?> entity, List<String> problems) {
		this.entity = entity;
		this.problems = problems;
	}

	@Nullable RollingMapping mapping(List<LeafProperty> leaves, List<IndexMapping> indexes) {
		RollingTable declared = this.entity.findAnnotation(RollingTable.class);
		if (declared == null) {
			return null;
		}
		checkName(declared);
		for (IndexMapping index : indexes) {
			if (!index.isIntraPartition()) {
				problem("the index '" + index.name() + "' in another partition: it would have to outlive the tables of "
						+ "its entities. Leave out its partitionKey, so that it lies in theirs");
			}
		}
		LeafProperty time = time(declared, leaves);
		Duration retention = retention(declared);
		return (time != null && retention != null) ? new RollingMapping(declared.period(), time, retention) : null;
	}

	private void checkName(RollingTable declared) {
		if (!this.entity.hasFixedTableName()) {
			return;
		}
		String name = this.entity.tableName();
		if (!name.isEmpty() && Character.isDigit(name.charAt(name.length() - 1))) {
			problem("the table name '" + name + "', which ends in a digit, so that the period behind it could not be "
					+ "read. Give it another name with @Table");
		}
		if (name.length() + declared.period().digits() > NAME_LENGTH) {
			problem("the table name '" + name + "', which is too long with " + declared.period().digits()
					+ " digits behind it: a name has at most " + NAME_LENGTH
					+ " characters. Give it a shorter name with @Table");
		}
	}

	private @Nullable LeafProperty time(RollingTable declared, List<LeafProperty> leaves) {
		Optional<LeafProperty> found = leaves.stream()
			.filter((leaf) -> leaf.name().equals(declared.property()))
			.findFirst();
		if (found.isEmpty()) {
			problem("the property '" + declared.property() + "', and there is none; name a stored property that holds "
					+ "a time");
			return null;
		}
		LeafProperty time = found.get();
		if (!RollingMapping.TYPES.contains(time.property().getType()) || time.place() == LeafProperty.Place.TIMESTAMP) {
			problem("the property '" + declared.property() + "', which is no time that the application sets; name an "
					+ "Instant, OffsetDateTime or LocalDate");
			return null;
		}
		if (time.part() != null) {
			problem("the property '" + declared.property() + "', which has a @Part, so that no query could ask for it; "
					+ "leave out its @Part");
		}
		return time;
	}

	private @Nullable Duration retention(RollingTable declared) {
		Duration retention;
		try {
			retention = Duration.parse(declared.retention());
		}
		catch (DateTimeException ex) {
			problem("the retention '" + declared.retention()
					+ "', which is no ISO-8601 duration of days, hours, minutes and seconds; write P60D or PT48H");
			return null;
		}
		if (retention.compareTo(declared.period().longest()) < 0) {
			problem("the retention '" + declared.retention() + "', which is shorter than a period; the least is "
					+ declared.period().longest());
			return null;
		}
		if (retention.dividedBy(declared.period().longest()) > RollingMapping.MAX_PERIODS) {
			problem("the retention '" + declared.retention() + "', which makes more than " + RollingMapping.MAX_PERIODS
					+ " tables; choose a longer period");
			return null;
		}
		return retention;
	}

	private void problem(String what) {
		this.problems.add(this.entity.getType().getName() + " has a @RollingTable with " + what);
	}

	/**
	 * What is wrong with classes that are used together: dropping the tables of one must
	 * not drop those of another.
	 */
	static List<String> conflicts(List<MappedEntity<?>> entities) {
		List<String> conflicts = new ArrayList<>();
		for (MappedEntity<?> entity : entities) {
			RollingMapping rolling = entity.model().rolling();
			if (rolling != null) {
				entities.stream()
					.filter((other) -> other != entity && isDroppedWith(entity, rolling, other))
					.forEach((other) -> conflicts.add(conflict(entity, other)));
			}
		}
		return conflicts;
	}

	private static boolean isDroppedWith(MappedEntity<?> entity, RollingMapping rolling, MappedEntity<?> other) {
		RollingMapping others = other.model().rolling();
		return (others == null) ? rolling.start(entity.tableName(), other.tableName()).isPresent()
				: entity.tableName().equalsIgnoreCase(other.tableName())
						&& !(rolling.period() == others.period() && rolling.retention().equals(others.retention()));
	}

	private static String conflict(MappedEntity<?> entity, MappedEntity<?> other) {
		return entity.getType().getName() + " has a @RollingTable whose tables would be dropped although "
				+ other.getType().getName() + " is in the table '" + other.tableName()
				+ "'; give one of them another name with @Table, or both the same period and retention";
	}

}
