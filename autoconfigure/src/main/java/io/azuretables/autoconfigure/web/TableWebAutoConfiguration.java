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

package io.azuretables.autoconfigure.web;

import java.util.List;

import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.data.web.PageableHandlerMethodArgumentResolver;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Auto-configuration of paging in web applications: signed positions in links, parameters
 * of controllers, status 400 for impossible pages. It needs no tables, so it is a part of
 * web slices, too.
 *
 * @since 0.1
 */
@AutoConfiguration(after = TableTemplateAutoConfiguration.class,
		afterName = "org.springframework.boot.data.autoconfigure.web.DataWebAutoConfiguration")
@ConditionalOnWebApplication(type = Type.SERVLET)
@ConditionalOnClass(WebMvcConfigurer.class)
@EnableConfigurationProperties(TableWebProperties.class)
public final class TableWebAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	ScrollPositionTokens tableScrollPositionTokens(TableWebProperties properties) {
		return new ScrollPositionTokens(properties.secret());
	}

	@Bean
	@ConditionalOnMissingBean
	ScrollPositionFormatter tableScrollPositionFormatter(ScrollPositionTokens tokens) {
		return new ScrollPositionFormatter(tokens);
	}

	@Bean
	@ConditionalOnMissingBean
	UnsupportedPageAdvice tableUnsupportedPageAdvice() {
		return new UnsupportedPageAdvice();
	}

	/**
	 * Size and order are read by the resolver of Spring Data.
	 */
	@Bean
	@ConditionalOnMissingBean(name = "tablePageRequestConfigurer")
	WebMvcConfigurer tablePageRequestConfigurer(ObjectProvider<PageableHandlerMethodArgumentResolver> pages,
			ScrollPositionTokens tokens) {
		return new WebMvcConfigurer() {

			@Override
			public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
				pages.ifUnique((unique) -> resolvers.add(new TablePageRequestArgumentResolver(unique, tokens)));
			}

		};
	}

}
