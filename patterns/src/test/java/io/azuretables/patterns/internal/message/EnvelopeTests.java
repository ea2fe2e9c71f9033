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

package io.azuretables.patterns.internal.message;

import java.util.List;

import io.azuretables.patterns.blob.EmbeddedBlobStore;
import io.azuretables.patterns.internal.message.Envelope.Claim;
import io.azuretables.patterns.internal.message.Envelope.Header;
import io.azuretables.patterns.internal.message.Envelope.Inline;
import io.azuretables.patterns.internal.message.Envelope.Origin;
import io.azuretables.patterns.internal.message.Envelope.OriginKind;
import io.azuretables.patterns.queue.message.PermanentMessageException;
import io.azuretables.patterns.queue.transport.MessageKeys;
import io.azuretables.patterns.queue.transport.MessageLimits;
import io.azuretables.patterns.queue.transport.MessageSignature;
import io.azuretables.sample.MutableClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DataIntegrityViolationException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What travels in a message.
 */
class EnvelopeTests {

	private static final Header HEADER = new Header("id", "type", MutableClock.START,
			new Origin(OriginKind.GUARDED, "T", "p|'é"));

	private final MessageSignature signature = MessageKeys.of("k".repeat(32)).forQueue("work");

	private final EnvelopeFormat format = new EnvelopeFormat(this.signature);

	@Test
	void isReadAsItWasWritten() {
		Envelope envelope = Envelope.of(HEADER, "{\"a\":\"日本 😀\\u0000\"}").failed("one").failed("two");
		for (Envelope one : List.of(envelope, envelope.settled(MutableClock.START),
				envelope.withContent(new Claim("hash")), envelope.renewed(), envelope.returned().committed(),
				envelope.waiting(MutableClock.START),
				Envelope.of(new Header("id", "type", MutableClock.START, null), ""))) {
			assertThat(this.format.read(this.format.write(one))).isEqualTo(one);
		}
	}

	@Test
	void isOfAVersionThatLaterProgramsRead() {
		String text = """
				{"v":1,"id":"id","type":"type","sent":"2026-01-01T00:00:00Z","origin":{"kind":"GUARDED","table":"T",
				"partition":"p|'é"},"payload":"{}","phase":"HANDLE","failures":2,"errors":["one"],"later":[1]}""";
		assertThat(this.format.read(this.signature.sign(text))).satisfies((envelope) -> {
			assertThat(envelope.header()).isEqualTo(HEADER);
			assertThat(envelope.progress().failures()).isEqualTo(2);
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "text", "[]", "{}", "null", "{\"v\":2}", "{\"v\":1,\"id\":7}",
			"{\"v\":1,\"id\":\"i\",\"type\":\"t\",\"sent\":\"yesterday\"}",
			"{\"v\":1,\"id\":\"i\",\"type\":\"t\",\"sent\":\"2026-01-01T00:00:00Z\",\"payload\":\"\",\"phase\":\"?\"}" })
	void saysThatItIsNone(String text) {
		assertThatExceptionOfType(PermanentMessageException.class)
			.isThrownBy(() -> this.format.read(this.signature.sign(text)));
	}

	@Test
	void keepsTheLastFailuresAndLittleOfEach() {
		Envelope envelope = Envelope.of(HEADER, "");
		for (int i = 0; i < 20; i++) {
			envelope = envelope.failed(i + "x".repeat(10_000));
		}
		assertThat(envelope.progress().failures()).isEqualTo(20);
		assertThat(envelope.progress().errors()).hasSize(5).allMatch((error) -> error.length() == 300);
		assertThat(envelope.progress().errors().get(4)).startsWith("19x");
	}

	@Test
	void fitsIntoAMessageHoweverOftenItFails() {
		EmbeddedBlobStore blobs = new EmbeddedBlobStore(new MutableClock());
		ClaimCheck claims = new ClaimCheck(blobs, this.format);
		for (int length = 15_000; length < 60_000; length += 100) {
			Header header = new Header("id" + length, "type", MutableClock.START, HEADER.origin());
			String body = claims.pack(Envelope.of(header, "\"".repeat(length)));
			Envelope read = this.format.read(body);
			assertThat(claims.unpack(read)).hasSize(length);
			for (int i = 0; i < 20; i++) {
				read = read.failed("\u0000".repeat(1000)).returned();
			}
			Envelope longest = read.committed().settled(MutableClock.START.plusNanos(1));
			assertThat(MessageLimits.fits(this.format.write(longest))).isTrue();
		}
		assertThat(blobs.list("claims/")).hasSizeBetween(300, 449);
	}

	@Test
	void leavesOutTheOldestErrorsWhereThereIsNoRoomForThem() {
		Envelope envelope = Envelope.of(HEADER, "x".repeat(48_000));
		for (int i = 0; i < 5; i++) {
			envelope = envelope.failed(i + "x".repeat(10_000));
		}
		Envelope read = this.format.read(this.format.write(envelope));
		assertThat(read.progress().failures()).isEqualTo(5);
		assertThat(read.progress().errors()).hasSize(3).first().asString().startsWith("2x");
	}

	@Test
	void carriesNearlyAsMuchAsAQueueTakesWithoutABlob() {
		String body = new ClaimCheck(null, this.format).pack(Envelope.of(HEADER, "x".repeat(48_000)));
		assertThat(this.format.read(body).content()).isEqualTo(new Inline("x".repeat(48_000)));
	}

	@Test
	void saysWhenAPayloadIsTooLargeAndWhenItIsNotWhatWasSent() {
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> new ClaimCheck(null, this.format).pack(Envelope.of(HEADER, "x".repeat(50_000))))
			.withMessageContaining("configure blobs");
		EmbeddedBlobStore blobs = new EmbeddedBlobStore(new MutableClock());
		ClaimCheck claims = new ClaimCheck(blobs, this.format);
		Envelope envelope = Envelope.of(HEADER, "").withContent(new Claim("hash"));
		assertThatExceptionOfType(PermanentMessageException.class).isThrownBy(() -> claims.unpack(envelope))
			.withMessageContaining("is missing");
		blobs.putIfAbsent(ClaimCheck.blob(envelope), new byte[1]);
		assertThatExceptionOfType(PermanentMessageException.class).isThrownBy(() -> claims.unpack(envelope))
			.withMessageContaining("another content than the payload that was sent");
	}

}
