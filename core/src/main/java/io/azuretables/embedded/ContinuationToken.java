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

package io.azuretables.embedded;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

import io.azuretables.key.TableKey;
import io.azuretables.row.RowPage.Continuation;
import org.jspecify.annotations.Nullable;

/**
 * The continuation token of the embedded store: the key of the first row of the next
 * page. The row may be deleted in between: the page then begins with the next one.
 */
final class ContinuationToken {

	private static final String VERSION = "1!";

	private static final TableKey FIRST = TableKey.of("", "");

	private ContinuationToken() {
	}

	static @Nullable Continuation write(@Nullable TableKey next) {
		return (next != null) ? new Continuation(encode(next.partitionKey()), encode(next.rowKey())) : null;
	}

	private static String encode(String text) {
		return VERSION + Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
	}

	static TableKey read(@Nullable Continuation continuation) {
		if (continuation == null) {
			return FIRST;
		}
		String rowKey = continuation.nextRowKey();
		return new TableKey(decode(continuation.nextPartitionKey()), (rowKey != null) ? decode(rowKey) : "");
	}

	private static String decode(String token) {
		try {
			if (token.startsWith(VERSION)) {
				byte[] text = Base64.getUrlDecoder().decode(token.substring(VERSION.length()));
				return new String(text, StandardCharsets.UTF_8);
			}
		}
		catch (IllegalArgumentException ex) {
			// answered below, as for a token of another store
		}
		throw Refusal.INVALID.because("The continuation is not one of this store; begin with page one");
	}

}
