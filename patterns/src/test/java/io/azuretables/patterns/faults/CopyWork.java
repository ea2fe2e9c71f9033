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

package io.azuretables.patterns.faults;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

import io.azuretables.key.TableKey;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.denormalization.DenormalizationTemplate;
import io.azuretables.patterns.denormalization.DenormalizedCopies;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.message.MessageHandlerRegistration;
import io.azuretables.patterns.sample.Customer;
import io.azuretables.patterns.sample.Member;
import io.azuretables.patterns.sample.Parcel;
import io.azuretables.patterns.sample.Team;

/**
 * Changes sources and holders of copies: members and teams in one partition, customers
 * and parcels in several ones.
 */
final class CopyWork {

	private static final DenormalizedCopies<Member, Team> LEADS = DenormalizedCopies
		.of(Member.class, Team.class, "leads")
		.reference("department", "department")
		.reference("leadId", "employeeId")
		.copy("leadName", "name");

	private static final DenormalizedCopies<Customer, Parcel> RECIPIENTS = DenormalizedCopies
		.of(Customer.class, Parcel.class, "recipients")
		.reference("customerId", "id")
		.copy("customerName", "name");

	private static final int MEMBERS = 3;

	private static final int TEAMS = 4;

	private static final int CUSTOMERS = 3;

	private static final int PARCELS = 6;

	private final TableTemplate template;

	private final DenormalizationTemplate copies;

	private final JournalWriter journal;

	CopyWork(TableTemplate template, EventuallyConsistentQueueTemplate queue, JournalWriter journal) {
		this.template = template;
		this.copies = new DenormalizationTemplate(template, queue, List.of(LEADS, RECIPIENTS));
		this.journal = journal;
	}

	MessageHandlerRegistration<?> handler() {
		return this.copies.handler();
	}

	/**
	 * Writes what is changed later.
	 */
	void open() {
		for (int i = 0; i < MEMBERS; i++) {
			this.template.insert(Member.of(i, "first"));
		}
		for (int i = 0; i < TEAMS; i++) {
			this.template.insert(Team.of(team(i), null));
		}
		for (int i = 0; i < CUSTOMERS; i++) {
			this.template.insert(Customer.of(customer(i), "first"));
		}
		for (int i = 0; i < PARCELS; i++) {
			this.template.insert(Parcel.of(i, null));
		}
	}

	private static String team(int number) {
		return "team" + number;
	}

	private static String customer(int number) {
		return "customer" + number;
	}

	/**
	 * Changes one of a partition.
	 */
	void operateTogether() {
		String write = UUID.randomUUID().toString();
		int member = random(MEMBERS);
		String team = team(random(TEAMS));
		switch (random(8)) {
			case 0 -> this.template.findById(Member.class, key(member)).ifPresent(this.copies::delete);
			case 1, 2 -> this.copies.update(Team.class, teamKey(team), (one) -> one.led(member));
			case 3 -> this.journal.add("team:" + team, write,
					() -> this.copies.update(Team.class, teamKey(team), (one) -> one.with(one.projects() + 1)));
			default -> {
				if (this.copies.update(Member.class, key(member), (one) -> one.named(write)).isEmpty()) {
					this.copies.save(Member.of(member, write));
				}
			}
		}
	}

	private static TableKey key(int member) {
		return TableKey.of("Sales", "empid_%06d".formatted(member));
	}

	private static TableKey teamKey(String team) {
		return TableKey.of("Sales", "team_" + team);
	}

	/**
	 * Changes one that a worker makes copies of, or in.
	 */
	void operateApart() {
		String write = UUID.randomUUID().toString();
		String customer = customer(random(CUSTOMERS));
		int parcel = random(PARCELS);
		switch (random(8)) {
			case 0 -> this.template.findById(Customer.class, customer).ifPresent(this.copies::delete);
			case 1, 2 -> this.copies.update(Parcel.class, parcel, (one) -> one.to((random(5) > 0) ? customer : null));
			case 3 -> this.journal.add("parcel:" + parcel, write,
					() -> this.template.updateWithRetry(Parcel.class, parcel, Parcel::stopped));
			default -> {
				if (this.copies.update(Customer.class, customer, (one) -> one.named(write)).isEmpty()) {
					this.copies.save(Customer.of(customer, write));
				}
			}
		}
	}

	private static int random(int bound) {
		return ThreadLocalRandom.current().nextInt(bound);
	}

}
