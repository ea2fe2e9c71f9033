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
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * A socket whose reads and writes end at a deadline, and at once when their thread is
 * interrupted. The deadline can be changed between them.
 * <p>
 * TLS is layered over it and reads and writes through it, so that the deadline bounds a
 * handshake, too, of which a byte arrives now and then. It is made of a channel that does
 * not block, because such a channel can write and look for bytes without waiting, and of
 * a selector that waits. To switch the channel to blocking and back for each read costs
 * more than the selector, and a blocking write could only be ended by another thread.
 */
final class DeadlineSocket extends Socket {

	/**
	 * Channels copy what they write and keep the copy, as large as it was, for the
	 * thread.
	 */
	private static final int MOST = 64 * 1024;

	private final SocketChannel channel;

	private final Socket socket;

	private final Input input;

	private final Output output = new Output();

	/**
	 * For looking for bytes that should not be there.
	 */
	private final ByteBuffer single = ByteBuffer.allocateDirect(1);

	private Deadline deadline = new Deadline(0);

	/**
	 * Most milliseconds of one read or write.
	 */
	private int patience;

	/**
	 * Made for the first wait.
	 */
	private @Nullable Selector selector;

	private @Nullable SelectionKey key;

	/**
	 * Whether something was written since the last read, so that there is nothing to read
	 * yet.
	 */
	private boolean written;

	private DeadlineSocket(SocketChannel channel) throws IOException {
		this.channel = channel;
		this.socket = channel.socket();
		this.input = new Input(this.socket.getInputStream());
		channel.configureBlocking(false);
	}

	/**
	 * Connects.
	 * @throws SocketTimeoutException if it takes longer
	 */
	static DeadlineSocket connect(InetSocketAddress address, Deadline deadline) throws IOException {
		SocketChannel channel = SocketChannel.open();
		try {
			channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
			int millis = deadline.millis(Integer.MAX_VALUE);
			if (millis == 0) {
				throw new SocketTimeoutException("The time is over");
			}
			channel.socket().connect(address, millis);
			return new DeadlineSocket(channel);
		}
		catch (Throwable ex) {
			channel.close();
			throw ex;
		}
	}

	/**
	 * Bounds what follows.
	 * @param newDeadline when all of it must have ended
	 * @param each most time of one read or write
	 */
	void endAt(Deadline newDeadline, Duration each) {
		this.deadline = newDeadline;
		this.patience = (int) Math.min(Math.max(1, each.toMillis()), Integer.MAX_VALUE);
	}

	/**
	 * Whether nothing has arrived, not even the end, without waiting. Whatever arrives
	 * without a request belongs to no request.
	 */
	boolean isQuiet() {
		try {
			this.single.clear();
			return this.channel.read(this.single) == 0;
		}
		catch (IOException ex) {
			return false;
		}
	}

	/**
	 * Closes without telling the other side why.
	 */
	void abort() {
		try {
			this.channel.setOption(StandardSocketOptions.SO_LINGER, 0);
		}
		catch (IOException ex) {
			// Then it is closed in the usual way
		}
		close();
	}

	/**
	 * Waits until there is something to read, or room to write.
	 */
	private void await(int operation) throws IOException {
		int millis = timeout();
		if (this.selector == null) {
			this.selector = Selector.open();
			this.key = this.channel.register(this.selector, operation);
		}
		else if (this.key != null && this.key.interestOps() != operation) {
			this.key.interestOps(operation);
		}
		int ready = this.selector.select((same) -> {
		}, millis);
		if (ready == 0) {
			if (Thread.currentThread().isInterrupted()) {
				throw new InterruptedIOException("The thread was interrupted");
			}
			throw new SocketTimeoutException((operation == SelectionKey.OP_READ) ? "The server does not answer in time"
					: "The server does not take the request in time");
		}
	}

	private int timeout() throws SocketTimeoutException {
		int millis = this.deadline.millis(this.patience);
		if (millis == 0) {
			throw new SocketTimeoutException("The time is over");
		}
		return millis;
	}

