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

package io.azuretables.patterns.internal.worker;

import java.time.Duration;

import io.azuretables.internal.time.DoublingDelay;
import io.azuretables.patterns.queue.transport.MessageLimits;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions.PollRules;

/**
 * Decides when a worker receives messages again, and how many. Slower while there are
 * none; and while a service fails, one at a time and rarely. The queue is back when it
 * gives an answer; what handlers need is back when one of them succeeds. Pure.
 *
 * @param rules the times
 * @param idle how often in a row there was none
 * @param unanswered how often in a row the queue has given none
 * @param failures how often in a row a service has failed when a message was handled
 */
record PollBackoff(PollRules rules, int idle, int unanswered, int failures) {

	static PollBackoff of(PollRules rules) {
		return new PollBackoff(rules, 0, 0, 0);
	}

	PollBackoff received(int messages) {
		return new PollBackoff(this.rules, (messages > 0) ? 0 : this.idle + 1, 0, this.failures);
	}

	PollBackoff notReceived() {
		return new PollBackoff(this.rules, this.idle, this.unanswered + 1, this.failures);
	}

	PollBackoff succeeded() {
		return (this.failures == 0) ? this : new PollBackoff(this.rules, this.idle, this.unanswered, 0);
	}

	PollBackoff failed() {
		return new PollBackoff(this.rules, this.idle, this.unanswered, this.failures + 1);
	}

	/**
	 * Whether a service has failed so often that it is let alone.
	 */
	boolean isOpen() {
		return worst() >= this.rules.breaker();
	}

	private int worst() {
		return Math.max(this.unanswered, this.failures);
	}

	/**
	 * How long to wait.
	 */
	Duration delay() {
		int doublings = isOpen() ? worst() - this.rules.breaker() + 1 : this.idle;
		return (doublings == 0) ? Duration.ZERO
				: new DoublingDelay(this.rules.busy(), this.rules.idle()).after(doublings);
	}

	/**
	 * How many messages to ask for.
	 * @param free how many could be handled at once
	 */
	int most(int free) {
		return isOpen() ? 1 : Math.min(free, MessageLimits.MESSAGES);
	}

}
