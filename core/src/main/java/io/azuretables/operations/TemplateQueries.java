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
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import io.azuretables.convert.TableConverter;
import io.azuretables.internal.execution.EntityKeyReader;
import io.azuretables.internal.execution.FoundRow;
import io.azuretables.internal.execution.LimitedIterator;
import io.azuretables.internal.execution.ParallelRows;
import io.azuretables.internal.execution.PartitionSampler;
import io.azuretables.internal.execution.PlanExecutor;
import io.azuretables.internal.execution.PlanExecutor.Readers;
import io.azuretables.internal.execution.Scrolling;
import io.azuretables.internal.model.RollingMapping;
import io.azuretables.internal.plan.BindableOutline;
import io.azuretables.internal.plan.QueryPlan;
import io.azuretables.internal.write.EntityLifecycle;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.operations.OperationExecution.OperationContext;
import io.azuretables.operations.Tables.EntityTable;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.row.RowReader;
import io.azuretables.row.ServiceLimits;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.IncorrectResultSizeDataAccessException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.domain.Sort;
import org.springframework.data.domain.Window;
import org.springframework.data.projection.ProjectionFactory;
import org.springframework.data.projection.ProjectionInformation;

/**
 * Runs the queries of a template for one class and one result type.
 *
 * @param <R> the type of the answers
 */
final class TemplateQueries<R> implements TableQueries<R> {

	private final OperationExecution execution;

	private final TablePersistentEntity<?> entity;

	private final EntityTable table;

	private final Shape<?, R> shape;

	/**
	 * What was decided about the query before: the next one may differ in its values
	 * alone, as that of a repository method does.
	 */
	private volatile @Nullable BindableOutline known;

	private TemplateQueries(OperationExecution execution, TablePersistentEntity<?> entity, Shape<?, R> shape) {
		this.execution = execution;
		this.entity = entity;
		this.table = execution.tables().of(entity);
		this.shape = shape;
	}

	static <T> TemplateQueries<T> of(OperationExecution execution, Class<T> type) {
		EntityLifecycle lifecycle = execution.lifecycle();
		TablePersistentEntity<?> entity = lifecycle.converter().entity(type);
		RowReader<T> reader = lifecycle.converter().reader(type);
		return new TemplateQueries<>(execution, entity, Shape.of(reader, null, lifecycle::read));
	}

	@Override
	public <P> TableQueries<P> as(Class<P> type) {
		Class<?> domain = this.entity.getType();
		if (type.isAssignableFrom(domain)) {
			@SuppressWarnings("unchecked") // an entity is one
			TableQueries<P> same = (TableQueries<P>) of(this.execution, domain);
			return same;
		}
		return new TemplateQueries<>(this.execution, this.entity,
				type.isInterface() ? interfaceShape(type) : objectShape(type));
	}

	private <P> Shape<?, P> interfaceShape(Class<P> type) {
		ProjectionFactory projections = this.execution.lifecycle().projections();
		ProjectionInformation information = projections.getProjectionInformation(type);
		if (!information.isClosed()) {
			return openShape(this.execution.lifecycle().converter().reader(this.entity.getType()), type);
		}
		List<String> properties = information.getInputProperties()
			.stream()
			.map((property) -> property.getName())
			.toList();
		properties.forEach(this::checkProperty);
		return Shape.<Map<String, Object>, P>of(
				this.execution.lifecycle().converter().valuesReader(this.entity.getType()), properties,
				(values, table) -> projections.createProjection(type, values));
	}

	/**
	 * An interface with expressions, which see the whole entity.
	 */
	private <S, P> Shape<S, P> openShape(RowReader<S> reader, Class<P> type) {
		EntityLifecycle lifecycle = this.execution.lifecycle();
		return Shape.of(reader, null, (read, table) -> lifecycle.projections()
			.createProjection(type, Objects.requireNonNull((Object) lifecycle.read(read, table))));
	}

	private void checkProperty(String name) {
		this.entity.getRequiredPersistentProperty(name);
	}

	private <P> Shape<?, P> objectShape(Class<P> type) {
		List<String> properties = new ArrayList<>();
		this.execution.lifecycle()
			.converter()
			.mappingContext()
			.getRequiredPersistentEntity(type)
			.forEach((property) -> properties.add(property.getName()));
		RowReader<P> reader = this.execution.lifecycle().converter().projectionReader(this.entity.getType(), type);
		return Shape.<P, P>of(reader, properties, (read, table) -> read);
	}

	@Override
	public List<R> find(TableQuery query) {
		return find("find", query);
	}

