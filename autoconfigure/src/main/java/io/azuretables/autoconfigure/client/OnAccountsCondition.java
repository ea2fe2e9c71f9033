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

package io.azuretables.autoconfigure.client;

import java.util.Map;
import java.util.Set;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * A Spring Boot condition that matches if storage accounts are configured below
 * {@code azure.tables.accounts}.
 */
class OnAccountsCondition extends SpringBootCondition {

	private static final String ACCOUNTS = "azure.tables.accounts";

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		Set<String> accounts = accounts(context.getEnvironment());
		ConditionMessage.Builder message = ConditionMessage.forCondition(ACCOUNTS);
		return accounts.isEmpty() ? ConditionOutcome.noMatch(message.because("there are none"))
				: ConditionOutcome.match(message.because("there are " + accounts));
	}

	/**
	 * The names of all accounts, also of those without a property that is known.
	 */
	static Set<String> accounts(Environment environment) {
		return Binder.get(environment)
			.bind(ACCOUNTS, Bindable.mapOf(String.class, Object.class))
			.orElse(Map.of())
			.keySet();
	}

}
