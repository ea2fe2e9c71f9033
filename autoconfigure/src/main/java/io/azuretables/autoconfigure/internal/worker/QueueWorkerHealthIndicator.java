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

package io.azuretables.autoconfigure.internal.worker;

import java.util.function.Supplier;

import io.azuretables.patterns.queue.worker.QueueBacklog;
import io.azuretables.patterns.queue.worker.WorkerStatus;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Reports the health of a queue worker and the backlog of its queue. It is down while it
 * is stopped or lets a failing service alone. Three requests at most.
 */
public final class QueueWorkerHealthIndicator extends AbstractHealthIndicator {

	private final Supplier<WorkerStatus> status;

	private final Supplier<QueueBacklog> backlog;

	public QueueWorkerHealthIndicator(Supplier<WorkerStatus> status, Supplier<QueueBacklog> backlog) {
		super("The queue does not answer");
		this.status = status;
		this.backlog = backlog;
	}

	@Override
	protected void doHealthCheck(Health.Builder builder) {
		WorkerStatus now = this.status.get();
		builder.status((now.running() && now.failure() == null) ? "UP" : "DOWN")
			.withDetail("running", now.running())
			.withDetail("paused", now.paused())
			.withDetail("active", now.active());
		if (now.failure() != null) {
			builder.withDetail("failure", now.failure());
		}
		QueueBacklog left = this.backlog.get();
		builder.withDetail("messages", left.messages())
			.withDetail("poison", left.poison())
			.withDetail("oldest", left.oldest());
	}

}
