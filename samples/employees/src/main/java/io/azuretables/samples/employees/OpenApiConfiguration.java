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

package io.azuretables.samples.employees;

import io.azuretables.repository.query.TablePageRequest;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.QueryParameter;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springdoc.core.utils.SpringDocUtils;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.MethodParameter;
import org.springframework.web.method.HandlerMethod;

/**
 * Describes pages in the OpenAPI document as clients ask for them.
 */
@Configuration(proxyBeanMethods = false)
class OpenApiConfiguration {

	static {
		SpringDocUtils.getConfig().addRequestWrapperToIgnore(TablePageRequest.class);
	}

	@Bean
	OperationCustomizer pageParameters() {
		return (operation, method) -> {
			if (isPage(method)) {
				operation.addParametersItem(new QueryParameter().name("size")
					.description("How many employees a page has")
					.schema(new IntegerSchema()));
				operation.addParametersItem(new QueryParameter().name("next")
					.description("The position from the link to the next page")
					.schema(new StringSchema()));
			}
			return operation;
		};
	}

	private static boolean isPage(HandlerMethod method) {
		for (MethodParameter parameter : method.getMethodParameters()) {
			if (parameter.getParameterType() == TablePageRequest.class) {
				return true;
			}
		}
		return false;
	}

}
