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

package io.azuretables.autoconfigure.internal.worker;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.StringUtils;

/**
 * Implements {@link ConditionalOnQueueName}: matches if the property with the name of a
 * queue is set.
 */
final class OnQueueNameCondition extends SpringBootCondition {

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		String property = metadata.getAnnotations().get(ConditionalOnQueueName.class).getString("value");
		ConditionMessage.Builder message = ConditionMessage.forCondition(ConditionalOnQueueName.class);
		return StringUtils.hasText(context.getEnvironment().getProperty(property))
				? ConditionOutcome.match(message.foundExactly(property))
				: ConditionOutcome.noMatch(message.didNotFind("text in the property").items(property));
	}

}
