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

package io.azuretables.operations;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.internal.plan.QueryPlan;
import io.azuretables.internal.plan.QueryPlanner;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.TableMappingException;
import io.azuretables.operations.ClaimMethods.Answer;
import io.azuretables.operations.ClaimMethods.Asked;
import io.azuretables.operations.PagingGateway.Paging;
import io.azuretables.plan.AccessPath;
import io.azuretables.plan.RequestBound;
import io.azuretables.plan.RowOrder;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.Criteria;
import io.azuretables.query.Criteria.And;
import io.azuretables.query.Criteria.In;
import io.azuretables.query.Criteria.Leaf;
import io.azuretables.query.Criteria.Or;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableQuery.Placeholder;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.repository.query.TableRepositoryQuery;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import org.springframework.dao.IncorrectResultSizeDataAccessException;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.Sort;
import org.springframework.data.domain.Window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.fail;

/**
 * Tests for queries of a {@link TableTemplate} over the embedded store: whatever is
 * asked, in whatever form, the answer is that of reading everything, filtering, sorting
 * and limiting, and takes no more requests than its plan says.
 * <p>
 * Classes, entities and queries are made up from a seed; another one is set by
 * {@code -Dazuretables.seed=…}. What fails is told with as few entities as it needs.
 */
@Tag("long")
@Execution(ExecutionMode.CONCURRENT)
class QueryDifferentialTests {

	private static final int TYPES = 400;

	private static final int ROWS = 30;

	private static final int QUERIES = 120;

	private static final int METHODS = 40;

	private static final long SEED = Long.getLong("azuretables.seed", 20140822L);

	/**
	 * What is refused although everything is permitted.
	 */
	private static final String UNANSWERABLE = "(?s).*(comparisons in one filter|too many values for one filter"
			+ "|at most 4096 are sent).*";

	private static final String UNREADABLE_IN_PARTS = UNANSWERABLE + "|(?s).*no positions.*";

	private Supplier<TableGateway> service = EmbeddedTableGateway::new;

	private final Map<AccessPath, Integer> paths = new EnumMap<>(AccessPath.class);

	private final Map<Answer, Integer> derived = new EnumMap<>(Answer.class);

	private final Map<Answer, Integer> annotated = new EnumMap<>(Answer.class);

	private int indexed;

	private int fetched;

	private int cases;

	private int refused;

	private int listed;

	private int merged;

	private int alternatives;

	/**
	 * Checks some types on other stores.
	 * @param other makes an empty store
	 * @return how many cases there were
	 */
	int check(int types, Supplier<TableGateway> other) {
		this.service = other;
		for (int i = 0; i < types; i++) {
			checkType(SEED + i);
		}
		return this.cases;
	}

	@Test
	void answersAsIfItReadEverything() {
		check(TYPES, this.service);
		assertThat(this.cases).isGreaterThanOrEqualTo(100_000);
		assertThat(this.paths.values()).as("every path is met often: %s", this.paths)
			.hasSize(AccessPath.values().length)
			.allMatch((count) -> count > 500);
		assertThat(this.indexed).isGreaterThan(3_000);
		assertThat(this.fetched).isGreaterThan(1_000);
		assertThat(this.listed).as("answered by lists").isGreaterThan(1_000);
		assertThat(this.merged).as("points of several partitions").isGreaterThan(100);
		assertThat(this.refused).isBetween(5_000, this.cases);
		assertThat(this.alternatives).as("several values, each in a condition of its own, are points")
			.isGreaterThan(500);
		assertThat(this.derived.values()).as("every form is asked by name: %s", this.derived)
			.hasSize(Answer.values().length)
			.allMatch((count) -> count > 100);
		assertThat(this.annotated.values()).as("every form is asked by @Query: %s", this.annotated)
			.hasSize(Answer.values().length)
			.allMatch((count) -> count > 100);
	}

