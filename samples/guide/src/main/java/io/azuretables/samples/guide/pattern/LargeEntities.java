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

package io.azuretables.samples.guide.pattern;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.largevalue.LargeValue;
import io.azuretables.patterns.largevalue.LargeValueTemplate;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.samples.guide.Pattern;
import io.azuretables.samples.guide.RecordedGateway;
import io.azuretables.samples.guide.Scenario;
import org.jspecify.annotations.Nullable;

import org.springframework.core.annotation.Order;
import org.springframework.data.annotation.Version;
import org.springframework.stereotype.Component;

/**
 * Shows values that are too large for a row.
 */
@Component
@Order(12)
class LargeEntities implements Pattern {

	private final LargeValueTemplate<Portrait> portraits;

	private final AtomicReference<Portrait> hall = new AtomicReference<>();

	LargeEntities(TableTemplate template, RecordedGateway recorded, QueueConnection connection) {
		this.portraits = new LargeValueTemplate<>(template, recorded.gateway(),
				Objects.requireNonNull(connection.blobs()), Portrait.class, "photo");
	}

	@Override
	public Scenario scenario() {
		return Scenario
			.of("large-values", "Large entities", "LargeEntities",
					"A property has at most 64 KiB. A photo goes into a blob, and blob and row must not be at odds.")
			.withBlobs("large/LargeEntities/")
			.step("Save Hall with a photo", "First the blob, under a name of its own; then the row that names it.",
					() -> save(new Portrait("Sales", 223, "Hall", null, null), "photo of 2014"))
			.step("Save another photo",
					"A new blob, the row by its version, and then the old blob goes. A reader gets one photo or the "
							+ "other, never a part.",
					() -> save(this.hall.get(), "a larger photo of 2026"))
			.step("Read the photo", "The row was read before; the content is one request more.",
					() -> this.portraits.read(this.hall.get())
						.map((content) -> new String(content, StandardCharsets.UTF_8)))
			.step("Delete Hall", "The row goes first, then its blob.", () -> {
				this.portraits.delete(this.hall.get());
				return null;
			});
	}

	private Portrait save(Portrait portrait, String photo) {
		this.hall.set(this.portraits.save(portrait, photo.getBytes(StandardCharsets.UTF_8)));
		return this.hall.get();
	}

	@Table("LargeEntities")
	@PartitionKey("{department}")
	@RowKey("empid_{id:6}")
	record Portrait(String department, int id, String name, @Nullable LargeValue photo,
			@Version @Nullable String version) {

	}

}
