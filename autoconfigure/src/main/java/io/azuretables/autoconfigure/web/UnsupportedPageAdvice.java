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

import io.azuretables.plan.UnsupportedPageException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.log.LogFormatUtils;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;

/**
 * Answers requests for pages that cannot be served with status 400 and the rule for
 * clients. The log has the reason, which names methods, properties and indexes. Advice of
 * the application that is ordered before it wins.
 */
@ControllerAdvice
@Order(Ordered.LOWEST_PRECEDENCE - 1)
class UnsupportedPageAdvice {

	private static final Log logger = LogFactory.getLog(UnsupportedPageAdvice.class);

	@ExceptionHandler
	ProblemDetail onUnsupportedPage(UnsupportedPageException ex) {
		// names of properties come from the client, so line breaks are escaped
		logger.info("A request for a page was refused: " + LogFormatUtils.formatValue(ex.getMessage(), -1, true));
		return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, ex.getRule());
	}

}
