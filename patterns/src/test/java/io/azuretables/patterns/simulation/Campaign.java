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

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Plays one scenario with many seeds. Plays one scenario many times. The system property
 * {@code simulation.seeds} says how often, and {@code simulation.seed} plays one seed
 * alone, as a failure says.
 *
 * @param name the name of the scenario
 * @param scenario puts actors and checks into a simulation that has not begun
 * @param faults what may go wrong
 * @param share which part of the seeds is played, as a divisor
 */
public record Campaign(String name, Consumer<Simulation> scenario, Faults faults, int share) {

	private static final Log logger = LogFactory.getLog(Campaign.class);

	/**
	 * What is refuted at all is refuted by one of these.
	 */
	private static final long ENOUGH = 2000;

	private static final long SEEDS = Long.getLong("simulation.seeds", ENOUGH);

	private static final int STORM = Integer.getInteger("simulation.steps", 200);

	private static final Long ONLY = Long.getLong("simulation.seed");

	/**
	 * A scenario with faults of all kinds.
	 */
	public static Campaign of(String name, Consumer<Simulation> scenario) {
		return new Campaign(name, scenario, Faults.HARSH, 1);
	}

	public Campaign withFaults(Faults newFaults) {
		return new Campaign(this.name, this.scenario, newFaults, this.share);
	}

	/**
	 * Plays only a part of the seeds, for a scenario that takes long.
	 * @param divisor by which their number is divided
	 */
	public Campaign withOneSeedIn(int divisor) {
		return new Campaign(this.name, this.scenario, this.faults, divisor);
	}

	/**
	 * Plays all seeds, and says how much that was.
	 * @throws AssertionError at the first seed with which something does not hold; it
	 * says how to play it again
	 */
	public Tally play() {
		Tally tally = Tally.NONE;
		long first = (ONLY != null) ? ONLY : 0;
		long last = (ONLY != null) ? ONLY : SEEDS / this.share - 1;
		for (long seed = first; seed <= last; seed++) {
			try {
				tally = tally.plus(begun(seed).play());
			}
			catch (Violation ex) {
				throw new AssertionError("'" + this.name + "' fails with -Dsimulation.seed=" + seed + ": "
						+ ex.getMessage() + System.lineSeparator() + ex.story(), ex);
			}
		}
		logger.info("Simulation '" + this.name + "': " + tally);
		return tally;
	}

	/**
	 * What the first seed says with which something does not hold.
	 */
	public Optional<String> firstViolation() {
		return firstViolation("");
	}

	/**
	 * What the first seed says of which a given check speaks, where several checks can
	 * see what is wrong, and chance decides which is first.
	 * @param alarm what the check says
	 */
	public Optional<String> firstViolation(String alarm) {
		for (long seed = 0; seed < Math.max(SEEDS, ENOUGH); seed++) {
			try {
				begun(seed).play();
			}
			catch (Violation ex) {
				if (ex.getMessage().contains(alarm)) {
					logger.info("Simulation '" + this.name + "': seed " + seed + " shows " + ex.getMessage());
					return Optional.of(ex.getMessage());
				}
			}
		}
		return Optional.empty();
	}

	/**
	 * What happens with a seed, whatever it is.
	 */
	public List<String> trace(long seed) {
		Simulation simulation = begun(seed);
		try {
			simulation.play();
		}
		catch (Violation ex) {
			simulation.say(ex.getMessage());
		}
		return simulation.trace();
	}

	private Simulation begun(long seed) {
		Simulation simulation = new Simulation(seed, this.faults, STORM);
		this.scenario.accept(simulation);
		return simulation;
	}

}
