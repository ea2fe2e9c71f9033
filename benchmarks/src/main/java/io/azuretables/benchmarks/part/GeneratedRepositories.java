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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Generates and compiles repositories. They are written and compiled when they are
 * wanted: each has an entity of its own and three derived methods.
 */
final class GeneratedRepositories {

	static final String PACKAGE = "io.azuretables.benchmarks.generated";

	private static final String SOURCE = """
			package %2$s;

			import io.azuretables.mapping.*;
			import io.azuretables.repository.*;
			import java.util.*;

			public interface Staff%1$d extends TableRepository<Staff%1$d.Member, Staff%1$d.Id> {

				Optional<Member> findByDepartmentAndEmployeeId(String department, int employeeId);

				List<Member> findByDepartmentAndEmployeeIdBetween(String department, int from, int to);

				Optional<Member> findByDepartmentAndEmail(String department, String email);

				@Table("Staff%1$d")
				@PartitionKey("{department}")
				@RowKey("empid_{employeeId:6}")
				@SecondaryIndex(name = "email", rowKey = "email_{email}")
				record Member(String department, int employeeId, String email, String lastName, int age) {
				}

				record Id(String department, int employeeId) {
				}

			}
			""";

	private GeneratedRepositories() {
	}

	static void compile(Path classes, int count) throws IOException {
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		List<String> arguments = new ArrayList<>(List.of("-proc:none", "-parameters", "-d", classes.toString(), "-cp",
				System.getProperty("java.class.path")));
		for (int i = 1; i <= count; i++) {
			Path source = classes.resolve("Staff" + i + ".java");
			arguments.add(Files.writeString(source, SOURCE.formatted(i, PACKAGE)).toString());
		}
		if (count > 0 && compiler.run(null, null, null, arguments.toArray(String[]::new)) != 0) {
			throw new IllegalStateException("The repositories do not compile");
		}
	}

}
