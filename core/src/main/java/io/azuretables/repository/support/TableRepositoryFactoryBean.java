package io.azuretables.repository.support;

import java.util.Objects;

import io.azuretables.operations.TableOperations;
import org.jspecify.annotations.Nullable;

import org.springframework.data.repository.Repository;
import org.springframework.data.repository.core.support.RepositoryFactoryBeanSupport;
import org.springframework.data.repository.core.support.RepositoryFactorySupport;

/**
 * Makes the bean of one repository.
 *
 * @param <R> the interface of the repository
 * @param <T> the class of the entities
 * @param <ID> the type of the identifiers
 * @since 0.1
 */
public class TableRepositoryFactoryBean<R extends Repository<T, ID>, T, ID>
		extends RepositoryFactoryBeanSupport<R, T, ID> {

	private @Nullable TableOperations operations;

	public TableRepositoryFactoryBean(Class<? extends R> repositoryInterface) {
		super(repositoryInterface);
	}

	/**
	 * The template that the repository goes to.
	 */
	public void setTableOperations(TableOperations operations) {
		this.operations = operations;
		setMappingContext(operations.converter().mappingContext());
	}

	@Override
	protected RepositoryFactorySupport createRepositoryFactory() {
		return new TableRepositoryFactory(Objects.requireNonNull(this.operations, "The tableOperations are not set"));
	}

}
