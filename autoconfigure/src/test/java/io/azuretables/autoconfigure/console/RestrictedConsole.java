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

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

import static org.springframework.security.config.Customizer.withDefaults;

/**
 * Spring Security that lets everyone see the application, and operators the console.
 */
@Configuration(proxyBeanMethods = false)
@EnableWebSecurity
class RestrictedConsole {

	// tag::restricted[]
	@Bean
	SecurityFilterChain securityFilterChain(HttpSecurity http) throws Exception {
		return http.authorizeHttpRequests(
				(requests) -> requests.requestMatchers("/azure-tables/**").hasRole("OPERATOR").anyRequest().permitAll())
			.httpBasic(withDefaults())
			.build();
	}
	// end::restricted[]

	@Bean
	UserDetailsService users() {
		return new InMemoryUserDetailsManager(User.withUsername("hall").password("{noop}geheim").roles("USER").build(),
				User.withUsername("cao").password("{noop}geheim").roles("OPERATOR").build());
	}

}
