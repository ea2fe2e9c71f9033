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

package io.azuretables.internal.json;

import java.time.Instant;
import java.util.Base64;

import io.azuretables.row.EdmType;
import io.azuretables.row.TableRow;

/**
 * Writes rows as JSON. In one pass, with the type of every property that JSON does not
 * tell; a double always says that it is one, for the service takes 2.0 for an integer.
 */
public final class RowJsonWriter {

	private RowJsonWriter() {
	}

	public static void write(TableRow row, ByteArrayBuilder body) {
		boolean latin1 = row.isLatin1();
		body.ascii("{\"PartitionKey\":");
		writeText(row.key().partitionKey(), latin1, body);
		body.ascii(",\"RowKey\":");
		writeText(row.key().rowKey(), latin1, body);
		boolean ascii = row.hasAsciiNames();
		row.forEach((name, value) -> {
			EdmType type = EdmType.of(value);
			if (type != EdmType.STRING && type != EdmType.INT32 && type != EdmType.BOOLEAN) {
				body.ascii(",\"");
				writeName(name, ascii, body);
				body.ascii("@odata.type\":\"").ascii(type.edmName()).add('"');
			}
			writeMember(name, ascii, body);
			if (type == EdmType.STRING) {
				writeText((String) value, latin1, body);
			}
			else {
				writeValue(type, value, body);
			}
		});
		body.add('}');
	}

	private static void writeMember(String name, boolean ascii, ByteArrayBuilder body) {
		if (ascii) {
			body.member(name);
		}
		else {
			body.ascii(",\"").json(name).ascii("\":");
		}
	}

	private static void writeName(String name, boolean ascii, ByteArrayBuilder body) {
		if (ascii) {
			body.ascii(name);
		}
		else {
			body.json(name);
		}
	}

	private static void writeText(String text, boolean latin1, ByteArrayBuilder body) {
		if (latin1) {
			JsonText.writeLatin1(text, body);
		}
		else {
			JsonText.write(text, body);
		}
	}

	private static void writeValue(EdmType type, Object value, ByteArrayBuilder body) {
		switch (type) {
			case STRING -> JsonText.write((String) value, body);
			case BOOLEAN -> body.ascii(value.toString());
			case INT32 -> body.decimal((Integer) value);
			case DOUBLE -> JsonNumber.write((Double) value, body);
			case INT64 -> body.add('"').decimal((Long) value).add('"');
			case GUID -> body.add('"').ascii(value.toString()).add('"');
			case BINARY -> body.add('"').ascii(Base64.getEncoder().encodeToString((byte[]) value)).add('"');
			case DATE_TIME -> {
				body.add('"');
				IsoInstant.write((Instant) value, body);
				body.add('"');
			}
		}
	}

}
