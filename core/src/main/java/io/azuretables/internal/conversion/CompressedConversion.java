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

package io.azuretables.internal.conversion;

import java.nio.charset.StandardCharsets;

import io.azuretables.internal.codec.Compression;
import io.azuretables.internal.codec.ValueRuleException;
import io.azuretables.internal.model.PropertyConversion;
import io.azuretables.mapping.Compressed;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.UnstorableValueException;

/**
 * Converts a {@code @Compressed} property as its type requires, then compresses the
 * result.
 *
 * @param property the property, for error messages
 * @param plain the conversion without compression
 * @param threshold the least length of what is compressed
 * @since 0.1
 */
public record CompressedConversion(String property, PropertyConversion plain,
		int threshold) implements HiddenConversion {

	/**
	 * The conversion of a property.
	 * @throws IllegalArgumentException if its values are not stored as text or bytes
	 */
	public static CompressedConversion of(String property, PropertyConversion plain, Compressed compressed) {
		if (plain.storedType() != String.class && plain.storedType() != byte[].class) {
			throw new IllegalArgumentException("is @Compressed and stored as " + plain.storedType().getSimpleName()
					+ "; only text, @Json and bytes are compressed");
		}
		if (compressed.threshold() < 0) {
			throw new IllegalArgumentException(
					"has @Compressed(threshold = " + compressed.threshold() + "); a length is not negative");
		}
		return new CompressedConversion(property, plain, compressed.threshold());
	}

	@Override
	public Hidden hidden() {
		return new Hidden("@Compressed", false, false);
	}

	@Override
	public Object write(Object value) {
		Object stored = this.plain.write(value);
		try {
			return (stored instanceof String text) ? text(text) : bytes((byte[]) stored);
		}
		catch (ValueRuleException ex) {
			throw new UnstorableValueException(this.property, String.valueOf(ex.getMessage()));
		}
	}

	private Object text(String text) {
		byte[] compressed = (text.length() >= this.threshold) ? Compression.compress(text) : null;
		return (compressed != null) ? checked(compressed, text.length(), "UTF-16 code units") : text;
	}

	private byte[] bytes(byte[] bytes) {
		byte[] compressed = (bytes.length >= this.threshold) ? Compression.compress(bytes) : null;
		return (compressed != null) ? checked(compressed, bytes.length, "bytes") : Compression.plain(bytes);
	}

	private static byte[] checked(byte[] compressed, int length, String unit) {
		if (compressed.length > ServiceLimits.BINARY_LENGTH) {
			throw new ValueRuleException(length + " " + unit + " are " + compressed.length
					+ " bytes when they are compressed, and the service takes " + ServiceLimits.BINARY_LENGTH);
		}
		return compressed;
	}

	@Override
	public Object read(Object stored) {
		return this.plain.read((stored instanceof byte[] bytes) ? restored(bytes) : stored);
	}

	private Object restored(byte[] stored) {
		boolean text = this.plain.storedType() == String.class;
		if (!text && !Compression.isMarked(stored)) {
			return stored;
		}
		try {
			byte[] bytes = Compression.restore(stored);
			return text ? new String(bytes, StandardCharsets.UTF_8) : bytes;
		}
		catch (ValueRuleException ex) {
			throw new UnstorableValueException(this.property, "a row cannot be read: " + ex.getMessage());
		}
	}

}
