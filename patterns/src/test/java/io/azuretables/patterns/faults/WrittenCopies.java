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

import java.time.Duration;
import java.util.List;

import io.azuretables.key.TableKey;
import io.azuretables.patterns.denormalization.DenormalizationTemplate;
import io.azuretables.patterns.denormalization.DenormalizedCopies;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.sample.Customer;
import io.azuretables.patterns.sample.Member;
import io.azuretables.patterns.sample.Parcel;
import io.azuretables.patterns.sample.Store;
import io.azuretables.patterns.sample.Team;
import io.azuretables.row.RowReader;
import io.azuretables.row.TableRow;
import io.azuretables.sample.MutableClock;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Sources and a holder of copies of each. The value is what is copied.
 *
 * @param <S> the source
 */
final class WrittenCopies<S> implements WrittenPattern {

	private final Store store;

	private final DenormalizationTemplate copies;

	private final Kind<S> kind;

	private final @Nullable WorkerTime time;

	private WrittenCopies(Store store, DenormalizationTemplate copies, Kind<S> kind, @Nullable WorkerTime time) {
		this.store = store;
		this.copies = copies;
		this.kind = kind;
		this.time = time;
	}

	/**
	 * Copies in the partition of their source.
	 */
	static WrittenCopies<Member> inTransaction(Services services) {
		Store store = WrittenPattern.store(services, "Staff");
		DenormalizationTemplate copies = new DenormalizationTemplate(store.template(),
				List.of(DenormalizedCopies.of(Member.class, Team.class, "leads")
					.reference("department", "department")
					.reference("leadId", "employeeId")
					.copy("leadName", "name")));
		return new WrittenCopies<>(store, copies, new Members(), null);
	}

	/**
	 * Copies in another partition, which a worker writes.
	 */
	static WrittenCopies<Customer> byWorker(Services services) {
		Store store = WrittenPattern.store(services, "Customers", "Parcels");
		MutableClock clock = WorkerTime.serviceClock();
		QueueConnection connection = QueueConnection.embedded(clock);
		EventuallyConsistentQueueTemplate queue = new EventuallyConsistentQueueTemplate(store.template(),
				store.gateway(), connection, QueueOptions.DEFAULTS.withClock(clock));
		DenormalizationTemplate copies = new DenormalizationTemplate(store.template(), queue,
				List.of(DenormalizedCopies.of(Customer.class, Parcel.class, "recipients")
					.reference("customerId", "id")
					.copy("customerName", "name")));
		QueueWorker worker = new QueueWorker(queue, MessageHandlers.none().with(copies.handler()));
		String table = store.names().resolve(Customer.class, "Customers");
		return new WrittenCopies<>(store, copies, new Customers(), new WorkerTime(services, clock,
				() -> connection.queue().depth() > 0, worker::step, () -> queue.sweep(table, Duration.ofHours(1))));
	}

	@Override
	public void prepare(int entity) {
		this.store.template().insert(this.kind.holder(entity));
	}

	@Override
	public void insert(int entity, String value) {
		this.copies.save(this.kind.source(entity, value));
	}

	@Override
	public void update(int entity, String value) {
		this.copies.save(this.kind.changed(known(entity), value));
	}

	@Override
	public void merge(int entity, String value) {
		assertThat(this.copies.update(this.kind.type(), this.kind.key(entity), (one) -> this.kind.changed(one, value)))
			.isPresent();
	}

	@Override
	public void delete(int entity) {
		this.copies.delete(known(entity));
	}

	private S known(int entity) {
		return this.store.template().findById(this.kind.type(), this.kind.key(entity)).orElseThrow();
	}

	@Override
	public void settle() {
		if (this.time != null) {
			this.time.settle();
		}
	}

	@Override
	public void sweep() {
		if (this.time != null) {
			this.time.sweep();
		}
	}

	@Override
	public @Nullable String checked(int entity) {
		TableRow source = row(this.kind.sources(), this.kind.key(entity));
		TableRow holder = row(this.kind.holders(), this.kind.holderKey(entity));
		assertThat(holder).isNotNull();
		Object value = (source != null) ? source.get("name") : null;
		assertThat(holder.get(this.kind.copy())).isEqualTo(value);
		return (value != null) ? value.toString() : null;
	}

	private @Nullable TableRow row(String table, TableKey key) {
		return this.store.gateway()
			.read(this.store.names().resolve(this.kind.type(), table), key, null, RowReader.rows());
	}

	/**
	 * The entities of a kind of copies.
	 */
	private interface Kind<S> {

		Class<S> type();

		String sources();

		String holders();

		String copy();

		TableKey key(int entity);

		TableKey holderKey(int entity);

		S source(int entity, String value);

		S changed(S source, String value);

		Object holder(int entity);

	}

	private static final class Members implements Kind<Member> {

		@Override
		public Class<Member> type() {
			return Member.class;
		}

		@Override
		public String sources() {
			return "Staff";
		}

		@Override
		public String holders() {
			return "Staff";
		}

		@Override
		public String copy() {
			return "leadName";
		}

		@Override
		public TableKey key(int entity) {
			return TableKey.of("Sales", "empid_%06d".formatted(entity));
		}

		@Override
		public TableKey holderKey(int entity) {
			return TableKey.of("Sales", "team_team" + entity);
		}

		@Override
		public Member source(int entity, String value) {
			return Member.of(entity, value);
		}

		@Override
		public Member changed(Member source, String value) {
			return source.named(value);
		}

		@Override
		public Object holder(int entity) {
			return Team.of("team" + entity, entity);
		}

	}

	private static final class Customers implements Kind<Customer> {

		@Override
		public Class<Customer> type() {
			return Customer.class;
		}

		@Override
		public String sources() {
			return "Customers";
		}

		@Override
		public String holders() {
			return "Parcels";
		}

		@Override
		public String copy() {
			return "customerName";
		}

		@Override
		public TableKey key(int entity) {
			return TableKey.of("customer" + entity, "customer");
		}

		@Override
		public TableKey holderKey(int entity) {
			return TableKey.of("parcels", "parcel_%06d".formatted(entity));
		}

		@Override
		public Customer source(int entity, String value) {
			return Customer.of("customer" + entity, value);
		}

		@Override
		public Customer changed(Customer source, String value) {
			return source.named(value);
		}

		@Override
		public Object holder(int entity) {
			return Parcel.of(entity, "customer" + entity);
		}

	}

}
