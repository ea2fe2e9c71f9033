package io.azuretables.repository.config;

import io.azuretables.callback.BeforeConvertCallback;

import org.springframework.core.Ordered;
import org.springframework.data.auditing.IsNewAwareAuditingHandler;

/**
 * Marks entities as created or changed before they are written.
 */
final class AuditingCallback implements BeforeConvertCallback<Object>, Ordered {

	private static final int ORDER = 100;

	private final IsNewAwareAuditingHandler handler;

	AuditingCallback(IsNewAwareAuditingHandler handler) {
		this.handler = handler;
	}

	@Override
	public Object onBeforeConvert(Object entity, String table) {
		return this.handler.markAudited(entity);
	}

	@Override
	public int getOrder() {
		return ORDER;
	}

}
