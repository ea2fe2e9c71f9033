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
import java.time.Duration;

import com.azure.core.http.HttpRequest;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.message.MessageSupport;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;

/**
 * An HTTP connection to a server, reused by one request after another.
 */
final class Connection {

	/**
	 * How long to wait for the server's permission to send a body, where the request asks
	 * for it. A server that knows nothing of it gets the body then.
	 */
	private static final Duration PERMISSION = Duration.ofSeconds(1);

	private static final Duration FAREWELL = Duration.ofMillis(100);

	private final Route route;

	private final DeadlineSocket socket;

	private final MessageConnection http;

	private boolean reusable = true;

	/**
	 * Whether the last request was sent to its end. If not, the server may take the next
	 * one for the rest of it.
	 */
	private boolean sent;

	/**
	 * When the server closes it if it is not used, as the server has said, in nanoseconds
	 * from its last use; or the largest number.
	 */
	private long lifetime = Long.MAX_VALUE;

	private long expiry;

	Connection(Route route, DeadlineSocket socket, MessageConnection http) {
		this.route = route;
		this.socket = socket;
		this.http = http;
	}

	Route route() {
		return this.route;
	}

	/**
	 * Whether another request may follow the last one.
	 */
	boolean isReusable() {
		return this.reusable;
	}

	/**
	 * Notes that it is not used from now on.
	 */
	void rest(long keepAlive) {
		this.expiry = System.nanoTime() + Math.min(keepAlive, this.lifetime);
	}

	/**
	 * How many nanoseconds it may still rest.
	 */
	long left() {
		return this.expiry - System.nanoTime();
	}

	/**
	 * Whether the server has neither closed it nor sent anything without a request.
	 */
	boolean isSound() {
		return this.socket.isQuiet();
	}

	/**
	 * Sends a request and reads its answer. The connection is of no use after an
	 * exception.
	 */
	ReceivedResponse exchange(HttpRequest request, Deadline deadline, ApacheHttpClientOptions options)
			throws IOException {
		this.reusable = false;
		TimeoutOptions timeouts = options.timeouts();
		ClassicHttpRequest message = Messages.request(request, this.route);
		try {
			this.socket.endAt(deadline, timeouts.read());
			ClassicHttpResponse head = send(message, deadline, timeouts.response());
			byte[] body = new byte[0];
			if (MessageSupport.canResponseHaveBody(message.getMethod(), head)) {
				this.socket.endAt(deadline, timeouts.read());
				this.http.receiveResponseEntity(head);
				body = BoundedBody.read(head.getEntity(), options.maxResponseSize());
			}
			this.reusable = this.sent && Messages.isKeptAlive(message, head) && !this.http.hasLeftover();
			this.lifetime = Messages.lifetime(head);
			return new ReceivedResponse(request, head.getCode(), Messages.headers(head), body);
		}
		catch (HttpException | MalformedChunkCodingException ex) {
			throw Messages.unreadable(ex);
		}
	}

	/**
	 * Sends the request and returns the head of its answer.
	 */
	private ClassicHttpResponse send(ClassicHttpRequest message, Deadline deadline, Duration patience)
			throws HttpException, IOException {
		this.sent = false;
		this.http.sendRequestHeader(message);
		HttpEntity body = message.getEntity();
		if (body != null && Messages.asksForPermission(message)) {
			this.http.flush();
			if (this.http.isDataAvailable(Timeout.of(PERMISSION))) {
				this.socket.endAt(deadline.orIn(patience), patience);
				ClassicHttpResponse head = this.http.receiveResponseHeader();
				if (head.getCode() >= 200) {
					return head;
				}
			}
		}
		try {
			if (body != null) {
				this.http.sendRequestEntity(message);
			}
			this.http.flush();
		}
		catch (IOException ex) {
			return refusal(ex, deadline);
		}
		this.sent = true;
		this.socket.endAt(deadline.orIn(patience), patience);
		return Messages.receiveHead(this.http);
	}

	/**
	 * The head of the answer of a server that has refused the request before it took all
	 * of the body. It has arrived before the server closed the connection.
	 */
	private ClassicHttpResponse refusal(IOException failure, Deadline deadline) throws IOException {
		this.socket.endAt(deadline.orIn(FAREWELL), FAREWELL);
		try {
			ClassicHttpResponse head = Messages.receiveHead(this.http);
			if (head.getCode() >= 400) {
				return head;
			}
		}
		catch (HttpException | IOException ex) {
			// There is no answer that could be read
		}
		throw failure;
	}

	/**
	 * Closes it at once.
	 */
	void abort() {
		this.socket.abort();
	}

	/**
	 * Closes it and says so to the server, if that is possible without waiting.
	 */
	void close() {
		this.socket.endAt(Deadline.in(FAREWELL), FAREWELL);
		this.http.close(CloseMode.GRACEFUL);
	}

}
