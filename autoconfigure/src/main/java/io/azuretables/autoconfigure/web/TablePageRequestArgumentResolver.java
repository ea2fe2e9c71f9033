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

import io.azuretables.query.TableScrollPosition;
import io.azuretables.repository.query.TablePageRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodParameter;
import org.springframework.data.domain.Pageable;
import org.springframework.data.web.PageableArgumentResolver;
import org.springframework.http.HttpStatus;
import org.springframework.util.StringUtils;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.server.ResponseStatusException;

/**
 * Resolves controller parameters of type {@link TablePageRequest} from the size, order
 * and position in a web request. Size and order are given as for a {@link Pageable}, the
 * position in the request parameter {@code next}.
 */
final class TablePageRequestArgumentResolver implements HandlerMethodArgumentResolver {

	private static final String NEXT = "next";

	private final PageableArgumentResolver pages;

	private final ScrollPositionTokens tokens;

	TablePageRequestArgumentResolver(PageableArgumentResolver pages, ScrollPositionTokens tokens) {
		this.pages = pages;
		this.tokens = tokens;
	}

	@Override
	public boolean supportsParameter(MethodParameter parameter) {
		return parameter.getParameterType() == TablePageRequest.class;
	}

	@Override
	public TablePageRequest resolveArgument(MethodParameter parameter, @Nullable ModelAndViewContainer container,
			NativeWebRequest request, @Nullable WebDataBinderFactory binders) {
		Pageable page = this.pages.resolveArgument(parameter, container, request, binders);
		return TablePageRequest.of(page, position(request.getParameter(NEXT)));
	}

	private @Nullable TableScrollPosition position(@Nullable String token) {
		if (!StringUtils.hasText(token)) {
			return null;
		}
		try {
			return this.tokens.decode(token);
		}
		catch (IllegalArgumentException ex) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST,
					"'" + NEXT + "' is no position of this application; follow the links that it gives", ex);
		}
	}

}
