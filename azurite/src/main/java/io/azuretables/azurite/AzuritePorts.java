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

package io.azuretables.azurite;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/**
 * The TCP ports on which an Azurite process serves tables, queues and blobs.
 *
 * @param table that of tables
 * @param queue that of queues
 * @param blob that of blobs
 */
record AzuritePorts(int table, int queue, int blob) {

	/**
	 * Ports of this machine that no process listens on.
	 */
	static AzuritePorts free() throws IOException {
		try (ServerSocket table = socket(); ServerSocket queue = socket(); ServerSocket blob = socket()) {
			return new AzuritePorts(table.getLocalPort(), queue.getLocalPort(), blob.getLocalPort());
		}
	}

	private static ServerSocket socket() throws IOException {
		return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
	}

}
