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

package io.azuretables.patterns.archive;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.archive.ArchiveContract.Claim;
import io.azuretables.patterns.archive.ArchiveContract.ClaimId;
import io.azuretables.patterns.archive.ArchiveContract.OldClaim;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.sample.Store;
import io.azuretables.sample.MutableClock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a move does when one of its writes takes longer than all of it may.
 */
class ArchiveDeadlineTests {

	/**
	 * Longer than a handler may take, and shorter than a message is hidden.
	 */
	private static final Duration LONG = Duration.ofSeconds(25);

	private static final Set<String> EFFECTS = Set.of("write", "submit", "send", "putIfAbsent");

	private final MutableClock clock = new MutableClock();

	private final List<String> effects = new ArrayList<>();

	private int slow = Integer.MAX_VALUE;

	/**
	 * One write of the first attempt is slow, and one of the second.
	 */
	@ParameterizedTest
	@EnumSource(Way.class)
	void writesNothingAfterItsTimeHasPassed(Way way) {
		int runs = 0;
		boolean reached = true;
		for (int first = 1; reached; first++) {
			reached = false;
			boolean again = true;
			for (int second = 1; again; second++) {
				Archive archive = new Archive();
				archive.prepare(way);
				boolean late = isLate(archive, first);
				again = late && isLate(archive, second);
				reached |= late;
				runs++;
				assertThat(archive.finish(way)).isTrue();
			}
		}
		assertThat(runs).isGreaterThan(5);
	}

	/**
	 * Whether there was a write that could be slow.
	 */
	private boolean isLate(Archive archive, int effect) {
		this.effects.clear();
		this.slow = effect;
		archive.worker.step();
		this.slow = Integer.MAX_VALUE;
		assertThat(this.effects).hasSizeLessThanOrEqualTo(effect);
		this.clock.pass(Duration.ofMinutes(6));
		return this.effects.size() == effect;
	}

	private <T> T watched(Class<T> port, T store) {
		return port.cast(Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] { port },
				(proxy, method, arguments) -> request(store, method, arguments)));
	}

	private Object request(Object store, Method method, Object[] arguments) throws Throwable {
		try {
			return method.invoke(store, arguments);
		}
		catch (InvocationTargetException ex) {
			throw ex.getTargetException();
		}
		finally {
			if (EFFECTS.contains(method.getName())) {
				this.effects.add(method.getName());
				this.clock.pass((this.effects.size() == this.slow) ? LONG : Duration.ZERO);
			}
		}
	}

	/**
	 * Where an entity goes.
	 */
	enum Way {

		INTO_THE_ARCHIVE, OVER_WHAT_IS_THERE, BACK

	}

	/**
	 * A claim and its archive.
	 */
	private final class Archive {

		private final ArchiveTemplate<Claim, OldClaim> template;

		private final TableOperations tables;

		private final QueueWorker worker;

		Archive() {
			ArchiveDeadlineTests tests = ArchiveDeadlineTests.this;
			Store store = Store.over(watched(TableGateway.class, new EmbeddedTableGateway(tests.clock)), "t");
			this.tables = store.template();
			QueueConnection stores = QueueConnection.embedded(tests.clock);
			BlobStore blobs = watched(BlobStore.class, Objects.requireNonNull(stores.blobs()));
			EventuallyConsistentQueueTemplate queue = new EventuallyConsistentQueueTemplate(this.tables,
					store.gateway(),
					new QueueConnection(watched(MessageTransport.class, stores.queue()), stores.poison(), blobs),
					QueueOptions.DEFAULTS.withClock(tests.clock));
			this.template = new ArchiveTemplate<>(this.tables, queue,
					ArchiveMapping.of(Claim.class, OldClaim.class, OldClaim::of, OldClaim::toClaim)
						.withIncarnation(Claim::life, Claim::withLife)
						.withContent(
								new ArchivedContent<>(blobs, (claim) -> claim.id().getBytes(StandardCharsets.UTF_8),
										OldClaim::document, OldClaim::withDocument)));
			this.worker = new QueueWorker(queue, MessageHandlers.none().with(this.template.handler()));
		}

		void prepare(Way way) {
			this.template.archive(this.tables.save(Claim.of("c1", 10)));
			if (way == Way.INTO_THE_ARCHIVE) {
				return;
			}
			this.worker.step();
			if (way == Way.BACK) {
				this.template.restore(id());
			}
			else {
				this.template.archive(this.tables.save(Claim.of("c1", 20)));
			}
		}

		/**
		 * Does the rest.
		 * @return whether the claim is where it should be
		 */
		boolean finish(Way way) {
			for (int round = 0; round < 5; round++) {
				this.worker.step();
				ArchiveDeadlineTests.this.clock.pass(Duration.ofMinutes(6));
			}
			return this.template.find(id())
				.filter((found) -> (found.current() != null) == (way == Way.BACK))
				.isPresent();
		}

		private ClaimId id() {
			return new ClaimId("e1", "c1");
		}

	}

}
