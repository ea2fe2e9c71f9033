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

import java.util.Map;
import java.util.TreeMap;

import io.azuretables.patterns.queue.QueueWorker;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.env.Environment;

/**
 * Holds the queue workers of an application by the names of their queues.
 *
 * @param workers the workers
 */
record RunningQueueWorkers(Map<String, QueueWorker> workers) {

	/**
	 * The only worker without a qualifier, and those of named queues.
	 */
	static RunningQueueWorkers of(ObjectProvider<QueueWorker> worker, ObjectProvider<NamedQueues> named,
			Environment environment) {
		Map<String, QueueWorker> workers = new TreeMap<>();
		named.ifAvailable((queues) -> workers.putAll(queues.workers()));
		worker.ifUnique((unique) -> workers.put(name(environment), unique));
		return new RunningQueueWorkers(workers);
	}

	/**
	 * The name of the queue that is not one of the named ones.
	 */
	static String name(Environment environment) {
		return environment.getProperty("azure.tables.queue.name", "");
	}

}
