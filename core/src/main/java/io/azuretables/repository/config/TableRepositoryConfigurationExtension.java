package io.azuretables.repository.config;

import java.lang.annotation.Annotation;
import java.util.Collection;
import java.util.List;

import io.azuretables.mapping.Table;
import io.azuretables.repository.TableRepository;
import io.azuretables.repository.support.TableRepositoryFactoryBean;

import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.data.repository.config.AnnotationRepositoryConfigurationSource;
import org.springframework.data.repository.config.RepositoryConfigurationExtensionSupport;

/**
 * What is particular about the repositories of this module?
 *
 * @since 0.1
 */
public class TableRepositoryConfigurationExtension extends RepositoryConfigurationExtensionSupport {

	@Override
	public String getModuleName() {
		return "AzureTables";
	}

	@Override
	protected String getModulePrefix() {
		return "azure-tables";
	}

	@Override
	public String getRepositoryFactoryBeanClassName() {
		return TableRepositoryFactoryBean.class.getName();
	}

	@Override
	protected Collection<Class<? extends Annotation>> getIdentifyingAnnotations() {
		return List.of(Table.class);
	}

	@Override
	protected Collection<Class<?>> getIdentifyingTypes() {
		return List.of(TableRepository.class);
	}

	@Override
	public void postProcess(BeanDefinitionBuilder builder, AnnotationRepositoryConfigurationSource source) {
		String reference = source.getAttribute("tableOperationsRef").orElse("tableTemplate");
		builder.addPropertyReference("tableOperations", reference);
	}

}
