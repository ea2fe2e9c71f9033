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

import java.util.Arrays;
import java.util.List;
import java.util.Set;

import io.azuretables.benchmarks.figure.FigureTable;

/**
 * The parts of the full benchmark run, such as memory, indexes or start-up. Each can be
 * run alone by its name.
 */
public enum Part {

	MEMORY("memory", MemoryPart::measure), CALLERS("callers", CallersPart::measure),
	LOADING("loading", LoadingPart::measure), MANY_IDS("many-ids", ManyIdsPart::measure),
	INDEX("index", IndexPart::measure), HTTP_CLIENTS("http-clients", HttpClientsPart::measure),
	TRANSPORT("transport", TransportPart::measure), START_UP("start-up", StartUpPart::measure),
	ENCRYPTION("encryption", EncryptionPart::measure), CALLS("calls", CallsPart::measure),
	TRANSFER("transfer", TransferPart::measure), SERIES("series", SeriesPart::measure),
	ROUTING("routing", RoutingPart::measure);

	private final String title;

	private final Measured measured;

	Part(String title, Measured measured) {
		this.title = title;
		this.measured = measured;
	}

	public String title() {
		return this.title;
	}

	public FigureTable measure() throws Exception {
		return this.measured.measure();
	}

	/**
	 * Those with one of the names, or all if there is none.
	 */
	public static List<Part> named(Set<String> names) {
		return Arrays.stream(values()).filter((part) -> names.isEmpty() || names.contains(part.title)).toList();
	}

	/**
	 * Something that takes its time and ends in figures.
	 */
	@FunctionalInterface
	public interface Measured {

		FigureTable measure() throws Exception;

	}

}
