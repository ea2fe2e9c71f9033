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

package io.azuretables.samples.employees;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.azuretables.write.PartialWriteException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.dao.DuplicateKeyException;

/**
 * Writes the answer of an import, line by line. Several threads write entities, so it is
 * safe for concurrent use.
 */
final class ImportProgress {

	private static final int STEP = 100;

	private final OutputStream answer;

	private final JsonMapper json;

	/**
	 * The lines of those that were read and may not be written yet.
	 */
	private final Map<EmployeeId, Long> lines = new HashMap<>();

	private long written;

	private long refused;

	ImportProgress(OutputStream answer, JsonMapper json) {
		this.answer = answer;
		this.json = json;
	}

	synchronized void read(long line, Employee employee) {
		this.lines.put(id(employee), line);
	}

	synchronized void written(Employee employee) {
		this.lines.remove(id(employee));
		this.written++;
		if (this.written % STEP == 0) {
			say(new Written(this.written, null, null, null));
		}
	}

	synchronized void refused(long line, List<String> reasons) {
		this.refused++;
		say(new Refused(line, reasons));
	}

	synchronized void done() {
		say(new Written(this.written, refusedLines(), true, null));
	}

	/**
	 * The store refuses some lines, which ends the import.
	 */
	synchronized void failed(PartialWriteException ex) {
		this.written += ex.getApplied().size();
		LongSummaryStatistics refused = Stream.concat(ex.getRefused().stream(), ex.getUnknown().stream())
			.map((employee) -> this.lines.get(id((Employee) employee)))
			.filter(Objects::nonNull)
			.collect(Collectors.summarizingLong((line) -> line));
		String reason = (ex.getCause() instanceof DuplicateKeyException)
				? "a number or an e-mail address in one of them is taken" : "the store did not take them";
		fail((refused.getCount() > 0) ? refused.getCount() + " of the lines " + refused.getMin() + " to "
				+ refused.getMax() + " were not written: " + reason : "The file cannot be read to its end");
	}

	/**
	 * What is read cannot be used, which ends the import.
	 * @param line the last line that was read
	 */
	synchronized void failed(long line) {
		fail("The file cannot be read after line " + line);
	}

	private void fail(String reason) {
		say(new Written(this.written, refusedLines(), null, reason));
	}

	private static EmployeeId id(Employee employee) {
		return new EmployeeId(employee.department(), employee.employeeId());
	}

	private @Nullable Long refusedLines() {
		return (this.refused > 0) ? this.refused : null;
	}

	private void say(Object line) {
		try {
			this.answer.write(this.json.writeValueAsBytes(line));
			this.answer.write('\n');
			this.answer.flush();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * How many employees were written so far, or in the end.
	 *
	 * @param written how many were written
	 * @param refused how many lines were refused, if any were
	 * @param done whether all lines were read
	 * @param failed why not all were
	 */
	@JsonInclude(JsonInclude.Include.NON_NULL)
	record Written(long written, @Nullable Long refused, @Nullable Boolean done, @Nullable String failed) {

	}

	/**
	 * A line that was left out.
	 *
	 * @param line its number
	 * @param reasons what is wrong
	 */
	record Refused(long line, List<String> reasons) {

	}

}
