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

import io.azuretables.patterns.queue.QueueBacklog;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.WorkerStatus;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Does the worker get on? It is down while it is stopped or lets a failing service alone.
 * Three requests.
 */
final class QueueWorkerHealthIndicator extends AbstractHealthIndicator {

	private final QueueWorker worker;

	QueueWorkerHealthIndicator(QueueWorker worker) {
		super("The queue does not answer");
		this.worker = worker;
	}

	@Override
	protected void doHealthCheck(Health.Builder builder) {
		WorkerStatus status = this.worker.status();
		builder.status((status.running() && status.failure() == null) ? "UP" : "DOWN")
			.withDetail("running", status.running())
			.withDetail("paused", status.paused())
			.withDetail("active", status.active());
		if (status.failure() != null) {
			builder.withDetail("failure", status.failure());
		}
		QueueBacklog backlog = this.worker.backlog();
		builder.withDetail("messages", backlog.messages())
			.withDetail("poison", backlog.poison())
			.withDetail("oldest", backlog.oldest());
	}

}
