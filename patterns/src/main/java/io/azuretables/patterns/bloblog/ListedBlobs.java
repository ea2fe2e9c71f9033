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

import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.blob.BlobStore.Blob;
import org.jspecify.annotations.Nullable;

/**
 * Iterates over the blobs of a log whose names have given prefixes, listed page by page.
 */
final class ListedBlobs implements Iterator<LogBlob> {

	private final BlobStore blobs;

	private final LogPeriods periods;

	private final Iterator<String> prefixes;

	private Iterator<Blob> listed = Collections.emptyIterator();

	private @Nullable LogBlob next;

	ListedBlobs(BlobStore blobs, LogPeriods periods, List<String> prefixes) {
		this.blobs = blobs;
		this.periods = periods;
		this.prefixes = prefixes.iterator();
	}

	@Override
	public boolean hasNext() {
		while (this.next == null && (this.listed.hasNext() || this.prefixes.hasNext())) {
			if (this.listed.hasNext()) {
				this.next = LogBlob.of(this.listed.next(), this.periods).orElse(null);
			}
			else {
				this.listed = this.blobs.list(this.prefixes.next()).iterator();
			}
		}
		return this.next != null;
	}

	@Override
	public LogBlob next() {
		if (!hasNext()) {
			throw new NoSuchElementException();
		}
		LogBlob blob = peek();
		this.next = null;
		return blob;
	}

	/**
	 * The next one, which stays the next one.
	 */
	LogBlob peek() {
		LogBlob blob = this.next;
		if (blob == null) {
			throw new NoSuchElementException();
		}
		return blob;
	}

}