	private List<R> find(String name, TableQuery query) {
		checkBegin(query);
		QueryPlan plan = plan(query);
		return this.execution.perform(() -> Operation.of(name, plan.outline()), (context) -> {
			List<R> found = new ArrayList<>();
			Iterator<R> results = iterate(this.shape, plan, context);
			while (found.size() < query.limit() && results.hasNext()) {
				found.add(results.next());
			}
			context.returned(found.size());
			return found;
		});
	}

	@Override
	public Optional<R> findOne(TableQuery query) {
		List<R> found = find("findOne", (query.limit() == 1) ? query : query.limit(2));
		if (found.size() > 1) {
			throw new IncorrectResultSizeDataAccessException("A query for one " + this.entity.getType().getSimpleName()
					+ " finds more; ask for the first one, or for a list", 1, found.size());
		}
		return found.stream().findFirst();
	}

	@Override
	public Stream<R> stream(TableQuery query) {
		checkBegin(query);
		return stream(plan(query));
	}

	@Override
	public Stream<R> stream(TableQuery query, PartitionSegment segment) {
		checkBegin(query);
		BindableOutline outline = plan(query).outline();
		outline.index().filter((index) -> !index.isIntraPartition()).ifPresent((index) -> {
			throw new UnsupportedQueryException("A query for " + this.entity.getType().getSimpleName()
					+ " in a segment is answered by the index " + index.name()
					+ ", which is in other partitions; ask without conditions on its properties, or for all segments");
		});
		return stream(outline.bind(segment.range()));
	}

	private Stream<R> stream(QueryPlan plan) {
		OperationContext context = this.execution.begin(() -> Operation.of("stream", plan.outline()));
		Iterator<R> results = context
			.endingWith(new LimitedIterator<>(iterate(this.shape, plan, context), plan.outline().query().limit()));
		return StreamSupport
			.stream(Spliterators.spliteratorUnknownSize(results, Spliterator.ORDERED | Spliterator.NONNULL), false)
			.onClose(context::ended);
	}

	@Override
	public Stream<R> streamParallel(TableQuery query, int segments) {
		checkBegin(query);
		if (query.sort().isSorted()) {
			throw new InvalidDataAccessApiUsageException("A query for " + this.entity.getType().getSimpleName()
					+ " that is read by several threads has no order; leave out the sort, or use stream");
		}
		if (segments < 1) {
			throw new IllegalArgumentException("A query is read in at least 1 segment, not " + segments);
		}
		QueryPlan plan = plan(query);
		OperationContext context = this.execution.begin(() -> Operation.of("streamParallel", plan.outline()));
		try {
			ParallelRows<R> rows = context.executor().together(sequences(this.shape, plan, segments, context));
			Iterator<R> results = context.endingWith(new LimitedIterator<>(rows, query.limit()));
			return StreamSupport.stream(Spliterators.spliteratorUnknownSize(results, Spliterator.NONNULL), false)
				.onClose(rows::close)
				.onClose(context::ended);
		}
		catch (RuntimeException ex) {
			context.failed(ex);
			context.ended();
			throw ex;
		}
	}

	private <S> List<Supplier<Iterator<R>>> sequences(Shape<S, R> read, QueryPlan plan, int segments,
			OperationContext context) {
		RollingMapping rolling = this.table.rolling();
		List<String> tables = (rolling == null) ? List.of(this.table.ready())
				: this.table.names(rolling, plan.outline());
		List<Supplier<Iterator<R>>> sequences = new ArrayList<>();
		for (String one : tables) {
			int share = (segments + tables.size() - 1) / tables.size();
			List<QueryPlan> parts = (rolling == null) ? parts(plan, one, share, context)
					: Tables.orMissing(() -> parts(plan, one, share, context), List.of());
			parts.forEach((part) -> sequences.add(() -> (rolling == null) ? iterate(read, part, context, one)
					: new TablesInTurn<>(List.of(one), (table) -> iterate(read, part, context, table))));
		}
		return sequences;
	}

	private static List<QueryPlan> parts(QueryPlan plan, String table, int segments, OperationContext context) {
		return new PartitionSampler(context.executor(), table).divide(plan, segments);
	}

	@Override
	public List<PartitionSegment> segments(int most) {
		return this.execution.perform(() -> Operation.of("segments"),
				(context) -> PartitionSegment.of(context.executor(), this.table.readyOnly(), most));
	}

	@Override
	public long count(TableQuery query) {
		QueryPlan plan = planForKeys(query.orderBy(Sort.unsorted()));
		return this.execution.perform(() -> Operation.of("count", plan.outline()), (context) -> {
			long count = 0;
			for (Iterator<TableKey> keys = keys(plan, context); keys.hasNext(); keys.next()) {
				count++;
			}
			context.returned(count);
			return count;
		});
	}

