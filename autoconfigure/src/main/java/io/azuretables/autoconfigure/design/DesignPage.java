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

package io.azuretables.autoconfigure.design;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;

import io.azuretables.autoconfigure.design.DesignReport.ClassDesign;
import io.azuretables.autoconfigure.design.DesignReport.IndexDesign;
import io.azuretables.autoconfigure.design.DesignReport.MethodDesign;
import io.azuretables.autoconfigure.design.DesignReport.Rate;
import io.azuretables.autoconfigure.design.DesignReport.Size;
import io.azuretables.row.ServiceLimits;
import org.jspecify.annotations.Nullable;

/**
 * Writes a {@link DesignReport} as Markdown.
 *
 * @param report the report
 */
record DesignPage(DesignReport report) {

	String text() {
		StringBuilder page = new StringBuilder("# Design of the tables\n\n");
		page.append("Typical requests are those of a call that meets ").append(this.report.entities());
		page.append((this.report.entities() == 1) ? " entity" : " entities")
			.append(", with ")
			.append(this.report.values());
		page.append((this.report.values() == 1) ? " value" : " values");
		page.append(" for each condition that takes several. Methods that a repository inherits are left out, unless ");
		page.append("their calls are given.\n");
		this.report.classes().forEach((one) -> append(one, page));
		Long transactions = this.report.transactions();
		if (transactions != null) {
			page.append("\nThe given calls take ").append(transactions).append(" billable transactions in a month.\n");
		}
		List<String> unknown = this.report.unknownTransactions();
		if (!unknown.isEmpty()) {
			page.append("\nNot known, and not counted, are those of ").append(String.join(", ", unknown)).append(".\n");
		}
		return page.toString();
	}

	private static void append(ClassDesign design, StringBuilder page) {
		page.append("\n## ").append(design.name()).append("\n\n");
		page.append("- Table ")
			.append(code(design.table()))
			.append(", partition key ")
			.append(code(design.partitionKey()));
		page.append(" (")
			.append(design.partitioning())
			.append("), row key ")
			.append(code(design.rowKey()))
			.append(".\n");
		page.append("- An entity has ").append(design.rows()).append((design.rows() == 1) ? " row" : " rows at most");
		page.append(size(design.size())).append(".\n");
		page.append(rate(design.rate()));
		if (design.busiest() != null) {
			page.append("- The busiest partition gets ")
				.append(Math.round(100 * design.busiest()))
				.append(" % of the requests for the table.\n");
		}
		if (!design.indexes().isEmpty()) {
			table(List.of("index", "where", "partition key", "row key", "methods"),
					design.indexes().stream().map(DesignPage::cells).toList(), page);
		}
		appendMethods(design, page);
		appendFindings(design, page);
	}

	/**
	 * The methods that a repository inherits are the same for all classes.
	 */
	private static void appendMethods(ClassDesign design, StringBuilder page) {
		List<MethodDesign> methods = design.methods()
			.stream()
			.filter((method) -> !method.inherited() || method.calls() != null)
			.toList();
		if (!methods.isEmpty()) {
			boolean calls = methods.stream().anyMatch((method) -> method.calls() != null);
			List<String> head = new ArrayList<>(List.of("method", "path", "index", "most requests", "typical"));
			if (calls) {
				head.addAll(List.of("calls", "transactions"));
			}
			table(head, methods.stream().map((method) -> cells(method, calls)).toList(), page);
		}
	}

	private static void appendFindings(ClassDesign design, StringBuilder page) {
		if (!design.findings().isEmpty()) {
			page.append("\nLook at:\n\n");
			design.findings()
				.forEach((finding) -> page.append("- **")
					.append(finding.kind())
					.append("** ")
					.append(finding.text())
					.append('\n'));
		}
	}

	private static String size(@Nullable Size size) {
		if (size == null) {
			return "";
		}
		String stored = (size.storedBytes() != null) ? "; " + size.storedBytes() + " bytes are stored" : "";
		return String.format(Locale.ROOT, ", and %d bytes, %d of them in index rows; the largest row has %d of %d%s",
				size.meanBytes(), size.meanIndexBytes(), Math.round(size.ofLimit() * ServiceLimits.ROW_BYTES),
				ServiceLimits.ROW_BYTES, stored);
	}

	private static String rate(@Nullable Rate rate) {
		return (rate == null) ? ""
				: String.format(Locale.ROOT, "- Up to %.2f rows a second are written, for which %d %s enough.%n",
						rate.rowsPerSecond(), rate.partitions(),
						(rate.partitions() == 1) ? "partition is" : "partitions are");
	}

	private static List<String> cells(IndexDesign index) {
		return List.of(index.name(), index.kind(), code(index.partitionKey()), code(index.rowKey()),
				index.methods().isEmpty() ? "none" : String.join(", ", index.methods()));
	}

	private static List<String> cells(MethodDesign method, boolean calls) {
		String name = method.repository() + "." + method.name();
		List<String> cells = new ArrayList<>(List.of(method.inherited() ? name + " (inherited)" : name, method.path(),
				Objects.requireNonNullElse(method.index(), ""), method.worst(), text(method.requests())));
		if (calls) {
			cells.addAll(List.of(text(method.calls()), text(method.transactions())));
		}
		return cells;
	}

	private static String text(@Nullable Long number) {
		return (number != null) ? number.toString() : "";
	}

	private static String code(String template) {
		return template.isEmpty() ? "(empty)" : "`" + template + "`";
	}

	private static void table(List<String> head, List<List<String>> lines, StringBuilder page) {
		page.append('\n').append(line(head)).append(line(head.stream().map((cell) -> "---").toList()));
		lines.forEach((cells) -> page.append(line(cells)));
	}

	/**
	 * A template may have a vertical line, which would end its cell.
	 */
	private static String line(List<String> cells) {
		return cells.stream().map((cell) -> cell.replace("|", "\\|")).collect(Collectors.joining(" | ", "| ", " |\n"));
	}

}
