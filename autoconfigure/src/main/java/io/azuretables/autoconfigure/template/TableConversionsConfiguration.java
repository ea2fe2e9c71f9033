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

import io.azuretables.convert.TableCustomConversions;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Configures the {@link TableCustomConversions}, which convert property values to columns
 * and back. They use the JSON mapper of the application, if it has one, also if the
 * application defines them with converters of its own.
 */
@Configuration(proxyBeanMethods = false)
class TableConversionsConfiguration {

	@Bean
	@ConditionalOnMissingBean
	TableCustomConversions tableCustomConversions(ObjectProvider<JsonConversions> json) {
		TableCustomConversions conversions = new TableCustomConversions();
		json.ifAvailable((application) -> application.configure(conversions));
		return conversions;
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(JsonMapper.class)
	static class Jackson {

		@Bean
		@ConditionalOnMissingBean
		JsonConversions tableJsonConversions(ObjectProvider<JsonMapper> mapper) {
			return (conversions) -> mapper.ifUnique(conversions::setJsonMapper);
		}

	}

	/**
	 * Gives conversions the JSON mapper of the application. Its types are there without
	 * Jackson, too.
	 */
	@FunctionalInterface
	interface JsonConversions {

		/**
		 * Sets the mapper, if there is a unique one.
		 */
		void configure(TableCustomConversions conversions);

	}

}
