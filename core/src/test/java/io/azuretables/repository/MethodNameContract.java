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

package io.azuretables.repository;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import io.azuretables.client.TableNames;
import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.gateway.TableGateway;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.repository.GuideRepositories.ClaimNames;
import io.azuretables.repository.GuideRepositories.DepartmentNames;
import io.azuretables.repository.GuideRepositories.EmployeeNames;
import io.azuretables.repository.GuideRepositories.EmployeeScans;
import io.azuretables.repository.GuideRepositories.EmployeeSorts;
import io.azuretables.repository.GuideRepositories.LoginNames;
import io.azuretables.repository.GuideRepositories.ReviewNames;
import io.azuretables.repository.support.TableRepositoryFactory;
import io.azuretables.sample.Department;
import io.azuretables.sample.Employee;
import io.azuretables.sample.ExpenseClaim;
import io.azuretables.sample.LoginAttempt;
import io.azuretables.sample.Review;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.data.repository.CrudRepository;
import org.springframework.data.repository.core.support.DefaultRepositoryMetadata;
import org.springframework.data.repository.query.parser.PartTree;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.StringUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each method of the guide's repositories, called with many arguments, answers what a
 * filter over all rows gives.
 */
@TestInstance(Lifecycle.PER_CLASS)
abstract class MethodNameContract {

	static final List<Class<?>> REPOSITORIES = List.of(EmployeeNames.class, EmployeeScans.class, EmployeeSorts.class,
			DepartmentNames.class, ReviewNames.class, ClaimNames.class, LoginNames.class);

	private static final int MOST_ROUNDS = 200;

	private final Random random = new Random(20140822);

	private final Map<Class<?>, CrudRepository<Object, ?>> repositories = new HashMap<>();

	private final Map<Class<?>, List<Object>> rows = new HashMap<>();

	/**
	 * The store.
	 */
	protected abstract TableGateway gateway();

	/**
	 * How often each method is called.
	 */
	protected abstract int rounds();

	@BeforeAll
	@SuppressWarnings("unchecked") // each gets entities of its own class
	void saveRows() {
		TableTemplate template = new TableTemplate(gateway(),
				new TableConverter(new TableMappingContext(new TableCustomConversions())),
				TableTemplateOptions.DEFAULTS.withTableNames(TableNameResolver.prefixed(TableNames.unique())));
		for (Class<?> type : REPOSITORIES) {
			this.repositories.put(type,
					(CrudRepository<Object, ?>) new TableRepositoryFactory(template).getRepository(type));
		}
		this.rows.put(Employee.class, IntStream.range(0, 90).mapToObj(this::employee).toList());
		this.rows.put(Department.class,
				Stream.of("Sales", "Marketing", "Human Resources")
					.<Object>map((name) -> new Department(name, this.random.nextInt(50), null))
					.toList());
		this.rows.put(Review.class, IntStream.range(0, 80).mapToObj(this::review).toList());
		this.rows.put(ExpenseClaim.class, IntStream.range(0, 80).mapToObj(this::claim).toList());
		this.rows.put(LoginAttempt.class, IntStream.range(0, 80).mapToObj(this::login).toList());
		this.rows.values().forEach(template::insertAll);
	}

	private Object employee(int i) {
		String lastName = (i % 9 == 0) ? null : oneOf("Hall", "Cao", "hall", "O'Hara", "Smith", "Harp");
		String email = (i % 7 == 0) ? null : lastName + "." + i + "@contoso.com";
		return new Employee(oneOf("Sales", "Marketing", "Human Resources"), i, email, lastName,
				20 + this.random.nextInt(9), null);
	}

	private Object review(int i) {
		return new Review(oneOf("Sales", "Marketing"), i / 4, 2010 + i % 4, this.random.nextInt(5),
				(i % 3 == 0) ? null : "fine");
	}

	private Object claim(int i) {
		return new ExpenseClaim(this.random.nextInt(3), instant(i), "c" + i % 5,
				BigDecimal.valueOf(this.random.nextInt(500), 2), oneOf(ExpenseClaim.Status.values()),
				(i % 3 == 0) ? null : oneOf("ken", "jun"));
	}

	private Object login(int i) {
		return new LoginAttempt(List.of("ken", "jun", "don", "mae", "a_b", "zoe").get(i % 6), instant(i),
				this.random.nextBoolean());
	}

	private static Instant instant(int i) {
		return Instant.parse("2014-08-22T00:50:32Z").plus(Duration.ofMinutes(37L * (i / 2)));
	}

	@SafeVarargs
	private <T> T oneOf(T... values) {
		return values[this.random.nextInt(values.length)];
	}

	static Stream<Method> methods() {
		return REPOSITORIES.stream().flatMap((type) -> Arrays.stream(type.getDeclaredMethods()));
	}

	@ParameterizedTest
	@MethodSource("methods")
	void answersWhatAFilterOverAllRowsGives(Method method) {
		Class<?> type = method.getDeclaringClass();
		Class<?> domain = domain(type);
		List<Object> all = this.rows.get(domain);
		NameOracle oracle = new NameOracle(new PartTree(method.getName(), domain), this.random);
		boolean found = false;
		for (int round = 0; round < rounds() || (!found && round < MOST_ROUNDS); round++) {
			Object[] arguments = oracle.arguments(method, all);
			List<Object> expected = oracle.matching(all, arguments);
			boolean single = !isMany(method);
			if (single && expected.size() > 1 && !oracle.tree().isLimiting() && returnsEntities(method)) {
				continue;
			}
			found |= !expected.isEmpty();
			check(method, oracle, expected, arguments);
		}
		assertThat(found).as("some arguments find something").isTrue();
	}

