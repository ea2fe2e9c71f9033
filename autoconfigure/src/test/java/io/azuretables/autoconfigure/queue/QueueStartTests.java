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

package io.azuretables.autoconfigure.queue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;

import com.sun.net.httpserver.HttpServer;
import io.azuretables.autoconfigure.client.TableClientAutoConfiguration;
import io.azuretables.autoconfigure.template.TableManagedTypes;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How an application starts whose queue refuses it.
 */
@ExtendWith(OutputCaptureExtension.class)
class QueueStartTests {

	@Test
	void startsAndNamesTheServerThatRefuses(CapturedOutput output) throws IOException {
		HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		server.createContext("/", (exchange) -> {
			exchange.sendResponseHeaders(403, -1);
			exchange.close();
		});
		server.start();
		try {
			String host = "127.0.0.1:" + server.getAddress().getPort();
			new ApplicationContextRunner()
				.withConfiguration(AutoConfigurations.of(TableClientAutoConfiguration.class,
						TableTemplateAutoConfiguration.class, TableQueueAutoConfiguration.class))
				.withBean(TableManagedTypes.class, () -> TableManagedTypes.of(Set.of()))
				.withPropertyValues("azure.tables.connection-string=UseDevelopmentStorage=true",
						"azure.tables.queue.name=work", "azure.tables.queue.worker.enabled=false",
						"azure.tables.queue.connection-string=DefaultEndpointsProtocol=http;AccountName=account;"
								+ "AccountKey=c2VjcmV0;QueueEndpoint=http://" + host + "/account;BlobEndpoint=http://"
								+ host + "/account")
				.run((context) -> {
					assertThat(context).hasNotFailed().hasSingleBean(EventuallyConsistentQueueTemplate.class);
					assertThat(output).containsOnlyOnce("The queue 'work' at " + host + " cannot be reached or created")
						.contains("status 403")
						.doesNotContain("c2VjcmV0");
				});
		}
		finally {
			server.stop(0);
		}
	}

}
