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

package io.azuretables.benchmarks.figure;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;

/**
 * Draws the measured ratios for the documentation. Two bars for each comparison, the SDK
 * with a mapping by hand being 1.
 */
public final class RatioPlot {

	private static final int WIDTH = 900;

	private static final int HEIGHT = 420;

	private RatioPlot() {
	}

	public static void write(List<Ratio> ratios, Path file) throws IOException {
		List<String> names = ratios.stream()
			.map(Ratio::name)
			.filter((name) -> ratios.stream().anyMatch((ratio) -> ratio.name().equals(name + Ratio.ALLOCATION)))
			.toList();
		CategoryChart chart = new CategoryChartBuilder().width(WIDTH)
			.height(HEIGHT)
			.title("Framework ÷ SDK with a mapping by hand")
			.build();
		chart.getStyler().setChartBackgroundColor(Color.WHITE);
		chart.getStyler().setPlotGridLinesVisible(false);
		chart.getStyler().setXAxisLabelRotation(30);
		chart.getStyler().setYAxisMin(0.0).setYAxisMax(1.0);
		chart.addSeries("processor", names, medians(ratios, names, ""));
		chart.addSeries("allocation", names, medians(ratios, names, Ratio.ALLOCATION));
		VectorGraphicsEncoder.saveVectorGraphic(chart, file.toString(), VectorGraphicsFormat.SVG);
	}

	private static List<Double> medians(List<Ratio> ratios, List<String> names, String ending) {
		List<Double> medians = new ArrayList<>();
		for (String name : names) {
			ratios.stream()
				.filter((ratio) -> ratio.name().equals(name + ending))
				.map(Ratio::median)
				.forEach(medians::add);
		}
		return medians;
	}

}
