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
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

import io.azuretables.gateway.TableGateway;
import io.azuretables.operations.RowTemplate;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.faults.Journal.Entry;
import io.azuretables.patterns.move.MoveTemplate;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.message.MessageHandlerRegistration;
import io.azuretables.patterns.summary.Summary;
import io.azuretables.patterns.summary.SummaryTemplate;
import org.jspecify.annotations.Nullable;

/**
 * Hires employees, changes them, moves them to other departments, and lets them go. They
 * are counted and their salaries added up in each department.
 */
final class EmployeeWork {

	/**
	 * How the row keys of the summary begin.
	 */
	static final String TOTALS = "sum_staff";

	private static final List<String> DEPARTMENTS = List.of("Sales", "Support", "Design");

	private static final List<String> NAMES = List.of("Ann", "Bob");

	private static final List<String> SKILLS = List.of("java", "law");

	private static final List<String> CITIES = List.of("Rome", "Oslo");

	private final TableTemplate template;

	private final MoveTemplate<Employee> moves;

	private final JournalWriter journal;

	private final Backlog<Place> backlog = new Backlog<>();

	EmployeeWork(TableTemplate template, EventuallyConsistentQueueTemplate queue, TableGateway gateway,
			JournalWriter journal) {
		this.template = template;
		this.journal = journal;
		this.moves = new MoveTemplate<>(template, queue, Employee.class);
		Summary<Employee> staff = Summary.of(Employee.class, "Staff")
			.key("{department}", TOTALS)
			.count("employees")
			.sum("salaries", "salary")
			.buckets(2);
		new SummaryTemplate(template, new RowTemplate(gateway, template.converter()), TableNameResolver.AS_DECLARED,
				staff);
	}

	MessageHandlerRegistration<?> handler() {
		return this.moves.handler();
	}

	void sweep(Duration overdue) {
		this.moves.sweep(overdue);
	}

	/**
	 * Does something with an employee who is known, if there is one, and otherwise with a
	 * new one.
	 */
	void operate() {
		Optional<Place> known = (random(5) > 0) ? this.backlog.take() : Optional.empty();
		known.ifPresentOrElse(this::visit, this::hire);
	}

	private void hire() {
		Employee employee = new Employee(one(DEPARTMENTS), UUID.randomUUID().toString(), one(NAMES), one(SKILLS),
				one(CITIES), random(1000), UUID.randomUUID().toString(), null);
		Employee hired = change(employee, employee.write(), () -> this.template.insert(employee));
		if (hired != null) {
			this.backlog.addLater(new Place(hired, null));
		}
	}

	/**
	 * An employee who was hired for certain is found, wherever the last move has ended.
	 */
	private void visit(Place place) {
		Employee last = place.employee();
		Optional<Employee> found = Optional.empty();
		try {
			found = (place.other() != null) ? this.moves.find(last, last.in(place.other(), last.write()))
					: this.moves.find(last);
		}
		catch (RuntimeException ex) {
			this.backlog.add(place);
			throw ex;
		}
		this.journal.say(found.isPresent() ? Entry.FOUND : Entry.MISSED, "employee:" + last.id());
		found.ifPresent((employee) -> {
			switch (random(8)) {
				case 0 -> leave(employee);
				case 1, 2 -> change(employee);
				default -> move(employee, one(DEPARTMENTS));
			}
		});
	}

	private void leave(Employee employee) {
		this.journal.change(subject(employee), Journal.GONE, () -> {
			this.template.delete(employee);
			return employee;
		});
	}

	private void change(Employee employee) {
		Employee changed = employee.changed(one(NAMES), one(SKILLS), one(CITIES), random(1000),
				UUID.randomUUID().toString());
		try {
			change(employee, changed.write(), () -> this.template.save(changed));
		}
		finally {
			this.backlog.add(new Place(employee, null));
		}
	}

	private void move(Employee employee, String department) {
		String write = UUID.randomUUID().toString();
		Employee moved = null;
		try {
			moved = change(employee, write, () -> this.moves.move(employee, (one) -> one.in(department, write)));
		}
		finally {
			this.backlog.add((moved != null) ? new Place(moved, null) : new Place(employee, department));
		}
	}

	private @Nullable Employee change(Employee employee, String write, Supplier<Employee> action) {
		return this.journal.change(subject(employee), write, action);
	}

	private static String subject(Employee employee) {
		return "employee:" + employee.id();
	}

	private static <T> T one(List<T> all) {
		return all.get(random(all.size()));
	}

	private static int random(int bound) {
		return ThreadLocalRandom.current().nextInt(bound);
	}

	/**
	 * Where an employee is.
	 *
	 * @param employee the employee as last seen
	 * @param other a department that the employee may have moved to; {@code null} if
	 * there is none
	 */
	private record Place(Employee employee, @Nullable String other) {

	}

}