	private void checkType(long seed) {
		ClaimGenerator generator = new ClaimGenerator(seed);
		Class<? extends Claim> type = generator.type();
		ClaimStore store;
		try {
			store = new ClaimStore(type, this.service.get());
		}
		catch (TableMappingException ex) {
			assertThat(ex).hasMessageMatching("(?s).*(do not begin with different literals|no two keys could ever"
					+ "|its rows hold keys only|each list would hold one id|an index that is updated later cannot refuse a write now).*");
			return;
		}
		for (int i = 0; i < ROWS; i++) {
			store.add(generator.entity(type));
		}
		Random random = new Random(seed);
		ClaimMethods methods = new ClaimMethods(type);
		List<Boolean> permissions = new ArrayList<>();
		for (int i = 0; i < QUERIES; i++) {
			TableQuery query = generator.query(store.keys());
			Paging paging = Paging.values()[random.nextInt(Paging.values().length)];
			Story story = new Story(seed, store, this.service, paging);
			check(query, story, random);
			if (i < METHODS) {
				Answer answer = Answer.values()[random.nextInt(Answer.values().length)];
				methods.add(withoutSelect(query), answer, random.nextBoolean(), true);
			}
		}
		checkMethods(methods, new Story(seed, store, this.service, Paging.SHORT));
	}

	private static TableQuery withoutSelect(TableQuery query) {
		TableQuery whole = TableQuery.of(query.criteria()).orderBy(query.sort());
		return (query.limit() != TableQuery.UNLIMITED) ? whole.limit(query.limit()) : whole;
	}

	/**
	 * Checks the plan that nothing is permitted for, if there is one, and the plan that
	 * everything is permitted for.
	 */
	private void check(TableQuery query, Story story, Random random) {
		TableQuery permitted = query.allowScan().allowSort();
		story.holds(query, this::findsWithoutPermission);
		story.holds(permitted, Form.values()[random.nextInt(Form.values().length)]::check);
		story.holds(permitted, Form.FIND::check);
		count(permitted, story.store());
	}

	private void findsWithoutPermission(ClaimStore store, TableQuery query) {
		QueryPlan plan;
		try {
			plan = plan(store, query);
		}
		catch (UnsupportedQueryException ex) {
			this.refused++;
			return;
		}
		assertThat(plan.outline().path()).as(plan::explain).isNotEqualTo(AccessPath.TABLE_SCAN);
		assertThat(plan.outline().order() != RowOrder.MEMORY || plan.outline().path().isPoint()).as(plan::explain)
			.isTrue();
		Form.PREPARED.check(store, query);
		this.cases++;
	}

	private void count(TableQuery query, ClaimStore store) {
		this.cases += 2;
		try {
			QueryPlan plan = plan(store, query);
			this.paths.merge(plan.outline().path(), 1, Integer::sum);
			this.indexed += plan.outline().index().isPresent() ? 1 : 0;
			this.fetched += plan.outline().fetchesEntities() ? 1 : 0;
			this.listed += plan.outline().findsLists() ? 1 : 0;
			boolean points = plan.outline().path() == AccessPath.MULTI_POINT;
			this.merged += (points && plan.outline().order() == RowOrder.ROW_KEY) ? 1 : 0;
			this.alternatives += (points && hasAlternatives(query)) ? 1 : 0;
		}
		catch (UnsupportedQueryException ex) {
			this.refused++;
		}
	}

	private static boolean hasAlternatives(TableQuery query) {
		return query.criteria() instanceof Or
				|| (query.criteria() instanceof And and && and.conditions().stream().anyMatch(Or.class::isInstance));
	}

	private static QueryPlan plan(ClaimStore store, TableQuery query) {
		return new QueryPlanner().plan(store.entity(), query);
	}

	private void checkMethods(ClaimMethods methods, Story story) {
		ClaimMethods.Finder finder = methods.load(story.store().template());
		for (Asked asked : methods.methods()) {
			boolean filter = !asked.name().contains("By");
			story.holds(asked.query(), (store, query) -> {
				if (store == story.store()) {
					checkMethod(store, finder, asked);
				}
				else {
					ClaimMethods alone = new ClaimMethods(store.type());
					alone.add(query, asked.answer(), filter, true);
					checkMethod(store, alone.load(store.template()), alone.methods().get(0));
				}
			});
			this.cases++;
			(filter ? this.annotated : this.derived).merge(asked.answer(), 1, Integer::sum);
		}
	}

