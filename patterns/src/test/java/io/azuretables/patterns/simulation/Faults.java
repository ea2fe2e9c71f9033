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

package io.azuretables.patterns.simulation;

import java.util.EnumMap;
import java.util.Map;
import java.util.random.RandomGenerator;

import org.jspecify.annotations.Nullable;

/**
 * The frequency of each fault. Of a thousand requests, so many for each fault.
 *
 * @param perMille how many
 */
public record Faults(Map<Fault, Integer> perMille) {

	/**
	 * Nothing fails; only the order is by chance.
	 */
	public static final Faults NONE = new Faults(Map.of());

	/**
	 * About one request in six.
	 */
	public static final Faults HARSH = NONE.with(Fault.LOST_BEFORE, 20)
		.with(Fault.LOST_AFTER, 25)
		.with(Fault.BUSY_BEFORE, 15)
		.with(Fault.BUSY_AFTER, 15)
		.with(Fault.LATE, 20)
		.with(Fault.TWICE, 20)
		.with(Fault.CRASH_BEFORE, 10)
		.with(Fault.CRASH_AFTER, 15)
		.with(Fault.BLACKOUT, 2)
		.with(Fault.PAUSE, 25)
		.with(Fault.SHORT_PAGE, 30);

	private static final int ALL = 1000;

	public Faults {
		perMille = Map.copyOf(perMille);
	}

	public Faults with(Fault fault, int newPerMille) {
		Map<Fault, Integer> changed = new EnumMap<>(Fault.class);
		changed.putAll(this.perMille);
		changed.put(fault, newPerMille);
		return new Faults(changed);
	}

	/**
	 * What happens to the next request, or {@code null} if all goes well.
	 */
	@Nullable Fault draw(RandomGenerator random) {
		int left = random.nextInt(ALL);
		for (Fault fault : Fault.values()) {
			left -= this.perMille.getOrDefault(fault, 0);
			if (left < 0) {
				return fault;
			}
		}
		return null;
	}

}
