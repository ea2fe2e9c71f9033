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

package io.azuretables.autoconfigure.internal.console;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import io.azuretables.autoconfigure.internal.console.QueueView.ShownQueue;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.index.DerivedRows;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.interpartition.IndexQueue;
import io.azuretables.patterns.interpartition.InterPartitionIndexWorker;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.queue.worker.WorkerStatus;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ListableBeanFactory;

/**
 * Creates the web console's pages of patterns that the application uses, such as queues
 * and copies.
 *
 * @param beans the application
 * @param jobs runs what takes longer
 * @param write whether anything may be changed
 */
record PatternViews(ListableBeanFactory beans, ConsoleJobs jobs, boolean write) {

	/**
	 * What the names of the connections of queues end with.
	 */
	private static final String CONNECTION = "QueueConnection";

	private static final String DEFAULT_QUEUE = "tableQueueConnection";

	List<ConsoleView> views(TableOperations operations) {
		List<ConsoleView> views = new ArrayList<>();
		IndexAdministration indexes = only(IndexAdministration.class);
		if (indexes != null) {
			addDerived(views, indexes, operations);
		}
		List<ShownQueue> queues = queues();
		if (!queues.isEmpty()) {
			views.add(new QueueView(queues, this.write));
		}
		return views;
	}

	/**
	 * The addresses of queues, but for embedded ones.
	 */
	static List<URI> queues(ListableBeanFactory beans) {
		List<MessageTransport> queues = new ArrayList<>();
		beans.getBeansOfType(QueueConnection.class).values().forEach((connection) -> queues.add(connection.queue()));
		beans.getBeansOfType(IndexQueue.class).values().forEach((connection) -> queues.add(connection.queue()));
		return queues.stream().flatMap((queue) -> queue.address().stream()).toList();
	}

	private void addDerived(List<ConsoleView> views, IndexAdministration indexes, TableOperations operations) {
		AdministrationJobs administration = new AdministrationJobs(indexes, new TableKinds(operations), this.jobs,
				this.write);
		if (hasIndexes(operations)) {
			IndexQueue queue = only(IndexQueue.class);
			views.add(new IndexView(administration, (queue != null) ? queue.queue() : null));
		}
		Supplier<List<DerivedRows>> others = () -> indexes.derivedRows()
			.stream()
			.filter((rows) -> !rows.kind().equals("index"))
			.toList();
		if (!others.get().isEmpty()) {
			QueueConnection queue = this.beans.containsBean(DEFAULT_QUEUE)
					? this.beans.getBean(DEFAULT_QUEUE, QueueConnection.class) : only(QueueConnection.class);
			views.add(new DerivedView(others, administration, (queue != null) ? queue.queue() : null));
		}
	}

	private static boolean hasIndexes(TableOperations operations) {
		return new TableKinds(operations).entities()
			.stream()
			.anyMatch((entity) -> !EntityModel.of(entity).indexes().isEmpty());
	}

	private List<ShownQueue> queues() {
		List<ShownQueue> queues = new ArrayList<>();
		this.beans.getBeansOfType(QueueConnection.class).forEach((bean, connection) -> {
			String queue = bean.endsWith(CONNECTION) ? bean.substring(0, bean.length() - CONNECTION.length()) : "";
			QueueWorker worker = named(queue, "QueueWorker", QueueWorker.class);
			Supplier<WorkerStatus> status = (worker != null) ? worker::status : null;
			queues
				.add(new ShownQueue(queue.equals("table") ? "messages" : bean, connection.queue(), connection.poison(),
						named(queue, "QueueTemplate", EventuallyConsistentQueueTemplate.class), status));
		});
		IndexQueue indexes = only(IndexQueue.class);
		if (indexes != null) {
			InterPartitionIndexWorker worker = only(InterPartitionIndexWorker.class);
			Supplier<WorkerStatus> status = (worker != null) ? worker::status : null;
			queues.add(new ShownQueue("indexes across partitions", indexes.queue(), indexes.poison(), null, status));
		}
		return queues;
	}

	/**
	 * The bean of a queue, or the only one of an application that names its beans
	 * otherwise.
	 */
	private <T> @Nullable T named(String queue, String suffix, Class<T> type) {
		if (queue.isEmpty()) {
			return only(type);
		}
		return this.beans.containsBean(queue + suffix) ? this.beans.getBean(queue + suffix, type) : null;
	}

	private <T> @Nullable T only(Class<T> type) {
		return this.beans.getBeanProvider(type).getIfUnique();
	}

}
