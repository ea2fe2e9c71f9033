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

package io.azuretables.autoconfigure.aot;

import io.azuretables.mapping.EntityUpgrade;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;

/**
 * Registers beans that upgrade stored rows ({@link EntityUpgrade}) for reflection in
 * native images, so that their type arguments can be read.
 */
class EntityUpgradeAotProcessor implements BeanRegistrationAotProcessor {

	@Override
	public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
		Class<?> type = bean.getBeanClass();
		return EntityUpgrade.class.isAssignableFrom(type)
				? (generation, code) -> generation.getRuntimeHints().reflection().registerType(type) : null;
	}

}
