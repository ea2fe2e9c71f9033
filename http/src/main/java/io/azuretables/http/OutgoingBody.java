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

package io.azuretables.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

import com.azure.core.util.BinaryData;
import org.apache.hc.core5.http.io.entity.AbstractHttpEntity;

/**
 * The body of an HTTP request of the Azure SDK, as an entity of Apache HttpCore.
 */
final class OutgoingBody extends AbstractHttpEntity {

	private final BinaryData body;

	private final long length;

	OutgoingBody(BinaryData body, long length) {
		super((String) null, null, length < 0);
		this.body = body;
		this.length = length;
	}

	@Override
	public long getContentLength() {
		return this.length;
	}

	@Override
	public InputStream getContent() {
		return this.body.toStream();
	}

	@Override
	public void writeTo(OutputStream output) throws IOException {
		this.body.writeTo(output);
	}

	@Override
	public boolean isRepeatable() {
		return this.body.isReplayable();
	}

	@Override
	public boolean isStreaming() {
		return !this.body.isReplayable();
	}

	@Override
	public void close() {
		// The body belongs to the caller
	}

}
