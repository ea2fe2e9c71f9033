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

import java.util.List;

import io.azuretables.convert.TableCustomConversions;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Configures the {@link TableCustomConversions}, which convert property values to columns
 * and back. They use the JSON mapper of the application, if it has one.
 */
class TableConversionsConfiguration {

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnMissingBean(TableCustomConversions.class)
	@ConditionalOnClass(JsonMapper.class)
	static class Jackson {

		@Bean
		TableCustomConversions tableCustomConversions(ObjectProvider<JsonMapper> mapper) {
			return new TableCustomConversions(List.of(), mapper.getIfUnique());
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnMissingBean(TableCustomConversions.class)
	@ConditionalOnMissingClass("tools.jackson.databind.json.JsonMapper")
	static class Plain {

		@Bean
		TableCustomConversions tableCustomConversions() {
			return new TableCustomConversions();
		}

	}

}
