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

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import io.azuretables.operations.TableOperations;
import io.azuretables.write.PartialWriteException;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Any number of employees at once: a line of CSV for each, and a line of JSON for every
 * hundred that are written. Nothing is collected on the way.
 */
@RestController
class ImportController {

	private static final int STEP = 100;

	private final TableOperations tables;

	ImportController(TableOperations tables) {
		this.tables = tables;
	}

	@PostMapping(path = "/import", consumes = "text/csv")
	void write(InputStream body, HttpServletResponse response) throws IOException {
		response.setContentType("application/x-ndjson");
		OutputStream progress = response.getOutputStream();
		Stream<Employee> employees = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8)).lines()
			.filter((line) -> !line.isBlank())
			.map(ImportController::employee);
		AtomicLong written = new AtomicLong();
		try {
			long all = this.tables.saveAll(employees, (employee) -> {
				if (written.incrementAndGet() % STEP == 0) {
					say("{\"written\":" + written + "}", progress);
				}
			});
			say("{\"written\":" + all + ",\"done\":true}", progress);
		}
		catch (PartialWriteException ex) {
			long all = written.get() + ex.getApplied().size();
			say("{\"written\":" + all + ",\"failed\":\"" + reason(ex) + "\"}", progress);
		}
		catch (IllegalArgumentException ex) {
			say("{\"written\":" + written + ",\"failed\":\"" + reason(ex) + "\"}", progress);
		}
	}

	private static String reason(RuntimeException ex) {
		return String.valueOf(ex.getMessage()).replace("\\", "\\\\").replace("\"", "'").replace("\n", " ");
	}

	private static Employee employee(String line) {
		String[] values = line.split(",");
		if (values.length != 5) {
			throw new IllegalArgumentException(
					"A line is department,number,e-mail,last name,age and has " + values.length + " of them");
		}
		return new Employee(values[0].trim(), Integer.parseInt(values[1].trim()), values[2].trim(), values[3].trim(),
				Integer.parseInt(values[4].trim()), null);
	}

	private static synchronized void say(String line, OutputStream progress) {
		try {
			progress.write((line + "\n").getBytes(StandardCharsets.UTF_8));
			progress.flush();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
