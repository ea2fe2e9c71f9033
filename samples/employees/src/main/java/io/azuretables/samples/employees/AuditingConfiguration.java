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

import java.util.Optional;

import io.azuretables.repository.config.EnableTableAuditing;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.domain.AuditorAware;
import org.springframework.http.HttpHeaders;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/**
 * Records who wrote a review, as the request says it in its header {@code From}. A real
 * service takes the user from its authentication.
 */
@Configuration(proxyBeanMethods = false)
@EnableTableAuditing
class AuditingConfiguration {

	@Bean
	AuditorAware<String> sender() {
		return () -> (RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes attributes)
				? Optional.ofNullable(attributes.getRequest().getHeader(HttpHeaders.FROM)) : Optional.empty();
	}

}