	@Override
	public boolean exists(TableQuery query) {
		QueryPlan plan = planForKeys(query.orderBy(Sort.unsorted()).limit(1));
		return this.execution.perform(() -> Operation.of("exists", plan.outline()), (context) -> {
			boolean exists = keys(plan, context).hasNext();
			context.returned(exists ? 1 : 0);
			return exists;
		});
	}

	@Override
	public long delete(TableQuery query) {
		QueryPlan plan = planForKeys(query);
		RollingMapping rolling = this.table.rolling();
		if (rolling == null) {
			return this.execution.perform(() -> Operation.of("delete", plan.outline()), (context) -> {
				String only = this.table.ready();
				long deleted = context.bulk().delete(keys(plan, context, only), this.entity, only);
				context.returned(deleted);
				return deleted;
			});
		}
		if (query.limit() != TableQuery.UNLIMITED && !plan.outline().isOrderedByTables()) {
			throw new UnsupportedQueryException("The first entities in an order that spans tables cannot be deleted; "
					+ "sort by '" + rolling.time() + "', or find and delete them");
		}
		return this.execution.perform(() -> Operation.of("delete", plan.outline()),
				(context) -> delete(plan, this.table.names(rolling, plan.outline()), context));
	}

	private long delete(QueryPlan plan, List<String> tables, OperationContext context) {
		int limit = plan.outline().query().limit();
		long deleted = 0;
		for (String one : tables) {
			Iterator<TableKey> keys = new TablesInTurn<>(List.of(one), (table) -> keys(plan, context, table));
			deleted += context.bulk().delete(new LimitedIterator<>(keys, (int) (limit - deleted)), this.entity, one);
			if (deleted >= limit) {
				break;
			}
		}
		context.returned(deleted);
		return deleted;
	}

	private QueryPlan planForKeys(TableQuery query) {
		checkBegin(query);
		return planned(query.select(List.of()));
	}

	private Iterator<TableKey> keys(QueryPlan plan, OperationContext context) {
		return new LimitedIterator<>(inTables(plan, (one) -> keys(plan, context, one)), plan.outline().query().limit());
	}

	private Iterator<TableKey> keys(QueryPlan plan, OperationContext context, String one) {
		RowReader<TableKey> reader = EntityKeyReader.of(this.entity);
		Iterator<TableKey> keys = context.executor().execute(plan, one, new Readers<>(reader, reader));
		return new LimitedIterator<>(keys, plan.outline().query().limit());
	}

	/**
	 * Reads the only table, or all that the query needs of those that the entities are
	 * divided among.
	 */
	private <S> Iterator<S> inTables(QueryPlan plan, Function<String, Iterator<S>> read) {
		RollingMapping rolling = this.table.rolling();
		return (rolling == null) ? read.apply(this.table.ready())
				: new TablesInTurn<>(this.table.names(rolling, plan.outline()), read);
	}

	private void checkBegin(TableQuery query) {
		if (query.position() != null && !query.position().isInitial()) {
			throw new InvalidDataAccessApiUsageException("A query for " + this.entity.getType().getSimpleName()
					+ " that begins at a position can be scrolled; everything else begins at the first entity");
		}
	}

	private <S> Iterator<R> iterate(Shape<S, R> read, QueryPlan plan, OperationContext context) {
		if (plan.outline().isOrderedByTables()) {
			return inTables(plan, (one) -> iterate(read, plan, context, one));
		}
		return PlanExecutor.ordered(plan, inTables(plan, (one) -> {
			Iterator<FoundRow<S>> found = context.executor().found(plan, one, read.readers());
			return mapped(found, (row) -> row.with(finished(read.finish().apply(row.value(), one), plan)));
		}));
	}

	private <S> Iterator<R> iterate(Shape<S, R> read, QueryPlan plan, OperationContext context, String table) {
		return mapped(context.executor().execute(plan, table, read.readers()),
				(row) -> finished(read.finish().apply(row, table), plan));
	}

	private static <S, T> Iterator<T> mapped(Iterator<S> rows, Function<S, T> mapping) {
		return new Iterator<>() {

			@Override
			public boolean hasNext() {
				return rows.hasNext();
			}

			@Override
			public T next() {
				return mapping.apply(rows.next());
			}

		};
	}

