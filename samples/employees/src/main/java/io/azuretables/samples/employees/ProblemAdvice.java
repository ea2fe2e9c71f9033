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

import java.util.stream.Collectors;

import io.azuretables.key.InvalidKeyException;
import io.azuretables.write.UniqueIndexException;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * What errors of the store mean to a client, as problem details.
 */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class ProblemAdvice {

	// tag::conflicts[]
	@ExceptionHandler
	ProblemDetail onConflict(DuplicateKeyException ex) {
		String key = (ex instanceof UniqueIndexException taken && taken.getIndex().equals("email")) ? "e-mail address"
				: "number";
		return ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT,
				"There is an employee with this " + key + " in the department already");
	}

	@ExceptionHandler
	ProblemDetail onStaleVersion(OptimisticLockingFailureException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.PRECONDITION_FAILED,
				"Another user has changed the employee: read it again");
	}
	// end::conflicts[]

	@ExceptionHandler
	ProblemDetail onInvalidContent(MethodArgumentNotValidException ex) {
		String fields = ex.getFieldErrors()
			.stream()
			.map((error) -> error.getField() + " " + error.getDefaultMessage())
			.sorted()
			.collect(Collectors.joining(", "));
		return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, fields);
	}

	@ExceptionHandler
	ProblemDetail onUnreadableContent(HttpMessageNotReadableException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, ContentProblem.describe(ex.getCause()));
	}

	@ExceptionHandler
	ProblemDetail onInvalidKey(InvalidKeyException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST,
				"A text or number of the address or the content cannot be part of a key: it is too long or too large");
	}

	@ExceptionHandler
	ProblemDetail onUnstorableContent(DataIntegrityViolationException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, "The content is too large to be stored");
	}

}
