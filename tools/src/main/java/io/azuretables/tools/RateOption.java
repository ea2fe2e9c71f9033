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

package io.azuretables.tools;

import io.azuretables.operations.RateOptions;
import io.azuretables.patterns.transfer.TransferOptions;
import picocli.CommandLine.Option;

/**
 * The command-line option that limits the number of rows written per second.
 */
final class RateOption {

	@Option(names = "--paced", description = "Write at most 1,900 rows a second to a partition and 19,000 to the "
			+ "account, and fewer while the service refuses requests.")
	private boolean paced;

	TransferOptions of(TransferOptions options) {
		return this.paced ? options.withRate(RateOptions.DEFAULTS) : options;
	}

}
