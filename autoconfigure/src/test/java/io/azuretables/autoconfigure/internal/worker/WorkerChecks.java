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

import io.azuretables.autoconfigure.internal.configuration.ConfigurationProblemException;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.Lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What holds for the worker of a queue and for that of indexes alike.
 */
public final class WorkerChecks {

	private WorkerChecks() {
	}

	/**
	 * Waits until something holds.
	 */
	public static void await(BooleanSupplier condition) {
		long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
		while (!condition.getAsBoolean()) {
			assertThat(System.nanoTime()).as("the time it takes").isLessThan(end);
			Thread.onSpinWait();
		}
	}

	/**
	 * Checks what the health of a worker says, and that it can be switched off.
	 * @param switchedOff the property that does
	 */
	public static void checkHealth(ApplicationContextRunner runner, Class<? extends Lifecycle> worker,
			String switchedOff) {
		runner.run((context) -> {
			Health health = health(context);
			assertThat(health.getStatus()).isEqualTo(Status.UP);
			assertThat(health.getDetails()).containsEntry("messages", 0L).containsEntry("paused", false);
			context.getBean(worker).stop();
			assertThat(health(context).getStatus()).isEqualTo(Status.DOWN);
		});
		runner.withPropertyValues(switchedOff + "=false")
			.run((context) -> assertThat(context).doesNotHaveBean(HealthIndicator.class));
	}

	private static Health health(ApplicationContext context) {
		return context.getBean(HealthIndicator.class).health();
	}

	/**
	 * Checks what is said when the queue cannot be reached, for want of a connection or
	 * of the SDK.
	 * @param wayOut what the analysis says
	 */
	public static void checkMissing(ApplicationContextRunner runner, String... wayOut) {
		runner.run((context) -> assertThat(context).getFailure()
			.rootCause()
			.isInstanceOfSatisfying(ConfigurationProblemException.class,
					(ex) -> assertThat(ex.getAction()).contains(wayOut)));
		runner.withClassLoader(new FilteredClassLoader("com.azure.storage.queue"))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOfSatisfying(ConfigurationProblemException.class,
						(ex) -> assertThat(ex.getAction()).startsWith("Add com.azure:azure-storage-queue")));
	}

}
