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

package io.azuretables.internal.key;

import java.time.DateTimeException;
import java.time.LocalTime;

/**
 * The key format of times of the day: ISO text, or the distance from midnight if
 * descending.
 */
record TimeOfDayKeyFormat(boolean descending) implements KeyFormat {

	private static final long LAST = LocalTime.MAX.toNanoOfDay();

	private static final int DIGITS = 14;

	private static final int NANO_DIGITS = 9;

	@Override
	public void write(Object value, StringBuilder key) {
		LocalTime time = (LocalTime) value;
		if (this.descending) {
			IntegerKeyFormat.writePadded(LAST - time.toNanoOfDay(), DIGITS, key);
			return;
		}
		IntegerKeyFormat.writePadded(time.getHour(), 2, key);
		TimeKeyFormat.writeField(':', time.getMinute(), 2, key);
		TimeKeyFormat.writeField(':', time.getSecond(), 2, key);
		TimeKeyFormat.writeField('.', time.getNano(), NANO_DIGITS, key);
	}

	@Override
	public Object read(KeyCursor key) {
		try {
			if (this.descending) {
				return LocalTime.ofNanoOfDay(LAST - key.takeDigits(DIGITS));
			}
			return LocalTime.of((int) key.takeDigits(2), TimeKeyFormat.field(":", 2, key),
					TimeKeyFormat.field(":", 2, key), TimeKeyFormat.field(".", NANO_DIGITS, key));
		}
		catch (DateTimeException ex) {
			throw key.unreadable("a time of the day was expected");
		}
	}

}
