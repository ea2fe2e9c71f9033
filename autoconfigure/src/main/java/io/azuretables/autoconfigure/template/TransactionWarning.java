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

package io.azuretables.autoconfigure.template;

import java.lang.reflect.Method;
import java.util.Set;
import java.util.TreeSet;

import io.azuretables.operations.TableOperations;
import io.azuretables.repository.support.TableRepositoryFactoryBean;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.util.ClassUtils;

/**
 * Warns at start-up about {@link Transactional} beans that use tables without a
 * transaction manager: nothing is rolled back. Looks at the beans that repositories and
 * templates were injected into.
 */
final class TransactionWarning implements SmartInitializingSingleton {

	private static final Log logger = LogFactory.getLog(TransactionWarning.class);

	private final ConfigurableListableBeanFactory beans;

	TransactionWarning(ConfigurableListableBeanFactory beans) {
		this.beans = beans;
	}

	@Override
	public void afterSingletonsInstantiated() {
		if (BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beans, TransactionManager.class, true,
				false).length > 0) {
			return;
		}
		Set<String> places = new TreeSet<>();
		for (Class<?> type : new Class<?>[] { TableRepositoryFactoryBean.class, TableOperations.class }) {
			for (String name : this.beans.getBeanNamesForType(type, true, false)) {
				for (String user : this.beans.getDependentBeans(BeanFactoryUtils.transformedBeanName(name))) {
					String place = transactional(user);
					if (place != null) {
						places.add(place);
					}
				}
			}
		}
		places.forEach((place) -> logger.warn(place + " is annotated with @Transactional, and there is no transaction "
				+ "manager: its writes to tables take place at once, one by one, and are not rolled back. Use "
				+ "TableOperations.inPartition(...) for what must happen together in one partition, and remove the "
				+ "annotation"));
	}

	/**
	 * The class or method of a bean that is annotated, or {@code null} if none is.
	 */
	private @Nullable String transactional(String name) {
		Class<?> type = this.beans.containsBean(name) ? this.beans.getType(name, false) : null;
		if (type == null) {
			return null;
		}
		Class<?> user = ClassUtils.getUserClass(type);
		if (AnnotatedElementUtils.hasAnnotation(user, Transactional.class)) {
			return user.getName();
		}
		return MethodIntrospector
			.selectMethods(user, (Method method) -> AnnotatedElementUtils.hasAnnotation(method, Transactional.class))
			.stream()
			.map((method) -> user.getName() + "." + method.getName())
			.sorted()
			.findFirst()
			.orElse(null);
	}

}