	/**
	 * An entity of which only some properties were read has no version: it cannot be
	 * saved over those that it lacks.
	 */
	private R finished(R result, QueryPlan plan) {
		boolean partial = plan.outline().query().select() != null && this.entity.hasVersionProperty()
				&& this.entity.getType().isInstance(result);
		return partial ? this.execution.lifecycle().converter().withVersion(result, null) : result;
	}

	@Override
	public Window<R> scroll(TableQuery query) {
		return scroll(this.shape, query);
	}

	private <S> Window<R> scroll(Shape<S, R> read, TableQuery query) {
		QueryPlan plan = plan(query);
		RollingMapping rolling = this.table.rolling();
		return this.execution.perform(() -> Operation.of("scroll", plan.outline()), (context) -> {
			Window<R> window = (rolling == null) ? scroll(read, plan, query.position(), this.table.ready(), context)
					: scroll(read, plan, rolling, context);
			context.returned(window.size());
			return window;
		});
	}

	private <S> Window<R> scroll(Shape<S, R> read, QueryPlan plan, @Nullable TableScrollPosition from, String table,
			OperationContext context) {
		String scope = this.execution.scope(this.table.name());
		return new Scrolling(context.executor(), table, scope).scroll(plan, from, read.readers())
			.map((one) -> finished(read.finish().apply(one, table), plan));
	}

	/**
	 * Reads a window of several tables. The position tells the table, which may have been
	 * dropped in the meantime.
	 */
	private <S> Window<R> scroll(Shape<S, R> read, QueryPlan plan, RollingMapping rolling, OperationContext context) {
		TableQuery query = plan.outline().query();
		if (!plan.outline().isOrderedByTables()) {
			throw Scrolling.unordered(plan);
		}
		String declared = this.table.declared();
		RollingScroll tables = RollingScroll.of(this.table, rolling, plan.outline());
		int size = (query.limit() != TableQuery.UNLIMITED) ? query.limit() : ServiceLimits.PAGE_SIZE;
		List<R> found = new ArrayList<>();
		Scrolling all = new Scrolling(context.executor(), declared, this.execution.scope(declared));
		TableScrollPosition next = tables.begin(all.fingerprint(plan));
		while (next != null && found.size() < size) {
			TableScrollPosition from = next;
			String table = Objects.requireNonNull(from.table());
			QueryPlan rest = planned(query.limit(size - found.size()));
			Window<R> part = Tables.orMissing(() -> scroll(read, rest, from, table, context),
					Window.from(List.of(), (index) -> from));
			found.addAll(part.getContent());
			next = part.hasNext() ? ((TableScrollPosition) part.positionAt(part.size() - 1)).in(table)
					: tables.after(from);
		}
		return Scrolling.window(found, next);
	}

	@Override
	public String explain(TableQuery query) {
		QueryPlan plan = plan(query);
		RollingMapping rolling = this.table.rolling();
		if (rolling == null) {
			return plan.explain();
		}
		List<String> tables = this.table.names(rolling, plan.outline());
		String names = tables.isEmpty() ? ""
				: ": " + tables.get(0) + ((tables.size() > 1) ? " to " + tables.get(tables.size() - 1) : "");
		return plan.explain() + "\n  in " + tables.size() + ((tables.size() == 1) ? " table" : " tables") + names;
	}

	private QueryPlan plan(TableQuery query) {
		return planned(selecting(query));
	}

	private QueryPlan planned(TableQuery query) {
		BindableOutline before = this.known;
		BindableOutline outline = (before != null) ? before.with(query) : null;
		if (outline == null) {
			outline = this.execution.planner().outline(this.entity, query);
			this.known = outline;
		}
		return outline.bind();
	}

	@Override
	public BindableOutline outline(TableQuery query) {
		return this.execution.planner().outline(this.entity, selecting(query));
	}

	@Override
	public String table() {
		return this.table.name();
	}

	private TableQuery selecting(TableQuery query) {
		List<String> properties = this.shape.properties();
		return (properties != null) ? query.select(properties) : this.execution.planner().withKeys(this.entity, query);
	}

	/**
	 * What an answer is made of.
	 *
	 * @param <S> what a row becomes
	 * @param <R> what that becomes
	 * @param readers read rows
	 * @param properties what must be read, or {@code null} for everything
	 * @param finish makes the answer, given the table
	 */
	private record Shape<S, R>(Readers<S> readers, @Nullable List<String> properties, BiFunction<S, String, R> finish) {

		static <S, R> Shape<S, R> of(RowReader<S> reader, @Nullable List<String> properties,
				BiFunction<S, String, R> finish) {
			return new Shape<>(new Readers<>(reader, TableConverter.indexReader(reader)), properties, finish);
		}

	}

}
