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

package io.azuretables.patterns.sample;

import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import io.azuretables.patterns.blob.BlobStore;

/**
 * Forwards each request to another store. Tests override those that they count, damage or
 * let fail.
 */
public class ForwardingBlobStore implements BlobStore {

	private final BlobStore blobs;

	public ForwardingBlobStore(BlobStore blobs) {
		this.blobs = blobs;
	}

	@Override
	public boolean putIfAbsent(String name, byte[] content, Map<String, String> metadata) {
		return this.blobs.putIfAbsent(name, content, metadata);
	}

	@Override
	public void put(String name, InputStream content, long length) {
		this.blobs.put(name, content, length);
	}

	@Override
	public Optional<byte[]> read(String name) {
		return this.blobs.read(name);
	}

	@Override
	public Optional<InputStream> open(String name) {
		return this.blobs.open(name);
	}

	@Override
	public boolean delete(String name) {
		return this.blobs.delete(name);
	}

	@Override
	public Optional<BlobVersion> readVersion(String name) {
		return this.blobs.readVersion(name);
	}

	@Override
	public String replaceIf(String name, byte[] content, String version) {
		return this.blobs.replaceIf(name, content, version);
	}

	@Override
	public void deleteIf(String name, String version) {
		this.blobs.deleteIf(name, version);
	}

	@Override
	public Stream<Blob> list(String prefix) {
		return this.blobs.list(prefix);
	}

}
