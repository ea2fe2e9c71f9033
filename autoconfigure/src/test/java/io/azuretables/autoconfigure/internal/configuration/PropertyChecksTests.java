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

package io.azuretables.autoconfigure.internal.configuration;

import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.azuretables.autoconfigure.blob.TableBlobProperties;
import io.azuretables.autoconfigure.client.TableClientProperties;
import io.azuretables.autoconfigure.encryption.TableEncryptionProperties;
import io.azuretables.autoconfigure.index.TableIndexProperties;
import io.azuretables.autoconfigure.queue.TableQueueProperties;
import io.azuretables.autoconfigure.rolling.TableRollingProperties;
import io.azuretables.autoconfigure.template.TableTemplateProperties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.diagnostics.FailureAnalysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Tests for {@link PropertyChecks} in all properties, and for
 * {@link ConfigurationProblemFailureAnalyzer}.
 */
class PropertyChecksTests {

	private static final List<Class<?>> PROPERTIES = List.of(TableTemplateProperties.class, TableClientProperties.class,
			TableRollingProperties.class, TableBlobProperties.class, TableIndexProperties.class,
			TableQueueProperties.class, TableEncryptionProperties.class);

	@Test
	void acceptTheDefaults() {
		PROPERTIES.forEach((type) -> bind(type, "azure.tables.none=x"));
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			concurrency=0, 0, at least 1
			conflict-retries=-1, -1, at least 0
			rate.partition=0, 0, at least 1
			rate.account=0, 0, at least 1
			rate.ramp-up=-1s, -1s, at least 0s
			client.connection-limit=0, 0, at least 1
			client.keep-alive=2d, 2d, at most 1d
			client.max-response-size=0, 0, at least 1
			client.retry.attempts=0, 0, at least 1
			client.retry.deadline=0s, 0s, at least 1ms
			client.retry.quota=-1, -1, at least 0
			client.retry.backoff.base=-1s, -1s, at least 0s
			client.retry.backoff.max=25h, 90000s, at most 1d
			client.timeout.connect=0s, 0s, at least 1ms
			client.timeout.response=0s, 0s, at least 1ms
			client.timeout.read=0s, 0s, at least 1ms
			client.timeout.exchange=0s, 0s, at least 1ms
			client.proxy.port=99999, 99999, 1 to 65535
			rolling.keeper.interval=0s, 0s, at least 1ms
			blobs.sweep.large-values.interval=0s, 0s, at least 1ms
			blobs.sweep.large-values.age=-1d, -1d, at least 0s
			blobs.sweep.archives.interval=0s, 0s, at least 1ms
			blobs.sweep.archives.interval=36501d, 36501d, at most 36500d
			index.sweep.overdue=36501d, 36501d, at most 36500d
			blobs.sweep.payloads.interval=0s, 0s, at least 1ms
			blobs.sweep.logs.interval=0s, 0s, at least 1ms
			blobs.sweep.logs.age=-1d, -1d, at least 0s
			index.read-repairs=-1, -1, at least 0
			index.refresh-interval=0s, 0s, at least 1ms
			index.sweep.interval=0s, 0s, at least 1ms
			index.sweep.overdue=-1500ms, -1500ms, at least 0s
			index.queue.tables=no-table, 'no-table', the name of a table: 3 to 63
			queue.tables=no-table, 'no-table', the name of a table: 3 to 63
			queue.sweep.tables=no-table, 'no-table', the name of a table: 3 to 63
			queue.sweep.interval=0s, 0s, at least 1ms
			queue.queues.mail.sweep.interval=0s, 0s, at least 1ms
			queue.queues.mail.tables=no-table, 'no-table', the name of a table: 3 to 63
			queue.worker.concurrency=0, 0, at least 1
			queue.queues.mail.worker.concurrency=0, 0, at least 1
			queue.worker.poll-interval=0s, 0s, at least 1ms
			queue.worker.poll-interval=-5s, -5s, at least 1ms
			queue.worker.lease.visibility=0s, 0s, at least 3ms
			queue.worker.lease.visibility=2ms, 2ms, at least 3ms
			queue.worker.lease.visibility=8d, 8d, at most 7d
			queue.worker.lease.handler-timeout=0s, 0s, at least 1ms
			queue.worker.lease.handler-timeout=40s, 40s, "shorter than visibility, which is 30s"
			queue.worker.lease.shutdown-grace=-1s, -1s, at least 0s
			queue.worker.retry.failures=0, 0, at least 1
			queue.worker.retry.deliveries=0, 0, at least 1
			queue.worker.retry.first-delay=-1s, -1s, at least 0s
			queue.worker.retry.max-delay=-1s, -1s, at least 0s
			queue.worker.retry.max-delay=8d, 8d, at most 7d
			index.worker.concurrency=0, 0, at least 1
			index.worker.poll-interval=0s, 0s, at least 1ms
			index.worker.lease.visibility=2ms, 2ms, at least 3ms
			index.worker.lease.visibility=8d, 8d, at most 7d
			index.worker.lease.timeout=40s, 40s, "shorter than visibility, which is 30s"
			index.worker.lease.shutdown-grace=-1s, -1s, at least 0s
			encryption.key-table=x, 'x', the name of a table: 3 to 63
			encryption.key-table=, '', the name of a table: 3 to 63
			encryption.refresh=-1s, -1s, at least 0s
			""", quoteCharacter = '"')
	void nameThePropertyAndItsLimit(String property, String value, String limit) {
		String name = "azure.tables." + property.substring(0, property.indexOf('='));
		FailureAnalysis analysis = analysis("azure.tables." + property);
		assertThat(analysis.getDescription()).startsWith(name + " is " + value + ", and must be " + limit);
	}

	@ParameterizedTest
	@CsvSource({ "client.proxy.username=anna, azure.tables.client.proxy.username is set, password",
			"client.proxy.password=secret, azure.tables.client.proxy.password is set, username" })
	void nameThePropertyThatAnotherOneNeeds(String property, String set, String missing) {
		assertThat(analysis("azure.tables." + property).getDescription())
			.isEqualTo(set + ", and " + missing + " is not.");
	}

	private static FailureAnalysis analysis(String property) {
		Class<?> type = PROPERTIES.stream()
			.filter((one) -> property.startsWith(prefix(one) + "."))
			.reduce((general, special) -> special)
			.orElseThrow();
		BindException failure = catchThrowableOfType(BindException.class, () -> bind(type, property));
		assertThat(failure).as(property).isNotNull();
		return Objects.requireNonNull(new ConfigurationProblemFailureAnalyzer().analyze(failure));
	}

	private static void bind(Class<?> type, String property) {
		int end = property.indexOf('=');
		new Binder(new MapConfigurationPropertySource(Map.of(property.substring(0, end), property.substring(end + 1))))
			.bindOrCreate(prefix(type), type);
	}

	private static String prefix(Class<?> type) {
		return type.getAnnotation(ConfigurationProperties.class).value();
	}

}
