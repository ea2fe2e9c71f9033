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

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/**
 * Somebody who files, corrects, archives and restores claims, at one instance or another,
 * and keeps in mind what was acknowledged.
 */
final class Client implements Runnable {

	private static final List<String> DEPARTMENTS = List.of("Sales", "Travel", "Support");

	private static final String CLAIM = "/departments/{department}/employees/{employee}/claims/{filedAt}";

	private final String name;

	private final Supplier<List<Instance>> instances;

	private final AtomicInteger acknowledged;

	private final RestClient http = RestClient.builder().requestFactory(new JdkClientHttpRequestFactory()).build();

	private final List<Kept> kept = new ArrayList<>();

	private final Set<String> unknown = new HashSet<>();

	private volatile boolean stopped;

	private int attempts;

	Client(String name, Supplier<List<Instance>> instances, AtomicInteger acknowledged) {
		this.name = name;
		this.instances = instances;
		this.acknowledged = acknowledged;
	}

	@Override
	public void run() {
		while (!this.stopped) {
			act();
		}
	}

	void stop() {
		this.stopped = true;
	}

	/**
	 * The claims that were acknowledged.
	 */
	List<Kept> kept() {
		return this.kept;
	}

	/**
	 * Receipts of claims that may be there or not.
	 */
	Set<String> unknown() {
		return this.unknown;
	}

	private void act() {
		ThreadLocalRandom random = ThreadLocalRandom.current();
		Kept some = this.kept.isEmpty() ? null : this.kept.get(random.nextInt(this.kept.size()));
		switch ((some != null) ? random.nextInt(6) : 0) {
			case 0, 1 -> file(DEPARTMENTS.get(random.nextInt(DEPARTMENTS.size())));
			case 2, 3 -> correct(some);
			case 4 -> archive(some);
			default -> restore(some);
		}
	}

	private void file(String department) {
		BigDecimal amount = BigDecimal.valueOf(++this.attempts);
		String email = email();
		try {
			ClaimView filed = this.http.post()
				.uri(address() + "/departments/{department}/employees/{employee}/claims", department, this.name)
				.contentType(MediaType.APPLICATION_JSON)
				.body(form(email, amount))
				.retrieve()
				.body(ClaimView.class);
			this.kept.add(new Kept(filed.id(), amount, email));
			this.acknowledged.incrementAndGet();
		}
		catch (RestClientException ex) {
			this.unknown.add(receipt(amount));
			pause();
		}
	}

	private void correct(Kept claim) {
		String email = email();
		Set<String> before = Set.copyOf(claim.emails);
		claim.emails.add(email);
		HttpStatus answer = answer(() -> this.http.put()
			.uri(address() + CLAIM, claim.path())
			.contentType(MediaType.APPLICATION_JSON)
			.body(form(email, claim.amount))
			.retrieve()
			.toBodilessEntity());
		if (answer == HttpStatus.OK) {
			claim.emails.retainAll(Set.of(email));
		}
		else if (answer == HttpStatus.CONFLICT) {
			claim.emails.retainAll(before);
		}
	}

	private void archive(Kept claim) {
		if (post(claim, "/archive") == HttpStatus.OK) {
			claim.archived = true;
		}
	}

	private void restore(Kept claim) {
		claim.restored = true;
		post(claim, "/restore");
	}

	private @Nullable HttpStatus post(Kept claim, String what) {
		return answer(() -> this.http.post().uri(address() + CLAIM + what, claim.path()).retrieve().toBodilessEntity());
	}

	/**
	 * Whether it was done, or refused; {@code null} if nobody knows.
	 */
	private @Nullable HttpStatus answer(Runnable request) {
		try {
			request.run();
			this.acknowledged.incrementAndGet();
			return HttpStatus.OK;
		}
		catch (HttpClientErrorException.Conflict ex) {
			return HttpStatus.CONFLICT;
		}
		catch (HttpClientErrorException ex) {
			throw new IllegalStateException("An acknowledged claim is not found", ex);
		}
		catch (RestClientException ex) {
			pause();
			return null;
		}
	}

	private String email() {
		return this.name + ThreadLocalRandom.current().nextInt(4) + "@contoso.com";
	}

	private Map<String, Object> form(String email, BigDecimal amount) {
		return Map.of("email", email, "amount", amount, "receipt", receipt(amount));
	}

	private String receipt(BigDecimal amount) {
		return receipt(this.name, amount);
	}

	static String receipt(String employee, BigDecimal amount) {
		return employee + " pays " + amount;
	}

	private String address() {
		List<Instance> all = this.instances.get();
		return "http://localhost:" + all.get(ThreadLocalRandom.current().nextInt(all.size())).port();
	}

	private static void pause() {
		LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
	}

	/**
	 * A claim that was acknowledged.
	 */
	static final class Kept {

		private final ClaimId id;

		private final BigDecimal amount;

		private final Set<String> emails = new HashSet<>();

		private boolean archived;

		private boolean restored;

		Kept(ClaimId id, BigDecimal amount, String email) {
			this.id = id;
			this.amount = amount;
			this.emails.add(email);
		}

		ClaimId id() {
			return this.id;
		}

		/**
		 * The addresses that it may have.
		 */
		Set<String> emails() {
			return this.emails;
		}

		/**
		 * Whether it must be in the archive.
		 */
		boolean isArchived() {
			return this.archived && !this.restored;
		}

		Object[] path() {
			return new Object[] { this.id.department(), this.id.employee(), this.id.filedAt() };
		}

	}

}
