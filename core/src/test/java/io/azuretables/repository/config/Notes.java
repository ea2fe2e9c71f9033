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

import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.azuretables.repository.Query;
import io.azuretables.repository.TableRepository;

import org.springframework.scheduling.annotation.Async;

/**
 * A repository with a fragment.
 */
public interface Notes extends TableRepository<Note, Notes.NoteId>, NoteSearch {

	// tag::async[]
	@Async
	CompletableFuture<List<Note>> findByOwner(String owner);

	@Async
	CompletableFuture<Note> findOneByOwnerAndNumber(String owner, int number);
	// end::async[]

	List<Note> byText(String owner, String text);

	@Query("owner eq :owner and text eq :${notes.text}")
	List<Note> fromEnvironment(String owner);

	@Query("owner eq :#{@greeting}")
	List<Note> fromBean();

	/**
	 * What identifies a note.
	 *
	 * @param owner the owner
	 * @param number the number
	 */
	record NoteId(String owner, int number) {

	}

}
