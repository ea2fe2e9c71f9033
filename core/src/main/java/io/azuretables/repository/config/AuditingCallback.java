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

package io.azuretables.repository.config;

import io.azuretables.callback.BeforeConvertCallback;

import org.springframework.beans.factory.ObjectFactory;
import org.springframework.core.Ordered;
import org.springframework.data.auditing.IsNewAwareAuditingHandler;

/**
 * Sets the auditing properties of entities before they are written.
 */
final class AuditingCallback implements BeforeConvertCallback<Object>, Ordered {

	private static final int ORDER = 100;

	private final ObjectFactory<IsNewAwareAuditingHandler> handler;

	/**
	 * A callback with the handler of the application context.
	 * @param handler asked for with the first entity: the bean that knows the current
	 * user may need the template, which needs this callback
	 */
	AuditingCallback(ObjectFactory<IsNewAwareAuditingHandler> handler) {
		this.handler = handler;
	}

	@Override
	public Object onBeforeConvert(Object entity, String table) {
		return this.handler.getObject().markAudited(entity);
	}

	@Override
	public int getOrder() {
		return ORDER;
	}

}
