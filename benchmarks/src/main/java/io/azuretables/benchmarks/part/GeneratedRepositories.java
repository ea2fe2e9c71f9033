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

import javax.tools.ToolProvider;

/**
 * Generates and compiles repositories for the start-up benchmark: of this library, of
 * another Spring Data module, or hand-written. Each entity is a class of its own, with
 * three methods to find it: a repository of tables, a repository of another module of
 * Spring Data, or a class that is written by hand over the SDK.
 */
enum GeneratedRepositories {

	NONE("of anything", ""),

	TABLES("repositories of tables", """
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
			"""),

	/**
	 * An application that also has the module of the patterns, which reads the states of
	 * indexes before it plans the first method: a request for each table.
	 */
	WITH_PATTERNS("repositories of tables, with the patterns", TABLES.source),

	KEY_VALUE("repositories of Spring Data KeyValue",
			"""
					package %2$s;

					import java.util.*;
					import org.springframework.data.annotation.Id;
					import org.springframework.data.keyvalue.repository.KeyValueRepository;

					public interface Staff%1$d extends KeyValueRepository<Staff%1$d.Member, String> {

						Optional<Member> findByDepartmentAndEmployeeId(String department, int employeeId);

						List<Member> findByDepartmentAndEmployeeIdBetween(String department, int from, int to);

						Optional<Member> findByDepartmentAndEmail(String department, String email);

						@org.springframework.data.keyvalue.annotation.KeySpace("Staff%1$d")
						record Member(@Id String id, String department, int employeeId, String email, String lastName, int age) {
						}

					}
					"""),

	BY_HAND("classes by hand over the SDK", """
			package %2$s;

			import com.azure.core.util.Context;
			import com.azure.data.tables.*;
			import com.azure.data.tables.models.*;
			import java.util.*;
			import org.springframework.stereotype.Repository;

			@Repository
			public class Staff%1$d implements java.util.function.IntFunction<Object> {

				private final TableClient table;

				public Staff%1$d(TableServiceClient tables) {
					this.table = tables.getTableClient("Staff%1$d");
				}

				public Object apply(int employeeId) {
					return findByDepartmentAndEmployeeId("Sales", employeeId).orElseThrow();
				}

				public Optional<Member> findByDepartmentAndEmployeeId(String department, int employeeId) {
					try {
						return Optional.of(member(this.table.getEntity(department, key(employeeId))));
					}
					catch (TableServiceException ex) {
						if (ex.getResponse().getStatusCode() == 404) {
							return Optional.empty();
						}
						throw ex;
					}
				}

				public List<Member> findByDepartmentAndEmployeeIdBetween(String department, int from, int to) {
					return list("PartitionKey eq '" + department.replace("'", "''") + "' and RowKey ge '" + key(from)
							+ "' and RowKey le '" + key(to) + "'");
				}

				public Optional<Member> findByDepartmentAndEmail(String department, String email) {
					return list("PartitionKey eq '" + department.replace("'", "''") + "' and email eq '"
							+ email.replace("'", "''") + "'").stream().findFirst();
				}

				public void save(Member member) {
					this.table.upsertEntity(new TableEntity(member.department(), key(member.employeeId()))
						.addProperty("department", member.department())
						.addProperty("employeeId", member.employeeId())
						.addProperty("email", member.email())
						.addProperty("lastName", member.lastName())
						.addProperty("age", member.age()));
				}

				private List<Member> list(String filter) {
					List<Member> members = new ArrayList<>();
					for (TableEntity entity : this.table.listEntities(new ListEntitiesOptions().setFilter(filter), null,
							Context.NONE)) {
						members.add(member(entity));
					}
					return members;
				}

				private static String key(int employeeId) {
					return String.format(Locale.ROOT, "empid_%%06d", employeeId);
				}

				private static Member member(TableEntity entity) {
					return new Member(entity.getPartitionKey(), Integer.parseInt(entity.getRowKey().substring(6)),
							(String) entity.getProperty("email"), (String) entity.getProperty("lastName"),
							(Integer) entity.getProperty("age"));
				}

				public record Member(String department, int employeeId, String email, String lastName, int age) {
				}

			}
			""");

	static final String PACKAGE = "io.azuretables.benchmarks.generated";

	private final String title;

	private final String source;

	GeneratedRepositories(String title, String source) {
		this.title = title;
		this.source = source;
	}

	String title() {
		return this.title;
	}

	void compile(Path classes, int count) throws IOException {
		List<String> arguments = new ArrayList<>(List.of("-proc:none", "-parameters", "-d", classes.toString(), "-cp",
				System.getProperty("java.class.path")));
		for (int i = 1; i <= count; i++) {
			Path file = classes.resolve("Staff" + i + ".java");
			arguments.add(Files.writeString(file, this.source.formatted(i, PACKAGE)).toString());
		}
		if (count > 0
				&& ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)) != 0) {
			throw new IllegalStateException("The repositories do not compile");
		}
	}

}
