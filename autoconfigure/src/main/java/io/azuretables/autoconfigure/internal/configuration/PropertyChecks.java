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

package io.azuretables.autoconfigure.internal.configuration;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collection;

import io.azuretables.row.ServiceLimits;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.convert.DurationStyle;
import org.springframework.util.StringUtils;

/**
 * Checks the values of configuration properties while they are bound, so that an
 * application with a value that cannot be used fails to start. The failure names the
 * property: {@link ConfigurationProblemFailureAnalyzer} puts the names of the groups
 * before the name that is given here.
 */
public final class PropertyChecks {

	/**
	 * The shortest interval of a task that repeats.
	 */
	private static final Duration SHORTEST = Duration.ofMillis(1);

	/**
	 * The longest time that a property can have: a hundred years.
	 */
	private static final Duration LONGEST = Duration.ofDays(36_500);

	private static final int LAST_PORT = 65_535;

	private PropertyChecks() {
	}

	/**
	 * Refuses a number that is too small.
	 * @param property its name in the group that is bound
	 */
	public static void atLeast(long least, String property, long value) {
		if (value < least) {
			throw problem(property, String.valueOf(value), "at least " + least);
		}
	}

	/**
	 * Refuses an interval or a time limit that is no time, a negative one, or one that no
	 * timer can have.
	 * @param property its name in the group that is bound
	 */
	public static void positive(String property, Duration value) {
		atLeast(SHORTEST, property, value);
		atMost(LONGEST, property, value);
	}

	/**
	 * Refuses a negative time, and one that no clock can go back.
	 * @param property its name in the group that is bound
	 */
	public static void notNegative(String property, Duration value) {
		atLeast(Duration.ZERO, property, value);
		atMost(LONGEST, property, value);
	}

	/**
	 * Refuses a time that is too short.
	 * @param property its name in the group that is bound
	 */
	public static void atLeast(Duration least, String property, Duration value) {
		if (value.compareTo(least) < 0) {
			throw problem(property, text(value), "at least " + text(least));
		}
	}

	/**
	 * Refuses a time that is too long.
	 * @param property its name in the group that is bound
	 */
	public static void atMost(Duration most, String property, Duration value) {
		if (value.compareTo(most) > 0) {
			throw problem(property, text(value), "at most " + text(most));
		}
	}

	/**
	 * Refuses a time that is not shorter than that of another property of the group.
	 * @param property its name in the group that is bound
	 */
	public static void shorter(String property, Duration value, String other, Duration limit) {
		if (value.compareTo(limit) >= 0) {
			throw problem(property, text(value), "shorter than " + other + ", which is " + text(limit));
		}
	}

	/**
	 * Refuses what is no port.
	 * @param property its name in the group that is bound
	 */
	public static void port(String property, int value) {
		if (value < 1 || value > LAST_PORT) {
			throw problem(property, String.valueOf(value), "1 to " + LAST_PORT);
		}
	}

	/**
	 * Refuses names that no table of the service can have.
	 * @param property its name in the group that is bound
	 */
	public static void tableNames(String property, Collection<String> names) {
		names.stream().filter((name) -> !ServiceLimits.isTableName(name)).findFirst().ifPresent((name) -> {
			throw problem(property, "'" + name + "'", "the name of a table: " + ServiceLimits.TABLE_NAMES);
		});
	}

	/**
	 * Refuses one of two properties without the other. A text without characters is not
	 * set.
	 * @param property its name in the group that is bound
	 * @param other the name of the other one in the group
	 */
	public static void together(String property, @Nullable String value, String other, @Nullable String otherValue) {
		boolean set = StringUtils.hasText(value);
		if (set != StringUtils.hasText(otherValue)) {
			throw new ConfigurationProblemException(
					(set ? property : other) + " is set, and " + (set ? other : property) + " is not",
					"Set both, or neither of them");
		}
	}

	private static ConfigurationProblemException problem(String property, String value, String rule) {
		return new ConfigurationProblemException(property + " is " + value + ", and must be " + rule,
				"Correct the value of the property");
	}

	/**
	 * A time as it is written in properties.
	 */
	private static String text(Duration time) {
		boolean seconds = time.getNano() == 0;
		boolean days = seconds && !time.isZero() && time.toSeconds() % Duration.ofDays(1).toSeconds() == 0;
		return DurationStyle.SIMPLE.print(time,
				days ? ChronoUnit.DAYS : seconds ? ChronoUnit.SECONDS : ChronoUnit.MILLIS);
	}

}
