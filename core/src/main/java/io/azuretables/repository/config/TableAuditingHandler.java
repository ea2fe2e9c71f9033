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

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAccessor;

import io.azuretables.convert.TableMappingContext;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.data.auditing.CurrentDateTimeProvider;
import org.springframework.data.auditing.DateTimeProvider;
import org.springframework.data.auditing.IsNewAwareAuditingHandler;
import org.springframework.data.domain.AuditorAware;
import org.springframework.data.mapping.context.PersistentEntities;

/**
 * Sets auditing times as they are read again: with the precision of the service, 100
 * nanoseconds, and those with an offset in UTC.
 */
final class TableAuditingHandler extends IsNewAwareAuditingHandler {

	private static final int NANOS = 100;

	TableAuditingHandler(TableMappingContext context) {
		super(PersistentEntities.of(context));
		setDateTimeProvider(null);
	}

	/**
	 * A handler with the only auditor of the application context, if there is one.
	 */
	static TableAuditingHandler withOnlyAuditor(TableMappingContext context, ObjectProvider<AuditorAware<?>> auditor) {
		TableAuditingHandler handler = new TableAuditingHandler(context);
		auditor.ifAvailable(handler::setAuditorAware);
		return handler;
	}

	@Override
	public void setDateTimeProvider(@Nullable DateTimeProvider provider) {
		DateTimeProvider exact = (provider != null) ? provider : CurrentDateTimeProvider.INSTANCE;
		super.setDateTimeProvider(() -> exact.getNow().map(TableAuditingHandler::cut));
	}

	private static TemporalAccessor cut(TemporalAccessor given) {
		TemporalAccessor time = (given instanceof OffsetDateTime local) ? local.withOffsetSameInstant(ZoneOffset.UTC)
				: given;
		if (!(time instanceof Temporal exact) || !exact.isSupported(ChronoField.NANO_OF_SECOND)) {
			return time;
		}
		long nanos = exact.getLong(ChronoField.NANO_OF_SECOND);
		return exact.with(ChronoField.NANO_OF_SECOND, nanos - nanos % NANOS);
	}

}
