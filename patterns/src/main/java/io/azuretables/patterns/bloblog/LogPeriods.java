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

package io.azuretables.patterns.bloblog;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import io.azuretables.internal.key.KeyLayout;
import io.azuretables.internal.key.KeyTemplate;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * Divides the time of a log into periods, and names their blobs, in UTC:
 * {@code queue/2014/07/31/1800/}. Pure.
 *
 * @param length how long a period is
 */
record LogPeriods(Duration length) {

	/**
	 * The first time that a name can hold.
	 */
	static final Instant MIN = Instant.parse("0000-01-01T00:00:00Z");

	/**
	 * After the last time that a name can hold.
	 */
	static final Instant MAX = Instant.parse("9999-12-31T23:59:59Z").plusSeconds(1);

	private static final DateTimeFormatter FOLDER = DateTimeFormatter.ofPattern("uuuu/MM/dd/HHmm", Locale.ROOT)
		.withResolverStyle(ResolverStyle.STRICT);

	private static final String FIRST_FOLDER = "0000/01/01/0000";

	private static final KeyLayout SOURCE = KeyLayout.of("Log in blobs", KeyTemplate.parse("{source}"),
			(property) -> String.class);

	/**
	 * The source as the first part of names, spelled as text in a key is. No two sources
	 * have the same.
	 */
	static String folder(String source) {
		if (source.isEmpty() || source.endsWith(".")) {
			throw new InvalidDataAccessApiUsageException(
					"A source of a log is a text that does not end with a dot: a part of the name of a blob cannot");
		}
		return SOURCE.encode(source) + '/';
	}

	/**
	 * When the period of a time begins.
	 */
	Instant start(Instant time) {
		long seconds = this.length.toSeconds();
		return Instant.ofEpochSecond(Math.floorDiv(time.getEpochSecond(), seconds) * seconds);
	}

	/**
	 * The folder of the blobs of a period.
	 */
	static String folder(String source, Instant start) {
		return folder(source) + FOLDER.format(utc(start)) + '/';
	}

	/**
	 * When a period begins, by the end of the name of its folder; nothing where there is
	 * no such time.
	 */
	static Optional<Instant> parse(String folder) {
		try {
			return Optional.of(LocalDateTime.parse(folder, FOLDER).toInstant(ZoneOffset.UTC));
		}
		catch (DateTimeParseException ex) {
			return Optional.empty();
		}
	}

	/**
	 * The beginnings of the names of all blobs of the periods from a time to, and
	 * without, another one, in the order of time; as few as there can be.
	 */
	List<String> prefixes(String source, Instant from, Instant to) {
		List<String> prefixes = new ArrayList<>();
		String folder = folder(source);
		LocalDateTime end = utc(to.isAfter(MAX) ? MAX : to);
		LocalDateTime at = utc(start(from.isBefore(MIN) ? MIN : from));
		while (from.isBefore(to) && at.isBefore(end)) {
			String name = FOLDER.format(at);
			Span span = span(name, at, end);
			prefixes.add(folder + ((span != null) ? name.substring(0, span.characters()) : name + '/'));
			at = (span != null) ? at.plus(1, span.unit()) : at.plus(this.length);
		}
		return prefixes;
	}

	/**
	 * Where to begin to look for the newest entries, further and further back.
	 */
	List<Instant> back(Instant now) {
		Instant day = now.truncatedTo(ChronoUnit.DAYS);
		return List.of(start(now), start(now).minus(this.length), day.minus(Duration.ofDays(1)),
				day.minus(Duration.ofDays(31)), day.minus(Duration.ofDays(366)), MIN);
	}

	private @Nullable Span span(String name, LocalDateTime at, LocalDateTime end) {
		return Span.LONGEST_FIRST.stream()
			.filter((span) -> span.unit().getDuration().compareTo(this.length) > 0)
			.filter((span) -> name.endsWith(FIRST_FOLDER.substring(span.characters()))
					&& !at.plus(1, span.unit()).isAfter(end))
			.findFirst()
			.orElse(null);
	}

	private static LocalDateTime utc(Instant time) {
		return LocalDateTime.ofInstant(time, ZoneOffset.UTC);
	}

	/**
	 * A span of time whose blobs have names that begin in the same way.
	 *
	 * @param unit the span
	 * @param characters how many characters of the folder of a period tell it
	 */
	private record Span(ChronoUnit unit, int characters) {

		static final List<Span> LONGEST_FIRST = List.of(new Span(ChronoUnit.MILLENNIA, 1),
				new Span(ChronoUnit.CENTURIES, 2), new Span(ChronoUnit.DECADES, 3), new Span(ChronoUnit.YEARS, 5),
				new Span(ChronoUnit.MONTHS, 8), new Span(ChronoUnit.DAYS, 11), new Span(ChronoUnit.HOURS, 13));

	}

}
