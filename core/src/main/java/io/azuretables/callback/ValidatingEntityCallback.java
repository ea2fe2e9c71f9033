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
package io.azuretables.callback;

import java.util.Set;

import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Validator;

import org.springframework.core.Ordered;

/**
 * Validates entities by their Jakarta Validation constraints before they are written. It
 * is called after auditing has marked them. The exception names each property and its
 * constraint; nothing is written.
 * <p>
 * Changes by an {@link io.azuretables.query.Update Update} are not validated: there is no
 * entity to look at.
 *
 * @since 0.1
 */
public final class ValidatingEntityCallback implements BeforeConvertCallback<Object>, Ordered {

	/**
	 * After auditing.
	 */
	private static final int ORDER = 200;

	private final Validator validator;

	public ValidatingEntityCallback(Validator validator) {
		this.validator = validator;
	}

	@Override
	public Object onBeforeConvert(Object entity, String table) {
		Set<ConstraintViolation<Object>> violations = this.validator.validate(entity);
		if (!violations.isEmpty()) {
			throw new ConstraintViolationException(violations);
		}
		return entity;
	}

	@Override
	public int getOrder() {
		return ORDER;
	}

}
