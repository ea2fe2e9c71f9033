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

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.blob.EmbeddedBlobStore;

/**
 * The blobs of a simulation: the embedded store behind a network that fails.
 */
public final class SimulatedBlobs implements BlobStore {

	private final Simulation simulation;

	private final EmbeddedBlobStore blobs;

	public SimulatedBlobs(Simulation simulation) {
		this.simulation = simulation;
		this.blobs = new EmbeddedBlobStore(simulation.clock());
	}

	/**
	 * The blobs as they are, for checks.
	 */
	public BlobStore store() {
		return this.blobs;
	}

	@Override
	public boolean putIfAbsent(String name, byte[] content, Map<String, String> metadata) {
		return this.simulation.request(Request.change("put blob " + name),
				() -> this.blobs.putIfAbsent(name, content, metadata));
	}

	@Override
	public void put(String name, InputStream content, long length) {
		byte[] bytes = bytes(content);
		this.simulation.request(Request.change("put blob " + name), () -> {
			this.blobs.put(name, new ByteArrayInputStream(bytes), length);
			return true;
		});
	}

	private static byte[] bytes(InputStream content) {
		try {
			return content.readAllBytes();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public Optional<InputStream> open(String name) {
		return this.simulation.request(Request.read("open blob " + name), () -> this.blobs.open(name));
	}

	@Override
	public Optional<byte[]> read(String name) {
		return this.simulation.request(Request.read("read blob " + name), () -> this.blobs.read(name));
	}

	@Override
	public boolean delete(String name) {
		return this.simulation.request(Request.change("delete blob " + name), () -> this.blobs.delete(name));
	}

	@Override
	public Optional<BlobVersion> readVersion(String name) {
		return this.simulation.request(Request.read("read version of " + name), () -> this.blobs.readVersion(name));
	}

	@Override
	public String replaceIf(String name, byte[] content, String version) {
		return this.simulation.request(Request.change("replace blob " + name + " of " + version),
				() -> this.blobs.replaceIf(name, content, version));
	}

	@Override
	public void deleteIf(String name, String version) {
		this.simulation.request(Request.change("delete blob " + name + " of " + version), () -> {
			this.blobs.deleteIf(name, version);
			return true;
		});
	}

	@Override
	public Stream<Blob> list(String prefix) {
		return this.simulation.request(Request.page("list blobs " + prefix), () -> this.blobs.list(prefix).toList())
			.stream();
	}

}
