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

package io.azuretables.patterns.simulation.largevalue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.blob.BlobStore.Blob;
import io.azuretables.patterns.largevalue.LargeValue;
import io.azuretables.patterns.largevalue.LargeValueCallback;
import io.azuretables.patterns.largevalue.LargeValueTemplate;
import io.azuretables.patterns.largevalue.MissingContentException;
import io.azuretables.patterns.sample.Portrait;
import io.azuretables.patterns.simulation.Ledger;
import io.azuretables.patterns.simulation.SimulatedBlobs;
import io.azuretables.patterns.simulation.SimulatedGateway;
import io.azuretables.patterns.simulation.Simulation;
import io.azuretables.patterns.simulation.template.Templates;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.mapping.callback.EntityCallbacks;

/**
 * Users save, rename, remove and delete portraits; others read them; a sweeper sweeps.
 */
final class LargeValueScenario {

	private static final int PORTRAITS = 3;

	private final Simulation simulation;

	private final SimulatedGateway gateway;

	private final SimulatedBlobs blobs;

	private final Sabotage sabotage;

	private final TableTemplate tables;

	private final LargeValueTemplate<Portrait> photos;

	private final boolean createsAgain;

	private final Ledger ledger = new Ledger();

	private final Map<Integer, LargeValue> earlier = new HashMap<>();

	private LargeValueScenario(Simulation simulation, Sabotage sabotage, boolean checksValues, boolean createsAgain) {
		this.simulation = simulation;
		this.sabotage = sabotage;
		this.createsAgain = createsAgain;
		this.gateway = new SimulatedGateway(simulation, "Portraits");
		this.blobs = new SimulatedBlobs(simulation);
		this.tables = Templates.over(sabotage.tables(this.gateway));
		if (checksValues) {
			this.tables.setEntityCallbacks(EntityCallbacks.create(new LargeValueCallback(this.tables.converter())));
		}
		this.photos = new LargeValueTemplate<>(this.tables, this.gateway, sabotage.blobs(this.blobs), Portrait.class,
				"photo");
	}

	/**
	 * Plays the template.
	 * @param checksValues whether the callback is there
	 * @param createsAgain whether a key is used again after its entity was deleted
	 */
	static void play(Simulation simulation, Sabotage sabotage, boolean checksValues, boolean createsAgain) {
		LargeValueScenario scenario = new LargeValueScenario(simulation, sabotage, checksValues, createsAgain);
		for (int id = 0; id < PORTRAITS; id++) {
			scenario.photos.save(Portrait.of(id, "first"), content("first"));
		}
		List.of("user1", "user2", "user3").forEach((name) -> simulation.actor(name, scenario::use));
		simulation.actor("reader", scenario::read);
		simulation.servant("sweeper", () -> scenario::sweep, Duration.ofHours(2));
		simulation.always(scenario::check);
		simulation.restsWithout(scenario::orphans);
	}

	private void use() {
		while (!this.simulation.isCalm()) {
			int id = random(PORTRAITS);
			try {
				Portrait portrait = this.tables.findById(Portrait.class, Portrait.of(id, "any")).orElse(null);
				if (portrait != null) {
					change(portrait);
				}
				else if (this.createsAgain) {
					String token = this.simulation.token();
					write(token, () -> this.photos.save(Portrait.of(id, token), content(token)));
				}
				else {
					this.simulation.sleep(Duration.ofMinutes(1));
				}
			}
			catch (InvalidDataAccessApiUsageException ex) {
				this.simulation.say("refused: " + ex.getMessage());
			}
			catch (DataAccessException ex) {
				this.simulation.say("fails: " + ex.getClass().getSimpleName());
			}
		}
	}

	/**
	 * A save that is falsely said to be refused is what one of the sabotages does.
	 */
	private void write(String token, Supplier<Portrait> action) {
		if (this.sabotage == Sabotage.DELETES_IN_DOUBT) {
			action.get();
		}
		else {
			this.ledger.write(token, action);
		}
	}

	private void change(Portrait portrait) {
		String token = this.simulation.token();
		Portrait renamed = portrait.withName(token);
		LargeValue before = this.earlier.put(portrait.id(), portrait.photo());
		int action = random(this.createsAgain ? 8 : 24);
		switch ((action == 1 && portrait.photo() == null) ? 2 : action) {
			case 0 -> this.photos.delete(portrait);
			case 1 -> write(token, () -> this.photos.remove(renamed));
			case 2, 3, 4 ->
				write(token, () -> this.tables.save((this.sabotage == Sabotage.SAVES_OLD_VALUES && before != null)
						? renamed.withPhoto(before) : renamed));
			default -> write(token, () -> this.photos.save(renamed, content(token)));
		}
	}

	private void read() {
		while (!this.simulation.isCalm()) {
			try {
				Portrait portrait = this.tables.findById(Portrait.class, Portrait.of(random(PORTRAITS), "any"))
					.orElse(null);
				if (portrait != null) {
					this.photos.read(portrait);
				}
				else {
					this.simulation.sleep(Duration.ofMinutes(1));
				}
			}
			catch (MissingContentException ex) {
				throw new AssertionError("A reader misses a content", ex);
			}
			catch (DataAccessException ex) {
				this.simulation.say("fails: " + ex.getClass().getSimpleName());
			}
		}
	}

	private boolean sweep() {
		Duration age = (this.sabotage == Sabotage.SWEEPS_NEW_BLOBS) ? Duration.ZERO : Duration.ofMinutes(90);
		this.photos.sweep(this.simulation.clock().instant().minus(age));
		return false;
	}

	private void check() {
		for (TableRow row : rows()) {
			this.ledger.committed(String.valueOf(row.get("name")));
			String blob = blob(row);
			if (blob != null && this.blobs.store().read(blob).isEmpty()) {
				throw new AssertionError("Without its content: " + row.key().rowKey());
			}
		}
	}

	/**
	 * Blobs that no row names.
	 */
	private Set<String> orphans() {
		Set<String> names = new TreeSet<>(this.blobs.store().list("").map(Blob::name).toList());
		for (TableRow row : rows()) {
			String blob = blob(row);
			if (blob != null) {
				names.remove(blob);
			}
		}
		return names;
	}

	private static @Nullable String blob(TableRow row) {
		return (String) row.get("photo_blob");
	}

	private List<TableRow> rows() {
		return this.gateway.store().read(RowRequest.of("Portraits", null), RowReader.rows()).rows();
	}

	private int random(int bound) {
		return this.simulation.random().nextInt(bound);
	}

	private static byte[] content(String token) {
		return token.getBytes(StandardCharsets.UTF_8);
	}

}
