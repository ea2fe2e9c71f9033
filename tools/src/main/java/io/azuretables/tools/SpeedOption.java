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

import io.azuretables.patterns.transfer.TransferOptions;
import picocli.CommandLine.Option;

/**
 * The command-line option for how many requests are sent at the same time.
 */
final class SpeedOption {

	@Option(names = "--concurrency", paramLabel = "<n>", defaultValue = "8",
			description = "Requests at the same time, ${DEFAULT-VALUE} by default.")
	private int concurrency;

	TransferOptions options() {
		return TransferOptions.DEFAULTS.withConcurrency(this.concurrency)
			.withSegments(Math.max(TransferOptions.DEFAULTS.segments(), 2 * this.concurrency));
	}

}
