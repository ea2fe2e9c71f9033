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

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import io.azuretables.operations.TableOperations;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.Update;
import io.azuretables.repository.TableRepository;

import org.springframework.data.domain.Example;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Sort;
import org.springframework.data.domain.Window;
import org.springframework.data.repository.core.EntityInformation;
import org.springframework.data.repository.query.FluentQuery.FetchableFluentQuery;

/**
 * Implements the methods that every repository has, by calls of the template.
 *
 * @param <T> the class of the entities
 * @param <ID> the type of the identifiers
 * @since 0.1
 */
public class SimpleTableRepository<T, ID> implements TableRepository<T, ID> {

	private final TableOperations operations;

	private final Class<T> type;

	private final QueryPermissions permissions;

	private final ExampleQueries examples;

	public SimpleTableRepository(EntityInformation<T, ID> information, TableOperations operations,
			QueryPermissions permissions) {
		this.operations = operations;
		this.type = information.getJavaType();
		this.permissions = permissions;
		this.examples = new ExampleQueries(operations, permissions);
	}

	@Override
	public <S extends T> S save(S entity) {
		return this.operations.save(entity);
	}

	@Override
	public <S extends T> List<S> saveAll(Iterable<S> entities) {
		return this.operations.saveAll(entities);
	}

	@Override
	public <S extends T> S insert(S entity) {
		return this.operations.insert(entity);
	}

	@Override
	public <S extends T> List<S> insertAll(Iterable<S> entities) {
		return this.operations.insertAll(entities);
	}

	@Override
	public void mergeOrInsert(ID id, Update update) {
		this.operations.mergeOrInsert(this.type, id, update);
	}

	@Override
	public Optional<T> findById(ID id) {
		return this.operations.findById(this.type, id);
	}

	@Override
	public boolean existsById(ID id) {
		return this.operations.existsById(this.type, id);
	}

	@Override
	public List<T> findAll() {
		return this.operations.find(TableQuery.all().allowScan(), this.type);
	}

	@Override
	public List<T> findAllById(Iterable<ID> ids) {
		return this.operations.findAllById(this.type, ids);
	}

	@Override
	public List<T> find(TableQuery query) {
		return this.operations.find(this.permissions.apply(query), this.type);
	}

	@Override
	public Window<T> scroll(TableQuery query) {
		return this.operations.query(this.type).scroll(this.permissions.apply(query));
	}

	@Override
	public long count() {
		return this.operations.count(TableQuery.all().allowScan(), this.type);
	}

	@Override
	public void deleteById(ID id) {
		this.operations.deleteById(this.type, id);
	}

	@Override
	public void delete(T entity) {
		this.operations.delete(entity);
	}

	/**
	 * Deletes entities by their identifiers, packed into transactions.
	 */
	@Override
	public void deleteAllById(Iterable<? extends ID> ids) {
		this.operations.deleteAllById(this.type, ids);
	}

	@Override
	public void deleteAll(Iterable<? extends T> entities) {
		this.operations.deleteAll(entities);
	}

	@Override
	public void deleteAll() {
		this.operations.delete(TableQuery.of(Criteria.ALL).allowScan(), this.type);
	}

	@Override
	public <S extends T> Optional<S> findOne(Example<S> example) {
		return Optional.ofNullable(this.examples.of(example).oneValue());
	}

	@Override
	public <S extends T> List<S> findAll(Example<S> example) {
		return this.examples.of(example).all();
	}

	@Override
	public <S extends T> List<S> findAll(Example<S> example, Sort sort) {
		return this.examples.of(example).sortBy(sort).all();
	}

	@Override
	public <S extends T> Page<S> findAll(Example<S> example, Pageable pageable) {
		return this.examples.of(example).page(pageable);
	}

	@Override
	public <S extends T> long count(Example<S> example) {
		return this.examples.of(example).count();
	}

	@Override
	public <S extends T> boolean exists(Example<S> example) {
		return this.examples.of(example).exists();
	}

	@Override
	@SuppressWarnings("NullAway") // whether the answer may be null differs between
									// versions of Spring Data
	public <S extends T, R> R findBy(Example<S> example, Function<FetchableFluentQuery<S>, R> queries) {
		return queries.apply(this.examples.of(example));
	}

}
