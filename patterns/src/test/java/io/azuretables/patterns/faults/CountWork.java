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

package io.azuretables.patterns.faults;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.faults.Journal.Entry;
import io.azuretables.patterns.rolling.RollingTableTemplate;
import io.azuretables.patterns.sample.MessageCounts;
import io.azuretables.patterns.sample.SignIn;
import io.azuretables.patterns.series.DataSeriesTemplate;

import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;

/**
 * Counts messages in the slots of series, and writes sign-ins to the tables of their
 * days.
 */
final class CountWork {

	private static final LocalDate DAY = LocalDate.of(2026, 1, 1);

	private static final int ROWS = 3;

	private static final int SLOTS = 4;

	private static final int DAYS = 3;

	/**
	 * Much fewer than the operations that a row remembers.
	 */
	private static final int ATTEMPTS = 4;

	private final TableTemplate template;

	private final DataSeriesTemplate<MessageCounts> counts;

	private final RollingTableTemplate<SignIn> signIns;

	private final JournalWriter journal;

	CountWork(TableTemplate template, JournalWriter journal) {
		this.template = template;
		this.counts = new DataSeriesTemplate<>(template, MessageCounts.class, "perHour");
		this.signIns = new RollingTableTemplate<>(template, SignIn.class);
		this.journal = journal;
	}

	/**
	 * Adds one to a slot. An addition whose outcome is not known is repeated.
	 */
	void count() {
		int row = random(ROWS);
		int slot = random(SLOTS);
		String operation = UUID.randomUUID().toString();
		Object key = this.template.converter().key(MessageCounts.of(row, DAY));
		this.journal.add("slot:" + row + "_" + slot, operation, () -> repeated(() -> {
			this.counts.add(key, slot, 1, operation);
			return operation;
		}));
	}

	/**
	 * Tries again. What may have been done by an earlier attempt is not rejected by a
	 * later one.
	 */
	private static <T> T repeated(Supplier<T> action) {
		RecoverableDataAccessException doubt = null;
		for (int attempt = 1;; attempt++) {
			try {
				return action.get();
			}
			catch (RecoverableDataAccessException ex) {
				doubt = ex;
				if (attempt == ATTEMPTS) {
					throw doubt;
				}
			}
			catch (TransientDataAccessException ex) {
				if (attempt == ATTEMPTS) {
					throw (doubt != null) ? doubt : ex;
				}
			}
		}
	}

	void signIn() {
		Instant at = Instant.now().minus(Duration.ofDays(random(DAYS)));
		String address = UUID.randomUUID().toString();
		SignIn signIn = new SignIn("user" + random(ROWS), at, random(1_000_000), address);
		if (this.journal.write(address, () -> this.signIns.insert(signIn)) != null) {
			this.journal.say(Entry.SIGN_IN, address);
		}
	}

	private static int random(int bound) {
		return ThreadLocalRandom.current().nextInt(bound);
	}

}
