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
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import io.azuretables.convert.TableConverter;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.plan.QueryOutline;
import io.azuretables.plan.QueryPlan;
import io.azuretables.plan.QueryPlanner;
import io.azuretables.query.TableQuery;
import io.azuretables.row.RowReader;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.IncorrectResultSizeDataAccessException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.domain.Window;
import org.springframework.data.projection.ProjectionFactory;
import org.springframework.data.projection.ProjectionInformation;

/**
 * Queries of a template for one class, with answers of one type.
 *
 * @param <R> the type of the answers
 */
final class TemplateQueries<R> implements ProjectedQueries<R> {

	private final Engine engine;

	private final TablePersistentEntity<?> entity;

	private final Shape<?, R> shape;

	/**
	 * What was decided about the query before: the next one may differ in its values
	 * alone, as that of a repository method does.
	 */
	private volatile @Nullable QueryOutline known;

	private TemplateQueries(Engine engine, TablePersistentEntity<?> entity, Shape<?, R> shape) {
		this.engine = engine;
		this.entity = entity;
		this.shape = shape;
	}

	static <T> TemplateQueries<T> of(Engine engine, Class<T> type) {
		TablePersistentEntity<?> entity = engine.converter().entity(type);
		RowReader<T> reader = engine.converter().reader(type);
		EntityLifecycle lifecycle = engine.lifecycle();
		return new TemplateQueries<>(engine, entity, new Shape<T, T>(reader, null, lifecycle::read));
	}

	@Override
	public <P> ProjectedQueries<P> as(Class<P> type) {
		Class<?> domain = this.entity.getType();
		if (type.isAssignableFrom(domain)) {
			@SuppressWarnings("unchecked") // an entity is one
			ProjectedQueries<P> same = (ProjectedQueries<P>) of(this.engine, domain);
			return same;
		}
		return new TemplateQueries<>(this.engine, this.entity,
				type.isInterface() ? interfaceShape(type) : objectShape(type));
	}

	private <P> Shape<?, P> interfaceShape(Class<P> type) {
		ProjectionFactory projections = this.engine.lifecycle().projections();
		ProjectionInformation information = projections.getProjectionInformation(type);
		if (!information.isClosed()) {
			return openShape(this.engine.converter().reader(this.entity.getType()), type);
		}
		List<String> properties = information.getInputProperties()
			.stream()
			.map((property) -> property.getName())
			.toList();
		properties.forEach(this::checkProperty);
		return new Shape<Map<String, Object>, P>(this.engine.converter().valuesReader(this.entity.getType()),
				properties, (values, table) -> projections.createProjection(type, values));
	}

	/**
	 * An interface with expressions, which see the whole entity.
	 */
	private <S, P> Shape<S, P> openShape(RowReader<S> reader, Class<P> type) {
		EntityLifecycle lifecycle = this.engine.lifecycle();
		return new Shape<>(reader, null, (read, table) -> lifecycle.projections()
			.createProjection(type, Objects.requireNonNull((Object) lifecycle.read(read, table))));
	}

	private void checkProperty(String name) {
		this.entity.getRequiredPersistentProperty(name);
	}

	private <P> Shape<?, P> objectShape(Class<P> type) {
		List<String> properties = new ArrayList<>();
		this.engine.converter()
			.mappingContext()
			.getRequiredPersistentEntity(type)
			.forEach((property) -> properties.add(property.getName()));
		RowReader<P> reader = this.engine.converter().projectionReader(this.entity.getType(), type);
		return new Shape<P, P>(reader, properties, (read, table) -> read);
	}

	@Override
	public List<R> find(TableQuery query) {
		return find("find", query);
	}

	private List<R> find(String name, TableQuery query) {
		checkBegin(query);
		QueryPlan plan = plan(query);
		return this.engine.performer().perform(Operation.of(name, plan.outline()), (tools) -> {
			List<R> found = new ArrayList<>();
			Iterator<R> results = iterate(this.shape, plan, tools);
			while (found.size() < query.limit() && results.hasNext()) {
				found.add(results.next());
			}
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
		QueryPlan plan = plan(query);
		Tools tools = this.engine.workshop().begin(Operation.of("stream", plan.outline()));
		Iterator<R> results = tools.telling(new LimitedIterator<>(iterate(this.shape, plan, tools), query.limit()));
		return StreamSupport
			.stream(Spliterators.spliteratorUnknownSize(results, Spliterator.ORDERED | Spliterator.NONNULL), false)
			.onClose(tools::ended);
	}

	private void checkBegin(TableQuery query) {
		if (query.position() != null && !query.position().isInitial()) {
			throw new InvalidDataAccessApiUsageException("A query for " + this.entity.getType().getSimpleName()
					+ " that begins at a position can be scrolled; lists and streams begin at the first entity");
		}
	}

	private <S> Iterator<R> iterate(Shape<S, R> read, QueryPlan plan, Tools tools) {
		String table = this.engine.tables().ready(this.entity);
		Iterator<S> rows = tools.executor().execute(plan, table, readers(read.reader()));
		return new Iterator<>() {

			@Override
			public boolean hasNext() {
				return rows.hasNext();
			}

			@Override
			public R next() {
				return read.finish().apply(rows.next(), table);
			}

		};
	}

	private <S> Readers<S> readers(RowReader<S> reader) {
		return new Readers<>(reader, this.engine.converter().indexReader(reader));
	}

	@Override
	public Window<R> scroll(TableQuery query) {
		return scroll(this.shape, query);
	}

	private <S> Window<R> scroll(Shape<S, R> read, TableQuery query) {
		QueryPlan plan = plan(query);
		return this.engine.performer().perform(Operation.of("scroll", plan.outline()), (tools) -> {
			String table = this.engine.tables().ready(this.entity);
			return new Scrolling(tools.executor(), table).scroll(plan, query.position(), readers(read.reader()))
				.map((one) -> read.finish().apply(one, table));
		});
	}

	@Override
	public String explain(TableQuery query) {
		return plan(query).explain();
	}

	private QueryPlan plan(TableQuery query) {
		QueryOutline outline = this.engine.planner().outline(this.entity, selecting(query), this.known);
		this.known = outline;
		return outline.bind();
	}

	@Override
	public QueryOutline outline(TableQuery query) {
		return this.engine.planner().outline(this.entity, selecting(query));
	}

	@Override
	public String table() {
		return this.engine.tables().name(this.entity);
	}

	private TableQuery selecting(TableQuery query) {
		List<String> properties = this.shape.properties();
		return (properties != null) ? query.select(properties) : query;
	}

	/**
	 * What an answer is made of.
	 *
	 * @param <S> what a row becomes
	 * @param <R> what that becomes
	 * @param reader reads rows
	 * @param properties what must be read, or {@code null} for everything
	 * @param finish makes the answer, given the table
	 */
	private record Shape<S, R>(RowReader<S> reader, @Nullable List<String> properties,
			BiFunction<S, String, R> finish) {

	}

	/**
	 * What queries need to be answered.
	 *
	 * @param lifecycle calls back
	 * @param planner plans
	 * @param workshop has the tools
	 * @param performer uses them
	 */
	record Engine(EntityLifecycle lifecycle, QueryPlanner planner, Workshop workshop, Performer performer) {

		Tables tables() {
			return this.lifecycle.tables();
		}

		TableConverter converter() {
			return this.lifecycle.converter();
		}

	}

	/**
	 * Does something with tools, and tells how it ended.
	 */
	@FunctionalInterface
	interface Performer {

		<R extends @Nullable Object> R perform(Operation operation, Function<Tools, R> work);

	}

}
