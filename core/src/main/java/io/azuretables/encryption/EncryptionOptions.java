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

package io.azuretables.encryption;

import java.time.Clock;
import java.time.Duration;

import io.azuretables.row.ServiceLimits;
import org.jspecify.annotations.Nullable;

/**
 * Options of {@link PropertyEncryption}: where data keys are stored, which properties are
 * encrypted, and whether plain values are read.
 *
 * @param keyTable the table that holds the wrapped data keys
 * @param refresh after which time data keys are read again, so that a rotation in another
 * process is noticed
 * @param readsPlainValues whether values that are not encrypted can be read; for a time
 * after properties with stored values became encrypted ones
 * @param resolver decides for properties without annotation, or {@code null}
 * @param clock tells when data keys are made and read again
 * @since 0.1
 */
public record EncryptionOptions(String keyTable, Duration refresh, boolean readsPlainValues,
		@Nullable EncryptionResolver resolver, Clock clock) {

	/**
	 * Keys in the table {@code encryptionkeys}, read again after an hour; values that are
	 * not encrypted cannot be read.
	 */
	public static final EncryptionOptions DEFAULTS = new EncryptionOptions("encryptionkeys", Duration.ofHours(1), false,
			null, Clock.systemUTC());

	public EncryptionOptions {
		if (!ServiceLimits.isTableName(keyTable)) {
			throw new IllegalArgumentException("The table of data keys cannot have the name '" + keyTable
					+ "': a table has " + ServiceLimits.TABLE_NAMES);
		}
		if (refresh.isNegative()) {
			throw new IllegalArgumentException(
					"The time after which data keys are read again must not be negative, but is " + refresh);
		}
	}

	public EncryptionOptions withKeyTable(String newKeyTable) {
		return new EncryptionOptions(newKeyTable, this.refresh, this.readsPlainValues, this.resolver, this.clock);
	}

	public EncryptionOptions withRefresh(Duration newRefresh) {
		return new EncryptionOptions(this.keyTable, newRefresh, this.readsPlainValues, this.resolver, this.clock);
	}

	/**
	 * The same with reading of values that are not encrypted, or without.
	 */
	public EncryptionOptions withReadsPlainValues(boolean plain) {
		return new EncryptionOptions(this.keyTable, this.refresh, plain, this.resolver, this.clock);
	}

	public EncryptionOptions withResolver(@Nullable EncryptionResolver newResolver) {
		return new EncryptionOptions(this.keyTable, this.refresh, this.readsPlainValues, newResolver, this.clock);
	}

	public EncryptionOptions withClock(Clock newClock) {
		return new EncryptionOptions(this.keyTable, this.refresh, this.readsPlainValues, this.resolver, newClock);
	}

}
