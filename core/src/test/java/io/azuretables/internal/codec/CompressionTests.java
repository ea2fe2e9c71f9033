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

package io.azuretables.internal.codec;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import com.sun.management.ThreadMXBean;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link Compression}.
 */
class CompressionTests {

	private static final RandomGenerator RANDOM = RandomGenerator.of("L64X128MixRandom");

	@Test
	void restoresTextOfAnyCharacters() {
		for (int i = 0; i < 300; i++) {
			String word = RANDOM.ints(1 + RANDOM.nextInt(12), 0, 0x2FFFF)
				.filter((c) -> c < 0xD800 || c > 0xDFFF)
				.mapToObj(Character::toString)
				.collect(Collectors.joining());
			String text = ("x" + word).repeat(30 + RANDOM.nextInt(900));
			byte[] compressed = Compression.compress(text);
			assertThat(compressed).isNotNull().hasSizeLessThan(text.getBytes(StandardCharsets.UTF_8).length * 3 / 4);
			assertThat(new String(Compression.restore(compressed), StandardCharsets.UTF_8)).isEqualTo(text);
		}
	}

	@Test
	void restoresBytes() {
		for (int i = 0; i < 300; i++) {
			byte[] bytes = new byte[20 + RANDOM.nextInt(20_000)];
			RANDOM.ints(RANDOM.nextInt(bytes.length / 4)).forEach((n) -> bytes[(n >>> 1) % bytes.length] = (byte) n);
			byte[] compressed = Compression.compress(bytes);
			assertThat((compressed != null) ? Compression.restore(compressed) : bytes).isEqualTo(bytes);
		}
	}

	@Test
	void leavesOutWhatDoesNotBecomeSmaller() {
		byte[] random = random(5000);
		assertThat(Compression.compress(random)).isNull();
		assertThat(Compression.compress("")).isNull();
		assertThat(Compression.compress(new byte[0])).isNull();
		// each character has 6 bits of information, which Base64 of the result would not
		// beat
		String text = java.util.Base64.getEncoder().encodeToString(random);
		assertThat(Compression.compress(text)).isNull();
	}

	@Test
	void marksBytesThatLookLikeCompressedOnes() {
		byte[] compressed = Compression.compress("a".repeat(2000));
		assertThat(compressed).isNotNull();
		byte[] marked = Compression.plain(compressed);
		assertThat(marked).isNotEqualTo(compressed);
		assertThat(Compression.restore(marked)).isEqualTo(compressed);
		byte[] other = { 1, 2, 3 };
		assertThat(Compression.plain(other)).isSameAs(other);
		assertThat(Compression.isMarked(other)).isFalse();
	}

	@Test
	void refusesWhatIsCutOff() {
		for (byte[] whole : samples()) {
			for (int length = 0; length < whole.length; length++) {
				byte[] part = Arrays.copyOf(whole, length);
				assertThatExceptionOfType(ValueRuleException.class).isThrownBy(() -> Compression.restore(part));
			}
			byte[] longer = Arrays.copyOf(whole, whole.length + 1);
			assertThatExceptionOfType(ValueRuleException.class).isThrownBy(() -> Compression.restore(longer));
		}
	}

	@Test
	void neitherHangsNorOverflowsOnDamagedBytes() {
		for (byte[] whole : samples()) {
			for (int i = 0; i < 3000; i++) {
				byte[] damaged = whole.clone();
				damaged[RANDOM.nextInt(damaged.length)] ^= (byte) (1 << RANDOM.nextInt(8));
				try {
					assertThat(Compression.restore(damaged).length).isLessThanOrEqualTo(Compression.MAX_LENGTH);
				}
				catch (ValueRuleException ex) {
					assertThat(ex).hasMessageStartingWith("the stored ");
				}
			}
		}
	}

	private static byte[][] samples() {
		String text = IntStream.range(0, 100).mapToObj((i) -> "line " + i).collect(Collectors.joining("\n"));
		byte[] compressed = Compression.compress(text);
		assertThat(compressed).isNotNull();
		return new byte[][] { compressed, Compression.plain(compressed) };
	}

	@Test
	void refusesMoreThanFourMebibytes() {
		byte[] zeros = new byte[Compression.MAX_LENGTH + 1];
		assertThatExceptionOfType(ValueRuleException.class).isThrownBy(() -> Compression.compress(zeros))
			.withMessageContaining("4194305 bytes are more than the 4194304");
		assertThatExceptionOfType(ValueRuleException.class)
			.isThrownBy(() -> Compression.compress("\u00e4".repeat(zeros.length / 2 + 1)));
		byte[] most = Compression.compress(new byte[Compression.MAX_LENGTH]);
		assertThat(most).isNotNull().hasSizeLessThan(64 * 1024);
		assertThat(Compression.restore(most)).hasSize(Compression.MAX_LENGTH);
	}

	@Test
	void stopsAtTheLengthThatIsSaidAndAllocatesNoMore() {
		byte[] bomb = Compression.compress(new byte[Compression.MAX_LENGTH]);
		assertThat(bomb).isNotNull();
		// 4 MiB take four bytes as a varint: 80 80 80 02
		byte[] modest = bomb.clone();
		modest[7] = 0;
		modest[6] = 1;
		assertThat(allocated(() -> damaged(modest))).isLessThan(200_000);
		byte[] excessive = bomb.clone();
		excessive[7] = 0x7F;
		assertThat(allocated(() -> damaged(excessive))).isLessThan(200_000);
	}

	private static ValueRuleException damaged(byte[] stored) {
		return org.assertj.core.api.Assertions.catchThrowableOfType(ValueRuleException.class,
				() -> Compression.restore(stored));
	}

	@Test
	void refusesHalfASurrogatePair() {
		String text = "a".repeat(2000) + '\uD83D' + "b".repeat(2000);
		assertThatExceptionOfType(ValueRuleException.class).isThrownBy(() -> Compression.compress(text))
			.withMessageContaining("surrogate");
	}

	@Test
	void allocatesAtMostTwiceThePlainText() {
		String lines = IntStream.range(0, 2000).mapToObj((i) -> "line " + i + " of many").collect(Collectors.joining());
		String hard = IntStream.range(0, 60_000)
			.mapToObj((i) -> String.valueOf((char) ('!' + RANDOM.nextInt(90))))
			.collect(Collectors.joining());
		for (String text : new String[] { lines, hard }) {
			assertThat(allocated(() -> Compression.compress(text))).isLessThan(2L * text.length());
		}
		byte[] compressed = Compression.compress(lines);
		assertThat(compressed).isNotNull();
		assertThat(allocated(() -> Compression.restore(compressed))).isLessThan(2L * lines.length());
		assertThat(allocated(() -> Compression.compress(random(0)))).isLessThan(2000);
	}

	private static long allocated(Supplier<?> work) {
		ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
		long least = Long.MAX_VALUE;
		for (int i = 0; i < 5; i++) {
			long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
			work.get();
			least = Math.min(least, threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before);
		}
		return least;
	}

	private static byte[] random(int length) {
		byte[] bytes = new byte[length];
		RANDOM.nextBytes(bytes);
		return bytes;
	}

}