	private static void checkMethod(ClaimStore store, ClaimMethods.Finder finder, Asked asked) {
		TableRepositoryQuery method;
		try {
			method = finder.query(asked.name());
		}
		catch (UnsupportedQueryException ex) {
			assertThat(ex).hasMessageMatching("(?s).*(comparisons in one filter|have no positions|has no positions).*");
			return;
		}
		ClaimOracle oracle = new ClaimOracle(store, asked.query());
		List<Object> arguments = asked.arguments();
		store.gateway().forget();
		try {
			checkAnswer(store, method, asked, oracle, arguments);
		}
		catch (UnsupportedQueryException ex) {
			assertThat(ex).hasMessageMatching(UNREADABLE_IN_PARTS);
			return;
		}
		TableQuery permitted = asked.query().allowScan().allowSort();
		switch (asked.answer()) {
			case LIST, STREAM -> checkRequests(store, permitted, method);
			case COUNT -> checkRequests(store, Form.COUNT.planned(permitted), method);
			case EXISTS -> checkRequests(store, Form.EXISTS.planned(permitted), method);
			default -> {
			}
		}
	}

	/**
	 * Checks the same of a method. It was planned without values, of which two that are
	 * equal may allow for a better plan.
	 */
	private static void checkRequests(ClaimStore store, TableQuery query, TableRepositoryQuery method) {
		PagingGateway gateway = store.gateway();
		RequestBound own = method.methodOutline().outline().requestBound();
		boolean within = own.values().isEmpty() && gateway.reads() <= own.requests(gateway.continued(), gateway.rows());
		if (!within) {
			checkRequests(store, query);
		}
	}

	/**
	 * Checks that the last answer took no more requests than the plan says.
	 */
	private static void checkRequests(ClaimStore store, TableQuery query) {
		PagingGateway gateway = store.gateway();
		RequestBound bound = plan(store, query).requestBound();
		assertThat(gateway.reads()).as("requests, of which there are " + bound)
			.isLessThanOrEqualTo(bound.requests(gateway.continued(), gateway.rows()));
	}

	@SuppressWarnings("unchecked") // the types of generated methods
	private static void checkAnswer(ClaimStore store, TableRepositoryQuery method, Asked asked, ClaimOracle oracle,
			List<Object> arguments) {
		int limit = asked.query().limit();
		switch (asked.answer()) {
			case LIST -> oracle.check((List<Claim>) method.execute(arguments.toArray()), limit);
			case STREAM -> {
				try (Stream<Claim> stream = (Stream<Claim>) method.execute(arguments.toArray())) {
					oracle.check(stream.toList(), limit);
				}
			}
			case COUNT -> assertThat(method.execute(arguments.toArray())).as("count")
				.isEqualTo((long) Math.min(oracle.count(), limit));
			case EXISTS -> assertThat(method.execute(arguments.toArray())).as("exists").isEqualTo(oracle.count() > 0);
			case DELETE -> deletes(store, asked.query().orderBy(Sort.unsorted()),
					() -> (Long) method.execute(arguments.toArray()));
			case SLICE -> oracle.check(slices(store, method, asked), TableQuery.UNLIMITED);
			case WINDOW -> oracle.check(windows(store, method, asked), TableQuery.UNLIMITED);
		}
	}

	@SuppressWarnings("unchecked") // the type of the method
	private static List<Claim> slices(ClaimStore store, TableRepositoryQuery method, Asked asked) {
		List<Claim> found = new ArrayList<>();
		int limit = asked.query().limit();
		Pageable page = PageRequest.of(0, (limit != TableQuery.UNLIMITED) ? limit : 7, asked.pageSort());
		while (page.isPaged()) {
			List<Object> all = new ArrayList<>(asked.arguments());
			all.add(page);
			store.gateway().forget();
			Slice<Claim> slice = (Slice<Claim>) method.execute(all.toArray());
			checkRequestsOfAPart(store, asked.query().allowScan().allowSort());
			found.addAll(slice.getContent());
			assertThat(slice.hasNext()).isEqualTo(slice.nextPageable().isPaged());
			page = slice.nextPageable();
		}
		return found;
	}

