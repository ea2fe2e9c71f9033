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

package io.azuretables.repository.support;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

import io.azuretables.internal.model.EntityModel;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.operations.TableOperations;
import io.azuretables.operations.TableTemplate;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.repository.AllowScan;
import io.azuretables.repository.AllowSort;
import io.azuretables.repository.ReadFrom;
import io.azuretables.repository.ScanPolicy;
import io.azuretables.repository.TableRepository;
import io.azuretables.repository.query.MethodOutline;
import io.azuretables.repository.query.RefusedMethod;
import io.azuretables.repository.query.TableQueryMethod;
import io.azuretables.repository.query.TableRepositoryQuery;
import org.jspecify.annotations.Nullable;

import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.data.projection.ProjectionFactory;
import org.springframework.data.projection.SpelAwareProxyProjectionFactory;
import org.springframework.data.repository.core.EntityInformation;
import org.springframework.data.repository.core.NamedQueries;
import org.springframework.data.repository.core.RepositoryInformation;
import org.springframework.data.repository.core.RepositoryMetadata;
import org.springframework.data.repository.core.support.RepositoryComposition.RepositoryFragments;
import org.springframework.data.repository.core.support.RepositoryFactorySupport;
import org.springframework.data.repository.query.DefaultParameters;
import org.springframework.data.repository.query.QueryLookupStrategy;
import org.springframework.data.repository.query.QueryLookupStrategy.Key;
import org.springframework.data.repository.query.QueryMethod;
import org.springframework.data.repository.query.RepositoryQuery;
import org.springframework.data.repository.query.ValueExpressionDelegate;

/**
 * Spring Data's repository factory for tables: makes repositories that use
 * {@link TableOperations}.
 *
 * @since 0.1
 */
public class TableRepositoryFactory extends RepositoryFactorySupport {

	private final TableOperations operations;

	private ScanPolicy scanPolicy = ScanPolicy.REJECT;

	private @Nullable Consumer<RefusedMethod> refusals;

	public TableRepositoryFactory(TableOperations operations) {
		this.operations = operations;
	}

	/**
	 * What becomes of methods that scan and do not say that they may, instead of being
	 * rejected.
	 */
	public void setScanPolicy(ScanPolicy scanPolicy) {
		this.scanPolicy = scanPolicy;
	}

	/**
	 * Collects the methods that are refused, instead of failing at the first one. A
	 * repository with such methods is made, and calls of them fail.
	 * @param refusals where they are reported, or {@code null} to fail
	 */
	public void setRefusals(@Nullable Consumer<RefusedMethod> refusals) {
		this.refusals = refusals;
	}

	@Override
	public EntityInformation<?, ?> getEntityInformation(RepositoryMetadata metadata) {
		TablePersistentEntity<?> entity = this.operations.converter().entity(metadata.getDomainType());
		EntityModel.of(entity);
		return new MappedEntityInformation<>(entity, this.operations.converter(), metadata.getIdType());
	}

	@Override
	protected Object getTargetRepository(RepositoryInformation information) {
		checkOtherMethods(information);
		if (this.operations instanceof TableTemplate template) {
			template.check(information.getDomainType());
		}
		return getTargetRepositoryViaReflection(information, getEntityInformation(information), this.operations,
				QueryPermissions.of(information.getRepositoryInterface()));
	}

	private static void checkOtherMethods(RepositoryInformation information) {
		for (Method method : information.getRepositoryInterface().getMethods()) {
			boolean own = !method.isBridge() && !information.isQueryMethod(method);
			if (own || information.isBaseClassMethod(method)) {
				checkAnnotations(information.getRepositoryInterface(), method);
			}
		}
	}

	/**
	 * Checks that a method which is no query method has no annotation of one: it is
	 * inherited, has a body, or is implemented by a fragment.
	 */
	private static void checkAnnotations(Class<?> repository, Method method) {
		String name = repository.getSimpleName() + "." + method.getName();
		if (AnnotatedElementUtils.hasAnnotation(method, ReadFrom.class)) {
			throw new UnsupportedQueryException(name + " is annotated with @ReadFrom and is no query method; declare "
					+ "one, such as findBy… with the key properties");
		}
		if (InheritedMethods.asks(method)) {
			for (Class<? extends Annotation> permission : List.of(AllowScan.class, AllowSort.class)) {
				if (AnnotatedElementUtils.hasAnnotation(method, permission)) {
					throw new UnsupportedQueryException(name + " is annotated with @" + permission.getSimpleName()
							+ " and is no query method; annotate the repository");
				}
			}
		}
	}

