package io.azuretables.repository;

import java.util.List;

import io.azuretables.query.TableQuery;

import org.springframework.data.domain.Window;
import org.springframework.data.repository.ListCrudRepository;
import org.springframework.data.repository.NoRepositoryBean;
import org.springframework.data.repository.query.ListQueryByExampleExecutor;

/**
 * What can I do with the entities of one class? Besides what is declared: reading,
 * writing and deleting, one by one and many at once.
 * <p>
 * {@code findAll}, {@code count} and {@code deleteAll} without arguments read the whole
 * table, as their names say.
 *
 * @param <T> the class of the entities
 * @param <ID> the type of their identifiers: a {@link io.azuretables.key.TableKey}, the
 * only property that their keys are made of, or a record of all of them
 * @since 0.1
 */
@NoRepositoryBean
public interface TableRepository<T, ID> extends ListCrudRepository<T, ID>, ListQueryByExampleExecutor<T> {

	/**
	 * Writes an entity that must not be there yet.
	 * @throws org.springframework.dao.DuplicateKeyException if it is
	 */
	<S extends T> S insert(S entity);

	/**
	 * Writes entities that must not be there yet.
	 * @throws io.azuretables.operations.PartialWriteException if a transaction was refused
	 */
	<S extends T> List<S> insertAll(Iterable<S> entities);

	/**
	 * All that a query finds.
	 */
	List<T> find(TableQuery query);

	/**
	 * The next part of what a query finds, of the size of its limit, beginning at its
	 * position.
	 */
	Window<T> scroll(TableQuery query);

}
