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

import io.azuretables.autoconfigure.client.TableClientAutoConfiguration;
import io.azuretables.autoconfigure.internal.worker.WorkerChecks;
import io.azuretables.autoconfigure.queue.LetterConfiguration.Letter;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.largevalue.LargeValueTemplate;
import io.azuretables.patterns.largevalue.LargeValueTemplate.ContentChange;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.message.QueueMessage;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A {@link LargeValueTemplate} with a queue as a bean.
 */
class GuardedLargeValueBeanTests {

	/**
	 * The worker has the handler of the template.
	 */
	@Test
	@SuppressWarnings("unchecked") // as it is made here
	void deletesWhatWasReplaced() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(TableClientAutoConfiguration.class,
					TableTemplateAutoConfiguration.class, TableQueueAutoConfiguration.class))
			.withUserConfiguration(LetterConfiguration.class)
			.withPropertyValues("azure.tables.embedded=true", "azure.tables.queue.name=work")
			.run((context) -> {
				LargeValueTemplate<Letter> letters = context.getBean(LargeValueTemplate.class);
				BlobStore blobs = context.getBean(BlobStore.class);
				Letter saved = letters.save(new Letter("a", null, null), new byte[1]);
				String old = saved.text().blob().replaceAll("[^/]*$", "old");
				blobs.putIfAbsent(old, new byte[2]);
				context.getBean(EventuallyConsistentQueueTemplate.class)
					.send(QueueMessage.of("content:Letter.text",
							new ContentChange("Letters", "a", "letter_a", true, old)));
				WorkerChecks.await(() -> blobs.read(old).isEmpty());
				assertThat(letters.read(saved)).contains(new byte[1]);
			});
	}

}
