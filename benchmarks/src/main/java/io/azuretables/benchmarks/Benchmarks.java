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

package io.azuretables.benchmarks;

import java.util.List;

/**
 * What does the framework cost? {@code [--full] [repetitions] [name ...]}.
 */
final class Benchmarks {

	private Benchmarks() {
	}

	public static void main(String[] args) throws Exception {
		List<String> known = Comparison.ALL.stream().map(Comparison::name).toList();
		Arguments arguments = Arguments.parse(args, known);
		List<Ratio> ratios = new QuickRun(System.out).run(arguments.repetitions(), Comparison.named(arguments.names()));
		System.out.println(new SaveAll().transactions());
		System.exit(ratios.stream().anyMatch(Ratio::isMissed) ? 1 : 0);
	}

}
