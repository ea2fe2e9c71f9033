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

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.CreatedBy;
import org.springframework.data.annotation.CreatedDate;
import org.springframework.data.annotation.LastModifiedBy;
import org.springframework.data.annotation.LastModifiedDate;
import org.springframework.data.annotation.Transient;
import org.springframework.data.domain.AfterDomainEventPublication;
import org.springframework.data.domain.DomainEvents;

/**
 * An entity without a version, which is audited and has something to tell.
 */
@Table("#{'x' + 'Notes'}${notes.suffix}")
@PartitionKey("{owner}")
@RowKey("{number:4}")
public class Note {

	String owner;

	int number;

	@Nullable String text;

	@CreatedDate
	@Nullable Instant createdAt;

	@CreatedBy
	@Nullable String createdBy;

	@LastModifiedDate
	@Nullable Instant changedAt;

	@LastModifiedBy
	@Nullable String changedBy;

	@Transient
	final List<Object> events = new ArrayList<>();

	Note(String owner, int number) {
		this.owner = owner;
		this.number = number;
	}

	Note says(String newText) {
		this.text = newText;
		this.events.add(newText);
		return this;
	}

	// tag::events[]
	@DomainEvents
	Collection<Object> events() {
		return this.events;
	}

	@AfterDomainEventPublication
	void clear() {
		this.events.clear();
	}
	// end::events[]

}
