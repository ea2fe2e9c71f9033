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

package io.azuretables.patterns.largevalue;

import io.azuretables.client.Azurite;
import io.azuretables.patterns.sample.QueueWorld;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Encrypted large values in Azurite.
 */
@Tag("storm")
@ExtendWith(Azurite.LogOfFailures.class)
class AzuriteEncryptedLargeValueIntegrationTests extends EncryptedLargeValueContract {

	@Override
	QueueWorld open() {
		return QueueWorld.azurite();
	}

}