	private static Class<?> domain(Class<?> repository) {
		return new DefaultRepositoryMetadata(repository).getDomainType();
	}

	private static boolean isMany(Method method) {
		return Iterable.class.isAssignableFrom(method.getReturnType()) || method.getReturnType() == Stream.class;
	}

	private static boolean returnsEntities(Method method) {
		return !method.getReturnType().isPrimitive();
	}

	private void check(Method method, NameOracle oracle, List<Object> expected, Object[] arguments) {
		CrudRepository<Object, ?> repository = this.repositories.get(method.getDeclaringClass());
		ReflectionUtils.makeAccessible(method);
		Object answer = ReflectionUtils.invokeMethod(method, repository, arguments);
		String called = method.getName() + Arrays.deepToString(arguments);
		if (oracle.tree().isCountProjection() || oracle.tree().isExistsProjection()) {
			assertThat(answer).as(called)
				.isEqualTo(oracle.tree().isExistsProjection() ? (Object) !expected.isEmpty() : (long) expected.size());
			return;
		}
		if (oracle.tree().isDelete()) {
			List<Object> left = new ArrayList<>(this.rows.get(domain(method.getDeclaringClass())));
			left.removeAll(expected);
			long deleted = (answer instanceof Long count) ? count : list(answer).size();
			assertThat(deleted).as(called).isEqualTo((long) expected.size());
			checkRows(called, list(repository.findAll()), left);
			repository.saveAll(expected);
			return;
		}
		checkFound(called, oracle, expected, list(answer));
	}

	private static void checkFound(String called, NameOracle oracle, List<Object> expected, List<?> found) {
		Comparator<Object> order = oracle.order();
		if (order != null) {
			assertThat(found).as(called).isSortedAccordingTo((one, other) -> order.compare(one, other));
		}
		if (!oracle.tree().isLimiting()) {
			checkRows(called, found, expected);
			return;
		}
		int limit = Math.min(oracle.tree().getMaxResults(), expected.size());
		assertThat(found).as(called).hasSize(limit);
		assertThat(withoutEtags(expected)).as(called).containsAll(withoutEtags(found));
		if (order != null && limit > 0) {
			List<Object> sorted = expected.stream().sorted(order).toList();
			assertThat(order.compare(sorted.get(limit - 1), found.get(limit - 1))).as(called).isZero();
		}
	}

	private static void checkRows(String called, List<?> found, List<?> expected) {
		if (!found.isEmpty() && !expected.isEmpty() && found.get(0).getClass() != expected.get(0).getClass()) {
			List<String> names = properties(found.get(0));
			assertThat(values(found, names)).as(called).containsExactlyInAnyOrderElementsOf(values(expected, names));
			return;
		}
		assertThat(withoutEtags(found)).as(called).containsExactlyInAnyOrderElementsOf(withoutEtags(expected));
	}

	/**
	 * What a projection shows: the components of a record, or the getters of an
	 * interface.
	 */
	private static List<String> properties(Object projection) {
		Class<?> type = projection.getClass();
		if (type.isRecord()) {
			return Stream.of(type.getRecordComponents()).map(RecordComponent::getName).toList();
		}
		return Stream.of(type.getInterfaces()[0].getMethods())
			.filter((method) -> method.getName().startsWith("get"))
			.map((method) -> StringUtils.uncapitalize(method.getName().substring(3)))
			.toList();
	}

	private static List<Map<String, @Nullable Object>> values(Collection<?> objects, List<String> names) {
		return objects.stream().map((object) -> {
			Map<String, @Nullable Object> values = new TreeMap<>();
			names.forEach((name) -> values.put(name, value(object, name)));
			return values;
		}).toList();
	}

	private static @Nullable Object value(Object object, String name) {
		if (object instanceof Employee employee && name.equals("description")) {
			return employee.lastName() + " of " + employee.department();
		}
		String accessor = object.getClass().isRecord() ? name : "get" + StringUtils.capitalize(name);
		Method method = Objects.requireNonNull(ReflectionUtils.findMethod(object.getClass(), accessor), accessor);
		ReflectionUtils.makeAccessible(method);
		return ReflectionUtils.invokeMethod(method, object);
	}

	/**
	 * What is compared: versions differ from write to write.
	 */
	private static List<Object> withoutEtags(Collection<?> entities) {
		return entities.stream().<Object>map((entity) -> {
			if (entity instanceof Employee e) {
				return new Employee(e.department(), e.employeeId(), e.email(), e.lastName(), e.age(), null);
			}
			return (entity instanceof Department d) ? new Department(d.name(), d.employeeCount(), null) : entity;
		}).toList();
	}

	private static List<Object> list(Object answer) {
		if (answer instanceof Iterable<?> many) {
			return StreamSupport.stream(many.spliterator(), false).<Object>map((one) -> one).toList();
		}
		if (answer instanceof Stream<?> stream) {
			return stream.<Object>map((one) -> one).toList();
		}
		Object one = (answer instanceof Optional<?> optional) ? optional.orElse(null) : answer;
		return (one != null) ? List.of(one) : List.of();
	}

}
