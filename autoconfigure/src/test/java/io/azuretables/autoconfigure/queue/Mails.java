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

package io.azuretables.autoconfigure.queue;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.message.TableQueueHandler;

import org.springframework.beans.factory.annotation.Qualifier;

/**
 * Sends messages to the queue {@code mail}, and handles them.
 */
class Mails {

	private final BlockingQueue<String> handled = new LinkedBlockingQueue<>();

	private final EventuallyConsistentQueueTemplate mail;

	// tag::named[]
	Mails(@Qualifier("mail") EventuallyConsistentQueueTemplate mail) {
		this.mail = mail;
	}

	@TableQueueHandler(value = "done", queue = "mail")
	void send(String address) {
		this.handled.add(address);
	}
	// end::named[]

	EventuallyConsistentQueueTemplate mail() {
		return this.mail;
	}

	BlockingQueue<String> handled() {
		return this.handled;
	}

}
