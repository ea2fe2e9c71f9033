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

package io.azuretables.patterns.queue;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.blob.EmbeddedBlobStore;
import io.azuretables.patterns.queue.message.HandlingStoppedException;
import io.azuretables.patterns.queue.message.MessageContext;
import io.azuretables.patterns.sample.TimedContext;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.sample.MutableClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Steps that a handler may repeat.
 */
class IdempotentStepsTests {

	private static final String TABLE = "Badges";

	private static final TableKey KEY = TableKey.of("Sales", "badge_1");

	private final TableGateway gateway = new EmbeddedTableGateway();

	private final MutableClock clock = new MutableClock();

	private final IdempotentSteps steps = new IdempotentSteps(this.gateway, new EmbeddedBlobStore(this.clock));

	private final MessageContext context = context(this.clock);

	@BeforeEach
	void create() {
		this.gateway.createTable(TABLE);
	}

	@Test
	void insertsWhatIsNotThere() {
		assertThat(this.steps.insertIfAbsent(this.context, TABLE, row("blue", "w1"))).isTrue();
		assertThat(this.steps.insertIfAbsent(this.context, TABLE, row("red", "w2"))).isFalse();
		assertThat(colour()).isEqualTo("blue");
	}

	@Test
	void replacesWhatIsAsItWasRead() {
		this.steps.insertOrReplace(this.context, TABLE, row("blue", "w1"));
		String read = etag();
		assertThat(this.steps.replaceIf(this.context, TABLE, row("red", "w2"), read)).isTrue();
		assertThat(this.steps.replaceIf(this.context, TABLE, row("green", "w3"), read)).isFalse();
		assertThat(colour()).isEqualTo("red");
		this.steps.deleteIf(this.context, TABLE, KEY, RowWrite.ANY);
		assertThat(this.steps.replaceIf(this.context, TABLE, row("green", "w3"), read)).as("gone").isFalse();
		assertThat(colour()).isNull();
	}

	@Test
	void deletesWhatIsAsItWasRead() {
		this.steps.insertOrReplace(this.context, TABLE, row("blue", "w1"));
		String read = etag();
		this.steps.insertOrReplace(this.context, TABLE, row("red", "w2"));
		assertThat(this.steps.deleteIf(this.context, TABLE, KEY, read)).isFalse();
		assertThat(this.steps.deleteIf(this.context, TABLE, KEY, etag())).isTrue();
		assertThat(this.steps.deleteIf(this.context, TABLE, KEY, RowWrite.ANY)).as("again").isFalse();
	}

	@Test
	void deletesWhatACertainWriteHasLeft() {
		assertThat(this.steps.deleteIfOfWrite(this.context, TABLE, KEY, "w1")).as("nothing there").isFalse();
		this.steps.insertOrReplace(this.context, TABLE, row("blue", "w1"));
		assertThat(this.steps.deleteIfOfWrite(this.context, TABLE, KEY, "w2")).isFalse();
		assertThat(colour()).isEqualTo("blue");
		assertThat(this.steps.deleteIfOfWrite(this.context, TABLE, KEY, "w1")).isTrue();
		assertThat(colour()).isNull();
	}

	@Test
	void putsBlobsThatAreNotThere() {
		assertThat(this.steps.putIfAbsent(this.context, "badge", new byte[] { 1 })).isTrue();
		assertThat(this.steps.putIfAbsent(this.context, "badge", new byte[] { 1 })).isFalse();
		assertThatIllegalStateException()
			.isThrownBy(() -> new IdempotentSteps(this.gateway, null).putIfAbsent(this.context, "badge", new byte[0]));
	}

	@Test
	void doesNothingAfterTheTimeOfTheHandler() {
		this.steps.insertOrReplace(this.context, TABLE, row("blue", "w1"));
		String etag = etag();
		this.clock.pass(Duration.ofSeconds(2));
		refuses(() -> this.steps.insertOrReplace(this.context, TABLE, row("red", "w2")));
		refuses(() -> this.steps.insertIfAbsent(this.context, TABLE, row("red", "w2").withKey(TableKey.of("a", "b"))));
		refuses(() -> this.steps.replaceIf(this.context, TABLE, row("red", "w2"), etag));
		refuses(() -> this.steps.deleteIf(this.context, TABLE, KEY, etag));
		refuses(() -> this.steps.deleteIfOfWrite(this.context, TABLE, KEY, "w1"));
		refuses(() -> this.steps.putIfAbsent(this.context, "badge", new byte[0]));
		assertThat(colour()).isEqualTo("blue");
		assertThat(this.gateway.<TableRow>read(TABLE, TableKey.of("a", "b"), null, RowReader.rows())).isNull();
	}

	private static void refuses(Runnable step) {
		assertThatExceptionOfType(HandlingStoppedException.class).isThrownBy(step::run);
	}

	private static TableRow row(String colour, String token) {
		return TableRow.of(KEY, Map.of("colour", colour, RowWrite.TOKEN, token));
	}

	private @Nullable TableRow stored() {
		return this.gateway.read(TABLE, KEY, null, RowReader.rows());
	}

	private @Nullable Object colour() {
		TableRow row = stored();
		return (row != null) ? row.get("colour") : null;
	}

	private String etag() {
		TableRow row = stored();
		assertThat(row).isNotNull();
		return String.valueOf(row.etag());
	}

	private static MessageContext context(InstantSource clock) {
		return new TimedContext(clock, clock.instant().plusSeconds(1));
	}

}
