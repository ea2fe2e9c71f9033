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

package io.azuretables.patterns.largevalue;

import java.util.Objects;

import io.azuretables.mapping.ExternalContent;
import io.azuretables.mapping.Flattened;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.PersistenceCreator;
import org.springframework.data.annotation.Transient;

/**
 * A property value that is too large for its row: the content is in a blob, to which the
 * row refers. The row has the name of the blob, the size of the content and its SHA-256.
 * Only a {@link LargeValueTemplate} makes one; it belongs to the entity that it was read
 * with.
 *
 * @since 0.1
 */
@Flattened
@ExternalContent
public final class LargeValue {

	private final String blob;

	private final long size;

	private final String sha;

	/**
	 * The version of the entity that has this value.
	 */
	@Transient
	private final @Nullable String version;

	@PersistenceCreator
	private LargeValue(String blob, long size, String sha) {
		this(blob, size, sha, null);
	}

	LargeValue(String blob, long size, String sha, @Nullable String version) {
		this.blob = blob;
		this.size = size;
		this.sha = sha;
		this.version = version;
	}

	/**
	 * The name of the blob.
	 */
	public String blob() {
		return this.blob;
	}

	/**
	 * How many bytes the content has, before it is encrypted.
	 */
	public long size() {
		return this.size;
	}

	/**
	 * The SHA-256 of the blob in hexadecimal: of the content, or of its encrypted form,
	 * since a hash of the content would let others compare contents and guess them.
	 */
	public String sha() {
		return this.sha;
	}

	@Nullable String version() {
		return this.version;
	}

	LargeValue in(@Nullable String newVersion) {
		return new LargeValue(this.blob, this.size, this.sha, newVersion);
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof LargeValue value && this.blob.equals(value.blob) && this.size == value.size
				&& this.sha.equals(value.sha);
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.blob, this.size, this.sha);
	}

	/**
	 * Shows no name, which has the key of the entity in it.
	 */
	@Override
	public String toString() {
		return "LargeValue[size=" + this.size + "]";
	}

}
