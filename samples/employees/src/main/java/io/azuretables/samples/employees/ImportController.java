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
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

import io.azuretables.operations.TableOperations;
import io.azuretables.write.PartialWriteException;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Validator;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.dao.DataAccessException;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Imports any number of employees: a line of CSV for each. The answer has a line of JSON
 * for every hundred that are written, and one for each line that is refused. Nothing is
 * collected on the way.
 */
@RestController
class ImportController {

	private static final CSVFormat FORMAT = CSVFormat.DEFAULT.builder().setTrim(true).setIgnoreEmptyLines(true).get();

	private final TableOperations tables;

	private final Validator validator;

	private final JsonMapper json;

	ImportController(TableOperations tables, Validator validator, JsonMapper json) {
		this.tables = tables;
		this.validator = validator;
		this.json = json;
	}

	@PostMapping(path = "/import", consumes = "text/csv")
	void write(InputStream body, HttpServletResponse response) throws IOException {
		response.setContentType("application/x-ndjson");
		ImportProgress progress = new ImportProgress(response.getOutputStream(), this.json);
		try (CSVParser lines = CSVParser.parse(new InputStreamReader(body, StandardCharsets.UTF_8), FORMAT)) {
			write(lines, progress);
		}
	}

	private void write(CSVParser lines, ImportProgress progress) {
		try {
			this.tables.saveAll(employees(lines, progress), progress::written);
			progress.done();
		}
		catch (PartialWriteException ex) {
			progress.failed(ex);
		}
		catch (DataAccessException | IllegalStateException | UncheckedIOException ex) {
			progress.failed(lines.getCurrentLineNumber());
		}
	}

	private Stream<Employee> employees(CSVParser lines, ImportProgress progress) {
		return lines.stream().flatMap((line) -> {
			EmployeeLine read = EmployeeLine.read(line, this.validator);
			if (read.employee() == null) {
				progress.refused(lines.getCurrentLineNumber(), read.reasons());
			}
			else {
				progress.read(lines.getCurrentLineNumber(), read.employee());
			}
			return Stream.ofNullable(read.employee());
		});
	}

}
