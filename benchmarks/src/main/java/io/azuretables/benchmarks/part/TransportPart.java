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
import java.util.Locale;
import java.util.Optional;

import io.azuretables.benchmarks.figure.ChildJvm;
import io.azuretables.benchmarks.figure.FigureTable;
import io.azuretables.benchmarks.figure.Median;
import io.azuretables.benchmarks.figure.Ratio;
import io.azuretables.benchmarks.part.TransportProbe.Load;
import io.azuretables.benchmarks.shape.Shapes;
import org.jspecify.annotations.Nullable;

/**
 * Benchmark of requests over sockets to a server in another process: this library, the
 * SDK and a minimal REST client. Reads are measured with the default HTTP clients of
 * library and SDK, then reads and updates with the same HTTP client on both sides.
 */
final class TransportPart {

	private static final List<Setting> SETTINGS = List.of(
			new Setting("read-defaults", Load.READ_WITH_DEFAULTS, "platform", 1, 0.30, null),
			new Setting("read-defaults", Load.READ_WITH_DEFAULTS, "platform", 8, 0.30, null),
			new Setting("read-defaults", Load.READ_WITH_DEFAULTS, "platform", 32, 0.20, null),
			new Setting("read-defaults", Load.READ_WITH_DEFAULTS, "virtual", 32, 0.40, null),
			new Setting("read-update-same-client", Load.READ_AND_UPDATE, "platform", 1, 0.70, 1.1),
			new Setting("read-update-same-client", Load.READ_AND_UPDATE, "platform", 8, 0.70, 1.1),
			new Setting("read-update-same-client", Load.READ_AND_UPDATE, "platform", 32, 0.70, 1.1));

	private TransportPart() {
	}

	static FigureTable measure() throws IOException, InterruptedException {
		ChildJvm platform = ChildJvm.with("-Xmx256m", "-XX:+UseSerialGC");
		Optional<ChildJvm> virtual = HttpClientsPart.virtual(platform);
		List<List<String>> rows = new ArrayList<>();
		List<Ratio> judged = new ArrayList<>();
		try (ServerProcess server = ServerProcess.start()) {
			for (Setting setting : SETTINGS) {
				Optional<ChildJvm> jvm = setting.threads.equals("virtual") ? virtual : Optional.of(platform);
				if (jvm.isPresent()) {
					Rounds rounds = setting.run(jvm.get(), server.endpoint());
					rows.add(rounds.row());
					judged.addAll(rounds.judged());
				}
			}
		}
		return new FigureTable(List.of("what", "threads", "callers", "framework, CPU µs", "SDK, CPU µs",
				"bare REST, CPU µs", "÷ SDK", "goal", "spread", "÷ bare REST", "goal", "spread"), rows)
			.with(judged);
	}

	/**
	 * Who calls what.
	 *
	 * @param sdk the most that the framework may take, as a part of what the SDK takes
	 * @param floor as a multiple of what a bare REST client takes
	 */
	private record Setting(String name, Load load, String threads, int callers, double sdk, @Nullable Double floor) {

		Rounds run(ChildJvm jvm, String endpoint) throws IOException, InterruptedException {
			return new Rounds(this, jvm
				.run(TransportProbe.class, this.load.name(), this.threads, Integer.toString(this.callers), endpoint)
				.stream()
				.map(Double::valueOf)
				.toList());
		}

	}

	/**
	 * The microseconds of an operation on each side, round by round.
	 */
	private record Rounds(Setting setting, List<Double> micros) {

		List<String> row() {
			Ratio sdk = ratio(1);
			Ratio floor = ratio(2);
			return List.of(this.setting.name, this.setting.threads, Integer.toString(this.setting.callers),
					text("%.1f", median(0)), text("%.1f", median(1)), text("%.1f", median(2)),
					text("%.2f", sdk.median()), sdk.goalText(), sdk.spread(), text("%.2f", floor.median()),
					floor.goalText(), floor.spread());
		}

		List<Ratio> judged() {
			return List.of(ratio(1), ratio(2));
		}

		private Ratio ratio(int other) {
			List<Double> ours = side(0);
			List<Double> theirs = side(other);
			List<Double> ratios = new ArrayList<>();
			for (int i = 0; i < ours.size(); i++) {
				ratios.add(ours.get(i) / theirs.get(i));
			}
			String name = this.setting.name + "-" + this.setting.callers
					+ (this.setting.threads.equals("virtual") ? "-virtual" : "");
			return (other == 1) ? new Ratio(name, ratios, this.setting.sdk)
					: new Ratio(name + Shapes.FLOOR, ratios, this.setting.floor);
		}

		private double median(int side) {
			return Median.of(side(side));
		}

		private List<Double> side(int side) {
			List<Double> values = new ArrayList<>();
			for (int i = side; i < this.micros.size(); i += TransportProbe.SIDES) {
				values.add(this.micros.get(i));
			}
			return values;
		}

		private static String text(String format, double value) {
			return String.format(Locale.ROOT, format, value);
		}

	}

}
