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

package io.azuretables.samples.archive;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.interpartition.IndexQueue;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.samples.archive.Client.Kept;
import io.azuretables.samples.archive.Instance.ShortTimes;
import io.azuretables.azurite.Azurite;
import io.azuretables.test.AzuriteTest;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Two instances of the service side by side on one emulator, which are killed in the
 * midst of moves and changes of the index.
 */
@AzuriteTest
@Tag("storm")
class SideBySideIntegrationTests {

	private static final Log logger = LogFactory.getLog(SideBySideIntegrationTests.class);

	private static final int CLIENTS = 3;

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private final List<Instance> instances = new CopyOnWriteArrayList<>();

	private final AtomicInteger acknowledged = new AtomicInteger();

	@AfterEach
	void killAll() throws InterruptedException {
		for (Instance instance : this.instances) {
			instance.kill();
		}
	}

	@Test
	@Timeout(300)
	void losesNoClaimWhenAnInstanceIsKilled() throws Exception {
		List<Process> begun = List.of(Instance.begin(Azurite.connectionString()),
				Instance.begin(Azurite.connectionString()));
		for (Process process : begun) {
			this.instances.add(Instance.ready(process));
		}
		List<Client> clients = Stream.iterate(1, (number) -> number + 1)
			.limit(CLIENTS)
			.map((number) -> new Client("employee" + number, () -> List.copyOf(this.instances), this.acknowledged))
			.toList();
		ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
		List<? extends Future<?>> running = clients.stream().map(threads::submit).toList();
		awaitMore(100);
		killOldest();
		this.instances.add(Instance.ready(Instance.begin(Azurite.connectionString())));
		awaitMore(100);
		killOldest();
		awaitMore(50);
		clients.forEach(Client::stop);
		for (Future<?> client : running) {
			client.get();
		}
		threads.shutdown();
		try (Store store = Store.open()) {
			await().atMost(PATIENCE).until(store::isAtRest);
			store.check(clients);
		}
	}

	private void awaitMore(int more) {
		int enough = this.acknowledged.get() + more;
		await().atMost(PATIENCE).until(() -> this.acknowledged.get() >= enough);
	}

	private void killOldest() throws InterruptedException {
		this.instances.remove(0).kill();
	}

	/**
	 * What is stored, seen by one who only looks.
	 *
	 * @param context the service without its workers
	 */
	private record Store(ConfigurableApplicationContext context) implements AutoCloseable {

		static Store open() {
			List<String> arguments = new ArrayList<>(
					List.of("--azure.tables.queue.worker.enabled=false", "--azure.tables.index.worker.enabled=false",
							"--AZURITE_CONNECTION_STRING=" + Azurite.connectionString()));
			return new Store(new SpringApplicationBuilder(ArchiveApplication.class, ShortTimes.class)
				.web(WebApplicationType.NONE)
				.profiles("azurite")
				.run(arguments.toArray(String[]::new)));
		}

		boolean isAtRest() {
			return this.context.getBean(QueueConnection.class).queue().depth() == 0
					&& this.context.getBean(IndexQueue.class).queue().depth() == 0;
		}

		void check(List<Client> clients) {
			List<Claim> current = this.context.getBean(Claims.class).findAll();
			List<ArchivedClaim> archived = this.context.getBean(ArchivedClaims.class).findAll();
			Map<ClaimId, ClaimView> all = new HashMap<>();
			Stream.concat(current.stream().map(ClaimView::of), archived.stream().map(ClaimView::of))
				.forEach((claim) -> assertThat(all.put(claim.id(), claim)).as("a claim in two places").isNull());
			Set<String> unknown = new HashSet<>();
			Set<ClaimId> known = new HashSet<>();
			for (Client client : clients) {
				unknown.addAll(client.unknown());
				client.kept().forEach((kept) -> known.add(check(kept, all.get(kept.id()))));
			}
			assertThat(all.values()).filteredOn((claim) -> !known.contains(claim.id()))
				.as("claims that nobody filed")
				.allMatch((claim) -> unknown.contains(Client.receipt(claim.employee(), claim.amount())));
			checkReceipts(archived);
			checkIndexes(all);
			assertThat(this.context.getBean(QueueConnection.class).poison().depth()).as("given up").isZero();
			logger.info(known.size() + " claims, " + archived.size() + " of them in the archive, and " + unknown.size()
					+ " of which nobody knows");
		}

		private static ClaimId check(Kept kept, ClaimView found) {
			assertThat(found).as("lost: %s", kept.id()).isNotNull();
			assertThat(kept.emails()).as("addresses of %s", kept.id()).contains(found.email());
			if (kept.isArchived()) {
				assertThat(found.archived()).as("archived: %s", kept.id()).isTrue();
			}
			return found.id();
		}

		private void checkReceipts(List<ArchivedClaim> archived) {
			Receipts receipts = this.context.getBean(Receipts.class);
			assertThat(archived).isNotEmpty()
				.allSatisfy((claim) -> assertThat(receipts.read(claim))
					.isEqualTo(Client.receipt(claim.employee(), claim.amount())));
		}

		private void checkIndexes(Map<ClaimId, ClaimView> all) {
			ClaimsController controller = this.context.getBean(ClaimsController.class);
			Map<String, List<ClaimView>> byEmail = all.values()
				.stream()
				.collect(Collectors.groupingBy(ClaimView::email));
			byEmail.forEach((email, claims) -> assertThat(controller.byEmail(email)).as(email)
				.containsExactlyInAnyOrderElementsOf(claims));
			IndexAdministration indexes = this.context.getBean(IndexAdministration.class);
			for (Class<?> type : List.of(Claim.class, ArchivedClaim.class)) {
				assertThat(indexes.verify(type, "email").isClean()).as(type.getSimpleName()).isTrue();
			}
		}

		@Override
		public void close() {
			this.context.close();
		}

	}

}
