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

package io.azuretables.patterns.internal.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

import com.azure.core.exception.ClientAuthenticationException;
import com.azure.core.exception.HttpResponseException;
import io.azuretables.patterns.queue.transport.LostMessageException;
import org.junit.jupiter.api.Test;

import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What callers see of the errors of queues and blobs.
 */
class StorageFailureTests {

	@Test
	void saysWhenThereIsNoTokenHoweverDeepThatIsTold() {
		ClientAuthenticationException none = new ClientAuthenticationException("no token just now", null);
		for (RuntimeException failure : List.of(none, new IllegalStateException(none))) {
			assertThat(StorageFailure.of("sending at queue 'work'", failure))
				.isInstanceOf(PermissionDeniedDataAccessException.class)
				.hasMessage("Nothing was sent when sending at queue 'work': the credential got no token")
				.hasCause(failure);
		}
	}

	@Test
	void takesWhatNoServiceHasAnsweredForPassing() {
		for (RuntimeException failure : List.of(new UncheckedIOException(new IOException("reset")),
				new HttpResponseException("no answer", null), new IllegalStateException("Thread Interrupted"))) {
			assertThat(StorageFailure.of("sending", failure)).isInstanceOf(TransientDataAccessResourceException.class)
				.hasMessage("There was no answer when sending")
				.hasCause(failure);
		}
		LostMessageException known = new LostMessageException("known");
		assertThat(StorageFailure.of("sending", known)).isSameAs(known);
	}

}