	/**
	 * Plans the methods that a repository declares, without making the repository.
	 * Methods that are refused are reported as {@link #setRefusals} says.
	 * @param information of a factory of this class, as {@link #planned} gives it
	 */
	public List<MethodOutline> declaredOutlines(RepositoryInformation information, NamedQueries named,
			@Nullable Key key, ValueExpressionDelegate expressions) {
		checkOtherMethods(information);
		QueryLookupStrategy lookup = getQueryLookupStrategy(key, expressions).orElseThrow();
		ProjectionFactory projections = new SpelAwareProxyProjectionFactory();
		List<MethodOutline> outlines = new ArrayList<>();
		for (Method method : information.getQueryMethods()) {
			if (lookup.resolveQuery(method, information, projections, named) instanceof TableRepositoryQuery query) {
				outlines.add(query.methodOutline());
			}
		}
		return outlines;
	}

	/**
	 * A repository as this factory would make it, to plan its methods.
	 * @param declared the interface, its base class and the fragments
	 */
	public RepositoryInformation planned(RepositoryInformation declared) {
		Class<?> base = declared.getRepositoryBaseClass();
		// Spring Data gives a placeholder where the application names no base class
		setRepositoryBaseClass(TableRepository.class.isAssignableFrom(base) ? base : SimpleTableRepository.class);
		return getRepositoryInformation(declared, RepositoryFragments.from(declared.getFragments()));
	}

	/**
	 * How the methods get to their rows that a repository does not declare itself.
	 */
	public List<MethodOutline> inheritedOutlines(RepositoryInformation information) {
		return new InheritedMethods(information, this.operations.converter().entity(information.getDomainType()))
			.outlines();
	}

	@Override
	protected Class<?> getRepositoryBaseClass(RepositoryMetadata metadata) {
		return SimpleTableRepository.class;
	}

	@Override
	protected Optional<QueryLookupStrategy> getQueryLookupStrategy(@Nullable Key key,
			ValueExpressionDelegate expressions) {
		return Optional.of(new Lookup(this.operations, expressions, (key != null) ? key : Key.CREATE_IF_NOT_FOUND,
				this.scanPolicy, this.refusals));
	}

	/**
	 * Where the query of a method is found: in its annotation, among the named queries,
	 * or in its name.
	 */
	private record Lookup(TableOperations operations, ValueExpressionDelegate expressions, Key key,
			ScanPolicy scanPolicy, @Nullable Consumer<RefusedMethod> refusals) implements QueryLookupStrategy {

		@Override
		public RepositoryQuery resolveQuery(Method method, RepositoryMetadata metadata, ProjectionFactory projections,
				NamedQueries named) {
			try {
				return query(method, metadata, projections, named);
			}
			catch (UnsupportedQueryException ex) {
				if (this.refusals == null) {
					throw ex;
				}
				RefusedMethod refused = new RefusedMethod(metadata.getRepositoryInterface(), method, ex);
				this.refusals.accept(refused);
				return new RefusedQuery(refused,
						new QueryMethod(method, metadata, projections, DefaultParameters::new));
			}
		}

		private RepositoryQuery query(Method method, RepositoryMetadata metadata, ProjectionFactory projections,
				NamedQueries named) {
			TableQueryMethod declared = new TableQueryMethod(method, metadata, projections, this.scanPolicy);
			String filter = declared.filter();
			if (filter == null && named.hasQuery(declared.getNamedQueryName())) {
				filter = named.getQuery(declared.getNamedQueryName());
			}
			if (filter != null && this.key != Key.CREATE) {
				return TableRepositoryQuery.filtered(declared, filter, this.operations, this.expressions);
			}
			if (this.key == Key.USE_DECLARED_QUERY) {
				throw new IllegalStateException(
						declared + " declares no query, and queries are not to be derived from names");
			}
			return TableRepositoryQuery.derived(declared, this.operations);
		}

	}

}
