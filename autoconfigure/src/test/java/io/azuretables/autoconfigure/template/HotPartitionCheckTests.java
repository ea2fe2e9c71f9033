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

package io.azuretables.autoconfigure.template;

import java.util.List;

import io.azuretables.autoconfigure.ContextRunners;
import io.azuretables.autoconfigure.employees.Employee;
import io.azuretables.autoconfigure.hot.Currency;
import io.azuretables.autoconfigure.hot.Guest;
import io.azuretables.autoconfigure.hot.Holiday;
import io.azuretables.autoconfigure.hot.Visit;
import io.azuretables.internal.change.DeferredWriteCommitter;
import io.azuretables.mapping.HotPartitions;
import io.azuretables.write.DeferredWrites;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link HotPartitionCheck}.
 */
@ExtendWith(OutputCaptureExtension.class)
class HotPartitionCheckTests {

	private static final String WARNING = " writes to a hot partition. ";

	private final ApplicationContextRunner application = ContextRunners.in(Visit.class)
		.withBean(DeferredWrites.class, () -> () -> mock(DeferredWriteCommitter.class))
		.withPropertyValues("azure.tables.embedded=true");

	@Test
	void warnsOfEachClassInOneLineByDefault(CapturedOutput output) {
		this.application.run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output)
				.containsPattern("WARN .*" + Visit.class.getName() + WARNING + "The partition key .*The index 'all' .*"
						+ "@AcceptHotPartition")
				.containsPattern("WARN .*" + Holiday.class.getName() + WARNING)
				.containsOnlyOnce(Visit.class.getName() + WARNING)
				.doesNotContain(Currency.class.getName() + WARNING, Guest.class.getName() + WARNING);
		});
	}

	@Test
	void rejectsAllClassesTogether() {
		this.application.withPropertyValues("azure.tables.hot-partitions=reject")
			.run((context) -> assertThat(context).hasFailed()
				.getFailure()
				.isInstanceOf(HotPartitionsException.class)
				.hasMessageStartingWith("2 entity classes write to a hot partition:\n - " + Holiday.class.getName())
				.extracting((failure) -> ((HotPartitionsException) failure).getClasses(),
						InstanceOfAssertFactories.list(HotPartitions.class))
				.extracting(HotPartitions::type)
				.isEqualTo(List.of(Holiday.class, Visit.class)));
	}

	@Test
	void saysNothingWhereTheyAreAllowed(CapturedOutput output) {
		this.application.withPropertyValues("azure.tables.hot-partitions=allow").run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output).doesNotContain(WARNING);
		});
	}

	@Test
	void takesClassesThatSpreadTheirRows() {
		ContextRunners.in(Employee.class)
			.withPropertyValues("azure.tables.embedded=true", "azure.tables.hot-partitions=reject")
			.run((context) -> assertThat(context).hasNotFailed());
	}

}
