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

package io.azuretables.samples.employees;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

import io.azuretables.autoconfigure.client.TableConnectionDetails;
import io.azuretables.client.HttpTableGateway;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import org.junit.jupiter.api.Test;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The service as it is started.
 */
class EmployeesApplicationTests {

	@Test
	void startsSoonOnTheEmbeddedStore() {
		AtomicReference<Duration> taken = new AtomicReference<>();
		ApplicationListener<ApplicationReadyEvent> ready = (event) -> taken.set(event.getTimeTaken());
		try (ConfigurableApplicationContext context = application().listeners(ready).run("--server.port=0")) {
			assertThat(context.getBean(TableGateway.class)).isInstanceOf(EmbeddedTableGateway.class);
		}
		assertThat(taken.get()).isLessThan(Duration.ofSeconds(15));
	}

	@Test
	void usesTheEmulatorOfThisMachineWithTheProfile() {
		try (ConfigurableApplicationContext context = application().profiles("azurite").run("--server.port=0")) {
			assertThat(context.getBean(TableGateway.class)).isInstanceOf(HttpTableGateway.class);
			assertThat(context.getBean(TableConnectionDetails.class).getConnection().endpoint())
				.hasToString("http://127.0.0.1:10002/devstoreaccount1");
		}
	}

	private static SpringApplicationBuilder application() {
		return new SpringApplicationBuilder(EmployeesApplication.class);
	}

}