	@SuppressWarnings("unchecked") // the type of the method
	private static List<Claim> windows(ClaimStore store, TableRepositoryQuery method, Asked asked) {
		List<Claim> found = new ArrayList<>();
		ScrollPosition position = ScrollPosition.keyset();
		while (position != null) {
			List<Object> all = new ArrayList<>(asked.arguments());
			all.add(position);
			store.gateway().forget();
			Window<Claim> window = (Window<Claim>) method.execute(all.toArray());
			checkRequestsOfAPart(store, asked.query().allowScan().allowSort());
			found.addAll(window.getContent());
			position = window.hasNext() ? resumed(window) : null;
		}
		return found;
	}

	/**
	 * A part of an answer may read the last page of the part before once more.
	 */
	private static void checkRequestsOfAPart(ClaimStore store, TableQuery query) {
		PagingGateway gateway = store.gateway();
		RequestBound bound = plan(store, query).requestBound();
		assertThat(gateway.reads()).as("requests of a part, of which there are " + bound)
			.isLessThanOrEqualTo(bound.requests(gateway.continued(), gateway.rows()) + 1);
	}

	private static TableScrollPosition resumed(Window<?> window) {
		return TableScrollPosition.decode(((TableScrollPosition) window.positionAt(window.size() - 1)).encode());
	}

