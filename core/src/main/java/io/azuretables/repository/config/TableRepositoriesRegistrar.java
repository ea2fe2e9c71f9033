package io.azuretables.repository.config;

import java.lang.annotation.Annotation;

import org.springframework.data.repository.config.RepositoryBeanDefinitionRegistrarSupport;
import org.springframework.data.repository.config.RepositoryConfigurationExtension;

/**
 * Registers the repositories of {@link EnableTableRepositories}.
 */
final class TableRepositoriesRegistrar extends RepositoryBeanDefinitionRegistrarSupport {

	@Override
	protected Class<? extends Annotation> getAnnotation() {
		return EnableTableRepositories.class;
	}

	@Override
	protected RepositoryConfigurationExtension getExtension() {
		return new TableRepositoryConfigurationExtension();
	}

}
