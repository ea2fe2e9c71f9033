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
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

import io.azuretables.patterns.queue.BlobStore;
import org.jspecify.annotations.Nullable;

/**
 * The blobs of a simulation: a map behind a network that fails.
 */
public final class SimulatedBlobs implements BlobStore {

	private static final int PAGE = 2;

	private final Simulation simulation;

	private final NavigableMap<String, byte[]> blobs = new TreeMap<>();

	public SimulatedBlobs(Simulation simulation) {
		this.simulation = simulation;
	}

	/**
	 * The blobs as they are, for checks.
	 */
	public NavigableMap<String, byte[]> store() {
		return this.blobs;
	}

	@Override
	public boolean putIfAbsent(String name, byte[] content) {
		return this.simulation.request(Request.change("put blob " + name),
				() -> this.blobs.putIfAbsent(name, content.clone()) == null);
	}

	@Override
	public Optional<byte[]> read(String name) {
		return this.simulation.request(Request.read("read blob " + name),
				() -> Optional.ofNullable(this.blobs.get(name)));
	}

	@Override
	public boolean delete(String name) {
		return this.simulation.request(Request.change("delete blob " + name), () -> this.blobs.remove(name) != null);
	}

	@Override
	public List<String> names(String prefix, @Nullable String after) {
		return this.simulation.request(Request.page("list blobs"),
				() -> this.blobs.tailMap((after != null) ? after : "", after == null)
					.keySet()
					.stream()
					.filter((name) -> name.startsWith(prefix))
					.limit(PAGE)
					.toList());
	}

}
