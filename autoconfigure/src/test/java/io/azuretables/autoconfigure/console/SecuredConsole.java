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

package io.azuretables.autoconfigure.console;

import java.util.List;

import jakarta.servlet.Filter;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.AnonymousAuthenticationFilter;

/**
 * Spring Security with its defaults, for somebody who is logged in.
 */
@Configuration(proxyBeanMethods = false)
@EnableWebSecurity
class SecuredConsole {

	@Bean
	SecurityFilterChain securityFilterChain(HttpSecurity http) throws Exception {
		Filter login = (request, response, chain) -> {
			SecurityContextHolder.setContext(new SecurityContextImpl(
					UsernamePasswordAuthenticationToken.authenticated("hall", null, List.of())));
			chain.doFilter(request, response);
		};
		return http.authorizeHttpRequests((requests) -> requests.anyRequest().authenticated())
			.addFilterBefore(login, AnonymousAuthenticationFilter.class)
			.build();
	}

}
