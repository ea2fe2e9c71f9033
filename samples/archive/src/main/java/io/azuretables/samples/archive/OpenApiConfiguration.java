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

package io.azuretables.samples.archive;

import java.util.Arrays;

import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.DateTimeSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.PathParameter;
import io.swagger.v3.oas.models.responses.ApiResponse;
import jakarta.validation.Valid;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springdoc.core.utils.SpringDocUtils;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.method.HandlerMethod;

/**
 * Describes the addresses of claims and the problem details of errors in the OpenAPI
 * document.
 */
@Configuration(proxyBeanMethods = false)
class OpenApiConfiguration {

	static {
		SpringDocUtils.getConfig().addRequestWrapperToIgnore(ClaimId.class);
	}

	/**
	 * A claim is named by three variables of the path, which the controller takes as one
	 * {@link ClaimId}.
	 */
	@Bean
	OperationCustomizer addressesOfClaims() {
		return (operation, method) -> {
			if (hasClaimId(method)) {
				operation.addParametersItem(variable("department", "The department", new StringSchema()));
				operation.addParametersItem(variable("employee", "Who filed the claim", new StringSchema()));
				operation.addParametersItem(variable("filedAt", "When it was filed", new DateTimeSchema()));
				addProblem(operation, "404", "There is no such claim");
			}
			return operation;
		};
	}

	@Bean
	OperationCustomizer problemsOfContent() {
		return (operation, method) -> {
			if (isValidated(method)) {
				addProblem(operation, "400", "A value is missing or not valid, or a property is unknown");
			}
			return operation;
		};
	}

	/**
	 * Adds the answer of an error to an operation.
	 */
	private static void addProblem(Operation operation, String status, String description) {
		Schema<?> problem = new Schema<>().type("object").addProperty("detail", new StringSchema());
		operation.getResponses()
			.addApiResponse(status, new ApiResponse().description(description)
				.content(new Content().addMediaType("application/problem+json", new MediaType().schema(problem))));
	}

	private static PathParameter variable(String name, String description, Schema<?> schema) {
		PathParameter variable = new PathParameter();
		variable.name(name).description(description).required(true).schema(schema);
		return variable;
	}

	private static boolean hasClaimId(HandlerMethod method) {
		return Arrays.stream(method.getMethodParameters())
			.anyMatch((parameter) -> parameter.getParameterType() == ClaimId.class);
	}

	private static boolean isValidated(HandlerMethod method) {
		return Arrays.stream(method.getMethodParameters())
			.anyMatch((parameter) -> parameter.hasParameterAnnotation(Valid.class));
	}

}
