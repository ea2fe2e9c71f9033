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

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;

import javax.net.ssl.SSLSocket;

import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.SocketHolder;
import org.apache.hc.core5.util.Timeout;

/**
 * Writes HTTP requests to a connection and reads responses, by HttpCore. It also refuses
 * a response whose head is cut off, and says whether it holds bytes that belong to no
 * response.
 */
final class MessageConnection extends DefaultBHttpClientConnection {

	/**
	 * More than any server sends, less than what hurts.
	 */
	private static final Http1Config LIMITS = Http1Config.custom()
		.setMaxLineLength(32 * 1024)
		.setMaxHeaderCount(500)
		.build();

	private final boolean secure;

	private final Gate gate;

	private MessageConnection(InputStream input, boolean secure) {
		super(LIMITS);
		this.secure = secure;
		this.gate = new Gate(input);
	}

	static MessageConnection over(Socket socket) throws IOException {
		MessageConnection connection = new MessageConnection(socket.getInputStream(), false);
		connection.bind(new SocketHolder(socket) {

			@Override
			protected InputStream getInputStream(Socket same) {
				return connection.gate;
			}

		});
		return connection;
	}

	static MessageConnection over(SSLSocket secure, Socket socket) throws IOException {
		MessageConnection connection = new MessageConnection(secure.getInputStream(), true);
		connection.bind(new SocketHolder(secure, socket) {

			@Override
			protected InputStream getInputStream(Socket same) {
				return connection.gate;
			}

		});
		return connection;
	}

	/**
	 * The head of an answer. HttpCore takes what has arrived for the whole head where the
	 * connection ends in the middle of it, and takes some numbers that no version or
	 * status is for an error of its caller; both are refused here.
	 */
	@Override
	public ClassicHttpResponse receiveResponseHeader() throws HttpException, IOException {
		try {
			ClassicHttpResponse head = super.receiveResponseHeader();
			if (this.gate.ended) {
				throw new ConnectionClosedException("The connection ended in the middle of the headers");
			}
			return head;
		}
		catch (IllegalArgumentException ex) {
			throw new ProtocolException("The head of the answer is not valid", ex);
		}
	}

	/**
	 * Whether bytes that were read are left behind an answer. Reads no more.
	 */
	boolean hasLeftover() throws IOException {
		this.gate.open = false;
		try {
			return isDataAvailable(Timeout.ONE_MILLISECOND) || this.secure && this.gate.available() > 0;
		}
		finally {
			this.gate.open = true;
		}
	}

	/**
	 * An input that seems to have ended while it is shut.
	 */
	private static final class Gate extends FilterInputStream {

		private boolean open = true;

		/**
		 * Whether the end was read.
		 */
		private boolean ended;

		Gate(InputStream input) {
			super(input);
		}

		@Override
		public int read() throws IOException {
			return this.open ? noted(super.read()) : -1;
		}

		@Override
		public int read(byte[] bytes, int offset, int length) throws IOException {
			return this.open ? noted(super.read(bytes, offset, length)) : -1;
		}

		private int noted(int read) {
			this.ended |= read < 0;
			return read;
		}

	}

}
