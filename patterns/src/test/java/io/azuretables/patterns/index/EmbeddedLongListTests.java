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

package io.azuretables.patterns.index;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import org.junit.jupiter.api.Tag;

/**
 * Lists of ids in memory.
 */
@Tag("long")
class EmbeddedLongListTests extends LongListContract {

	private final TableGateway gateway = new EmbeddedTableGateway();

	@Override
	TableGateway gateway() {
		return this.gateway;
	}

	@Override
	int many() {
		return 2 * 960 + 40;
	}

}