	private static void deletes(ClaimStore store, TableQuery query, Callable<Long> delete) {
		ClaimOracle oracle = new ClaimOracle(store, query);
		store.gateway().forget();
		long deleted;
		try {
			deleted = delete.call();
			checkRequestsOfADelete(store, query, deleted);
		}
		catch (RuntimeException ex) {
			throw ex;
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
		List<? extends Claim> left = store.template().find(TableQuery.all().allowScan(), store.type());
		List<TableKey> gone = new ArrayList<>(store.values().keySet());
		left.forEach((claim) -> gone.remove(store.key(claim)));
		store.restore(new LinkedHashSet<>(gone));
		assertThat(deleted).as("number of deleted entities").isEqualTo(Math.min(oracle.count(), query.limit()));
		assertThat(gone).as("deleted entities").hasSize((int) deleted);
		assertThat(oracle.keys()).as("meet the condition").containsAll(gone);
	}

	/**
	 * A delete reads the keys of the entities as a query does, and each entity once more
	 * if index rows go with it, its row in each index of another partition, and its list
	 * in each index that has lists.
	 */
	private static void checkRequestsOfADelete(ClaimStore store, TableQuery query, long deleted) {
		PagingGateway gateway = store.gateway();
		RequestBound bound = plan(store, query.select(List.of()).allowScan().allowSort()).requestBound();
		List<IndexMapping> indexes = EntityModel.of(store.entity()).indexes();
		long elsewhere = indexes.stream().filter((index) -> !index.isIntraPartition() || index.isList()).count();
		long again = indexes.isEmpty() ? 0 : deleted * (1 + elsewhere);
		assertThat(gateway.reads()).as("requests of a delete, of which there are " + bound)
			.isLessThanOrEqualTo(bound.requests(gateway.continued(), gateway.rows()) + again);
	}

	/**
	 * A way to ask the template.
	 */
	private enum Form {

		FIND {

			@Override
			void answers(ClaimStore store, TableQuery query) {
				new ClaimOracle(store, query).check(store.template().find(query, store.type()), query.limit());
			}

		},

		PREPARED {

			@Override
			void answers(ClaimStore store, TableQuery query) {
				List<Object> values = new ArrayList<>();
				TableQuery prepared = query.withCriteria(prepared(query.criteria(), values, new HashMap<>()));
				TableQueries<? extends Claim> queries = store.template().query(store.type());
				long count = queries.count(query.with(values));
				assertThat(count).as("count").isEqualTo(Math.min(new ClaimOracle(store, query).count(), query.limit()));
				store.gateway().forget();
				new ClaimOracle(store, query).check(queries.find(prepared.with(values)), query.limit());
			}

		},

		FIND_ONE {

			@Override
			void answers(ClaimStore store, TableQuery query) {
				ClaimOracle oracle = new ClaimOracle(store, query);
				if (Math.min(oracle.count(), query.limit()) > 1) {
					Throwable thrown = catchThrowable(() -> store.template().findOne(query, store.type()));
					if (thrown instanceof UnsupportedQueryException refused) {
						throw refused;
					}
					assertThat(thrown).isInstanceOf(IncorrectResultSizeDataAccessException.class);
				}
				else {
					oracle.check(store.template().findOne(query, store.type()).stream().toList(), query.limit());
				}
			}

		},

		STREAM {

			@Override
			void answers(ClaimStore store, TableQuery query) {
				try (Stream<? extends Claim> stream = store.template().stream(query, store.type())) {
					new ClaimOracle(store, query).check(stream.toList(), query.limit());
				}
			}

		},

		PARALLEL {

			@Override
			void answers(ClaimStore store, TableQuery query) {
				TableQuery unsorted = query.orderBy(Sort.unsorted());
				try (Stream<? extends Claim> stream = store.parallel().streamParallel(unsorted, store.type(), 5)) {
					new ClaimOracle(store, unsorted).check(stream.toList(), query.limit());
				}
			}

		},

		COUNT {

			@Override
			void answers(ClaimStore store, TableQuery query) {
				assertThat(store.template().count(query, store.type())).as("count")
					.isEqualTo(Math.min(new ClaimOracle(store, query).count(), query.limit()));
			}

		},

		EXISTS {

			@Override
			void answers(ClaimStore store, TableQuery query) {
				assertThat(store.template().exists(query, store.type())).as("exists")
					.isEqualTo(new ClaimOracle(store, query).count() > 0);
			}

		},

		WINDOWS {

			@Override
			void answers(ClaimStore store, TableQuery query) {
				List<Claim> found = new ArrayList<>();
				Window<? extends Claim> window = part(store, query);
				found.addAll(window.getContent());
				while (window.hasNext()) {
					assertThat(window.size()).as("size of a window that is not the last")
						.isEqualTo(Math.min(query.limit(), 1_000));
					window = part(store, query.from(resumed(window)));
					found.addAll(window.getContent());
				}
				new ClaimOracle(store, query).check(found, TableQuery.UNLIMITED);
				store.gateway().forget();
			}

			/**
			 * Reads one part, perhaps its last page twice.
			 */
			private Window<? extends Claim> part(ClaimStore store, TableQuery query) {
				store.gateway().forget();
				Window<? extends Claim> window = store.template().query(store.type()).scroll(query);
				checkRequestsOfAPart(store, query);
				return window;
			}

		},

		DELETE {

			@Override
			void answers(ClaimStore store, TableQuery query) {
				deletes(store, query, () -> {
					return store.template().delete(query, store.type());
				});
				store.gateway().forget();
			}

		};

		abstract void answers(ClaimStore store, TableQuery query);

		/**
		 * Checks the answer and what it took.
		 */
		void check(ClaimStore store, TableQuery query) {
			store.gateway().forget();
			try {
				answers(store, query);
			}
			catch (UnsupportedQueryException ex) {
				assertThat(ex).hasMessageMatching((this == WINDOWS) ? UNREADABLE_IN_PARTS : UNANSWERABLE);
				return;
			}
			checkRequests(store, planned(query));
		}

		/**
		 * The query as the template plans it.
		 */
		private TableQuery planned(TableQuery query) {
			return switch (this) {
				case COUNT -> query.orderBy(Sort.unsorted()).select(List.of());
				case EXISTS -> query.orderBy(Sort.unsorted()).select(List.of()).limit(1);
				default -> query;
			};
		}

		/**
		 * The condition with places for its values; equal conditions have the same ones.
		 */
		private static Criteria prepared(Criteria criteria, List<Object> values, Map<Leaf, Criteria> known) {
			if (criteria instanceof And and) {
				return new And(and.conditions().stream().map((one) -> prepared(one, values, known)).toList());
			}
			if (criteria instanceof Or or) {
				return new Or(or.conditions().stream().map((one) -> prepared(one, values, known)).toList());
			}
			Leaf leaf = (Leaf) criteria;
			Criteria prepared = known.get(leaf);
			if (prepared == null) {
				prepared = prepared(leaf, values);
				known.put(leaf, prepared);
			}
			return prepared;
		}

		private static Criteria prepared(Leaf leaf, List<Object> values) {
			if (leaf instanceof In) {
				values.add(leaf.operands());
				return leaf.on(leaf.property(), List.of(new Placeholder(values.size() - 1, true)));
			}
			List<Object> places = new ArrayList<>();
			leaf.operands().forEach((operand) -> {
				places.add(Placeholder.of(values.size()));
				values.add(operand);
			});
			return leaf.on(leaf.property(), places);
		}

	}

	/**
	 * Something that has to hold for a query.
	 */
	private interface Law {

		void check(ClaimStore store, TableQuery query);

	}

	/**
	 * A seed, what came of it, and how the service pages.
	 *
	 * @param seed the seed of the class
	 * @param store the entities
	 * @param paging how the service pages
	 */
	private record Story(long seed, ClaimStore store, Supplier<TableGateway> service, Paging paging) {

		/**
		 * Checks a law, and tells of a failure with as few entities and conditions as it
		 * needs.
		 */
		void holds(TableQuery query, Law law) {
			Throwable failure = failure(this.store, query, law);
			if (failure == null) {
				return;
			}
			List<Claim> claims = new ArrayList<>(this.store.claims());
			TableQuery least = query;
			boolean repeated = failure(stored(claims), query, law) != null;
			if (repeated) {
				for (Claim claim : this.store.claims()) {
					List<Claim> fewer = claims.stream().filter((one) -> one != claim).toList();
					claims = (failure(stored(fewer), query, law) != null) ? new ArrayList<>(fewer) : claims;
				}
				least = least(query, claims, law);
				failure = failure(stored(claims), least, law);
			}
			tell(least, claims, failure);
		}

		private TableQuery least(TableQuery query, List<Claim> claims, Law law) {
			TableQuery least = query;
			boolean smaller = true;
			while (smaller) {
				smaller = false;
				for (TableQuery candidate : candidates(least)) {
					if (!smaller && failure(stored(claims), candidate, law) != null) {
						least = candidate;
						smaller = true;
					}
				}
			}
			return least;
		}

		private static List<TableQuery> candidates(TableQuery query) {
			List<TableQuery> candidates = new ArrayList<>();
			if (query.sort().isSorted()) {
				candidates.add(query.orderBy(Sort.unsorted()));
			}
			if (query.limit() != TableQuery.UNLIMITED) {
				candidates.add(query.limit(TableQuery.UNLIMITED));
			}
			if (query.criteria() instanceof And and) {
				IntStream.range(0, and.conditions().size()).forEach((i) -> {
					List<Criteria> fewer = new ArrayList<>(and.conditions());
					fewer.remove(i);
					candidates.add(query.withCriteria(Criteria.allOf(fewer)));
				});
			}
			return candidates;
		}

		private ClaimStore stored(List<Claim> claims) {
			ClaimStore copy = new ClaimStore(this.store.type(), this.service.get());
			claims.forEach(copy::add);
			return copy;
		}

		private Throwable failure(ClaimStore checked, TableQuery query, Law law) {
			checked.page(this.paging);
			try {
				law.check(checked, query);
				return null;
			}
			catch (RuntimeException | AssertionError ex) {
				return ex;
			}
			finally {
				checked.page(Paging.WHOLE);
			}
		}

		private void tell(TableQuery query, List<Claim> claims, Throwable failure) {
			StringBuilder text = new StringBuilder("seed " + this.seed + ", pages " + this.paging + "\n");
			text.append(this.store.model()).append("\n");
			claims.forEach((claim) -> text.append("entity ").append(this.store.values(claim)).append("\n"));
			text.append(query.criteria()).append(" ").append(query.sort());
			text.append((query.limit() != TableQuery.UNLIMITED) ? " limit " + query.limit() : "").append("\n");
			try {
				text.append(plan(this.store, query).explain());
			}
			catch (RuntimeException ex) {
				text.append(ex);
			}
			fail(text.toString(), failure);
		}

	}

}
