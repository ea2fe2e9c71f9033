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

package io.azuretables.client;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.AppenderBase;
import io.azuretables.client.LoopbackServer.Reply;
import io.azuretables.client.LoopbackServer.Way;
import io.azuretables.gateway.AccessGrant;
import io.azuretables.gateway.AccessPermission;
import io.azuretables.key.TableKey;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite.Insert;
import io.azuretables.row.RowWrite.Replace;
import io.azuretables.row.TableRow;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

import org.springframework.dao.DataAccessException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * That no log says a secret, a key or a value, whatever the level of the root logger.
 */
@Timeout(120)
class SecretsInLogsTests {

	private static final String ACCOUNT_KEY = "dG9wc2VjcmV0a2V5b2Z0aGVhY2NvdW50";

	private static final String SIGNATURE = "c2lnbmF0dXJlb2Z0aGVzYXM";

	/**
	 * What may stand in no log, apart from our own loggers at TRACE.
	 */
	private static final List<String> SECRETS = List.of(ACCOUNT_KEY, SIGNATURE, "SharedKey", "topsecret", "partitionX",
			"rowX", "filterX", "valueX");

	private final StringBuffer logged = new StringBuffer();

	private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);

	private final Level level = this.root.getLevel();

	/**
	 * The console, which need not show it all.
	 */
	private final List<Appender<ILoggingEvent>> others = new ArrayList<>();

	private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {

		@Override
		protected void append(ILoggingEvent event) {
			boolean ours = event.getLoggerName().startsWith("io.azuretables.") && event.getLevel() == Level.TRACE;
			if (!ours) {
				IThrowableProxy failure = event.getThrowableProxy();
				SecretsInLogsTests.this.logged.append(event.getLoggerName() + ": " + event.getFormattedMessage() + "\n"
						+ ((failure != null) ? ThrowableProxyUtil.asString(failure) : ""));
			}
		}

	};

	private final Handler handler = new Handler() {

		@Override
		public void publish(LogRecord record) {
			SecretsInLogsTests.this.logged.append(record.getLoggerName() + ": " + new SimpleFormatter().format(record));
		}

		@Override
		public void flush() {
			// Nothing waits
		}

		@Override
		public void close() {
			// Nothing is open
		}

	};

	private final java.util.logging.Logger javaRoot = LogManager.getLogManager().getLogger("");

	private final java.util.logging.Level javaLevel = this.javaRoot.getLevel();

	@BeforeEach
	void listen() {
		this.root.iteratorForAppenders().forEachRemaining(this.others::add);
		this.others.forEach(this.root::detachAppender);
		this.appender.start();
		this.root.addAppender(this.appender);
		this.javaRoot.addHandler(this.handler);
		this.javaRoot.setLevel(java.util.logging.Level.ALL);
	}

	@AfterEach
	void listenNoMore() {
		this.root.detachAppender(this.appender);
		this.others.forEach(this.root::addAppender);
		this.root.setLevel(this.level);
		this.javaRoot.removeHandler(this.handler);
		this.javaRoot.setLevel(this.javaLevel);
	}

	@ParameterizedTest
	@CsvSource({ "DEBUG, key", "DEBUG, signature", "TRACE, key", "TRACE, signature" })
	void sayNoSecretKeyOrValue(String newLevel, String credential) {
		this.root.setLevel(Level.toLevel(newLevel));
		Reply row = Reply.of(200, "{\"PartitionKey\":\"partitionX\",\"RowKey\":\"rowX\",\"A\":\"valueX\"}");
		List<Reply> replies = List.of(row, Reply.error(400, "InvalidInput"), Reply.error(403, "AuthenticationFailed"),
				Reply.of(302, "<html>"), Reply.error(503, "ServerBusy"), row.by(Way.HALF), Reply.noAnswer(Way.RESET));
		for (Reply reply : replies) {
			try (LoopbackServer server = new LoopbackServer((request) -> reply)) {
				use(gateway(server, credential));
			}
		}
		LoopbackServer closed = LoopbackServer.replying(row);
		closed.close();
		use(gateway(closed, credential));
		assertThat(this.logged.toString()).as("A probe of the test").contains("RequestExecutor");
		assertThat(this.logged.toString()).doesNotContain(SECRETS);
	}

	/**
	 * The clients of the SDK, which send these requests, log answers that they cannot
	 * read; there are no rows in answers to these requests.
	 */
	@ParameterizedTest
	@CsvSource({ "DEBUG, key", "DEBUG, signature", "TRACE, key", "TRACE, signature" })
	void sayNoCredentialOfRequestsForPoliciesAndRules(String newLevel, String credential) {
		this.root.setLevel(Level.toLevel(newLevel));
		for (Reply reply : List.of(Reply.of(200, "<x"), Reply.error(403, "AuthenticationFailed"),
				Reply.of(302, "<html>"), Reply.noAnswer(Way.RESET))) {
			try (LoopbackServer server = new LoopbackServer((request) -> reply)) {
				HttpTableGateway gateway = gateway(server, credential);
				attempt(() -> gateway.policies("Things"));
				attempt(() -> gateway.setPolicies("Things", List.of()));
				attempt(gateway::corsRules);
				attempt(() -> gateway.setCorsRules(List.of()));
			}
		}
		assertThat(this.logged.toString()).as("A probe of the test").contains("com.azure.data.tables");
		assertThat(this.logged.toString()).doesNotContain(ACCOUNT_KEY, SIGNATURE, "topsecret");
	}

	private static HttpTableGateway gateway(LoopbackServer server, String credential) {
		String endpoint = server.connection().endpoint().toString();
		TableClientOptions options = TableClientOptions.of("TableEndpoint=" + endpoint
				+ (credential.equals("key") ? ";AccountName=account;AccountKey=" + ACCOUNT_KEY
						: ";SharedAccessSignature=sv=2019-02-02&sig=" + SIGNATURE));
		return HttpTableGateway.connect(options
			.withRetry(options.retry().withAttempts(2).withBackoff(Duration.ofMillis(1), Duration.ofMillis(1))));
	}

	private static void use(HttpTableGateway gateway) {
		TableKey key = TableKey.of("partitionX", "rowX");
		TableRow row = TableRow.of(key, Map.of("A", "valueX"));
		attempt(() -> gateway.read("Things", key, null, RowReader.rows()));
		attempt(() -> gateway.read(RowRequest.of("Things", "A eq 'filterX'"), RowReader.rows()));
		attempt(() -> gateway.write("Things", new Insert(row)));
		attempt(() -> gateway.submit(new AtomicBatch("Things", List.of(new Insert(row), new Replace(row, "*")))));
		attempt(() -> gateway.createTable("Things"));
		attempt(gateway::tables);
		attempt(() -> gateway.sign(new AccessGrant("Things", Set.of(AccessPermission.READ), null, Instant.now(),
				new AccessGrant.Rows("partitionX", "rowX", "rowX"), null, null)));
	}

	private static void attempt(ThrowingCallable call) {
		DataAccessException failure = catchThrowableOfType(DataAccessException.class, call);
		if (failure != null) {
			assertThat(failure.toString()).doesNotContain(SECRETS);
		}
	}

}
