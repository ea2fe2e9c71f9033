package io.azuretables.operations;

import java.util.concurrent.ThreadLocalRandom;

/**
 * What tells one write from all others? A text of time and chance, unique enough to
 * recognise a row as one's own.
 */
final class WriteToken {

	private static final int RADIX = 36;

	private static final int RANDOM_BITS = 20;

	private WriteToken() {
	}

	static String next() {
		ThreadLocalRandom random = ThreadLocalRandom.current();
		long time = (System.currentTimeMillis() << RANDOM_BITS) | random.nextInt(1 << RANDOM_BITS);
		return Long.toString(time, RADIX) + Long.toUnsignedString(random.nextLong(), RADIX);
	}

}
