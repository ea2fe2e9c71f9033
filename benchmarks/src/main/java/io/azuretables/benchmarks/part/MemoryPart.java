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

package io.azuretables.benchmarks.part;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import io.azuretables.benchmarks.figure.ChildJvm;
import io.azuretables.benchmarks.figure.FigureTable;

/**
 * Measures the heap while more and more rows are read and written; it must not grow. Ten
 * thousand rows and a million, each in a JVM with little heap. One that does not survive
 * is an error.
 */
final class MemoryPart {

	private static final String HEAP = "-Xmx64m";

	private MemoryPart() {
	}

	static FigureTable measure() throws IOException, InterruptedException {
		List<List<String>> rows = new ArrayList<>();
		for (String way : List.of("stream", "save")) {
			for (String count : List.of("10000", "1000000")) {
				List<String> figures = ChildJvm.with(HEAP, "-XX:+UseSerialGC").run(MemoryProbe.class, way, count);
				rows.add(List.of(way, count, figures.get(0), figures.get(1)));
			}
		}
		return new FigureTable(List.of("what", "rows", "MiB after a full collection, at most", "MiB at all, at most"),
				rows);
	}

}