	/**
	 * The most time of one read or write, within the deadline.
	 */
	@Override
	public void setSoTimeout(int millis) {
		this.patience = (millis > 0) ? millis : Integer.MAX_VALUE;
	}

	@Override
	public int getSoTimeout() {
		return this.patience;
	}

	@Override
	public InputStream getInputStream() {
		return this.input;
	}

	@Override
	public OutputStream getOutputStream() {
		return this.output;
	}

	@Override
	public void close() {
		try (Selector waiting = this.selector) {
			this.channel.close();
		}
		catch (IOException ex) {
			// There is nothing left to do with it
		}
	}

	@Override
	public boolean isConnected() {
		return true;
	}

	@Override
	public boolean isBound() {
		return true;
	}

	@Override
	public boolean isClosed() {
		return !this.channel.isOpen();
	}

	@Override
	public boolean isInputShutdown() {
		return this.socket.isInputShutdown();
	}

	@Override
	public boolean isOutputShutdown() {
		return this.socket.isOutputShutdown();
	}

	@Override
	public void shutdownInput() throws IOException {
		this.socket.shutdownInput();
	}

	@Override
	public void shutdownOutput() throws IOException {
		this.socket.shutdownOutput();
	}

	@Override
	public InetAddress getInetAddress() {
		return this.socket.getInetAddress();
	}

	@Override
	public int getPort() {
		return this.socket.getPort();
	}

	@Override
	public InetAddress getLocalAddress() {
		return this.socket.getLocalAddress();
	}

	@Override
	public int getLocalPort() {
		return this.socket.getLocalPort();
	}

	@Override
	public SocketAddress getRemoteSocketAddress() {
		return this.socket.getRemoteSocketAddress();
	}

	@Override
	public SocketAddress getLocalSocketAddress() {
		return this.socket.getLocalSocketAddress();
	}

	@Override
	public int getSoLinger() throws SocketException {
		return this.socket.getSoLinger();
	}

	@Override
	public void setSoLinger(boolean on, int linger) throws SocketException {
		this.socket.setSoLinger(on, linger);
	}

	@Override
	public String toString() {
		return this.socket.toString();
	}

	/**
	 * Reads, waiting as long as is left.
	 */
	private final class Input extends InputStream {

		private final InputStream source;

		Input(InputStream source) {
			this.source = source;
		}

		@Override
		public int read() throws IOException {
			byte[] one = new byte[1];
			return (read(one, 0, 1) < 0) ? -1 : one[0] & 0xff;
		}

		@Override
		public int read(byte[] bytes, int offset, int length) throws IOException {
			ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, Math.min(length, MOST));
			timeout();
			int count = 0;
			if (!DeadlineSocket.this.written) {
				count = DeadlineSocket.this.channel.read(buffer);
			}
			DeadlineSocket.this.written = false;
			while (count == 0 && length > 0) {
				await(SelectionKey.OP_READ);
				count = DeadlineSocket.this.channel.read(buffer);
			}
			return count;
		}

		@Override
		public int available() throws IOException {
			return this.source.available();
		}

		@Override
		public void close() {
			DeadlineSocket.this.close();
		}

	}

	/**
	 * Writes, waiting as long as is left where the other side takes nothing.
	 */
	private final class Output extends OutputStream {

		@Override
		public void write(int b) throws IOException {
			write(new byte[] { (byte) b }, 0, 1);
		}

		@Override
		public void write(byte[] bytes, int offset, int length) throws IOException {
			timeout();
			DeadlineSocket.this.written = true;
			int end = offset + length;
			for (int start = offset; start < end;) {
				ByteBuffer part = ByteBuffer.wrap(bytes, start, Math.min(MOST, end - start));
				int written = DeadlineSocket.this.channel.write(part);
				if (written == 0) {
					await(SelectionKey.OP_WRITE);
				}
				start += written;
			}
		}

		@Override
		public void close() {
			DeadlineSocket.this.close();
		}

	}

}
