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

package io.azuretables.patterns.bloblog;

import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.sample.ForwardingBlobStore;

import org.springframework.dao.TransientDataAccessResourceException;

/**
 * Blobs as one process sees them: requests are counted, fail before or after they take
 * effect, and have no effect any more after the process was killed.
 */
final class FaultyBlobs extends ForwardingBlobStore {

	private final SplittableRandom random;

	private final double faults;

	/**
	 * The name that a blob is written under at an attempt.
	 */
	private final UnaryOperator<String> names;

	private final AtomicBoolean killed = new AtomicBoolean();

	final AtomicInteger puts = new AtomicInteger();

	final AtomicInteger reads = new AtomicInteger();

	final AtomicInteger listings = new AtomicInteger();

	final AtomicInteger lostAnswers = new AtomicInteger();

	FaultyBlobs(BlobStore blobs, double faults, long seed, UnaryOperator<String> names) {
		super(blobs);
		this.faults = faults;
		this.random = new SplittableRandom(seed);
		this.names = names;
	}

	static FaultyBlobs counting(BlobStore blobs) {
		return new FaultyBlobs(blobs, 0, 0, UnaryOperator.identity());
	}

	void kill() {
		this.killed.set(true);
	}

	@Override
	public boolean putIfAbsent(String name, byte[] content, Map<String, String> metadata) {
		this.puts.incrementAndGet();
		double fate = fate();
		if (this.killed.get()) {
			throw new IllegalStateException("killed");
		}
		if (fate < this.faults / 2) {
			throw new TransientDataAccessResourceException("refused");
		}
		boolean written = super.putIfAbsent(this.names.apply(name), content, metadata);
		if (fate < this.faults) {
			this.lostAnswers.incrementAndGet();
			throw new TransientDataAccessResourceException("lost answer");
		}
		return written;
	}

	private synchronized double fate() {
		return this.random.nextDouble();
	}

	@Override
	public Optional<byte[]> read(String name) {
		this.reads.incrementAndGet();
		return super.read(name);
	}

	@Override
	public Stream<Blob> list(String prefix) {
		this.listings.incrementAndGet();
		return super.list(prefix);
	}

}
