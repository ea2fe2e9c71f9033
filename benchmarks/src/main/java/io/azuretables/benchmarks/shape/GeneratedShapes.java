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

package io.azuretables.benchmarks.shape;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import javax.tools.ToolProvider;

import io.azuretables.benchmarks.store.Shape;

/**
 * Generates and compiles, for each {@link Shape} of rows, the entity class and a
 * hand-written mapping to compare with.
 */
final class GeneratedShapes {

	private static final String SOURCE = """
			package io.azuretables.benchmarks.shape;

			import com.azure.data.tables.models.TableEntity;
			import io.azuretables.mapping.*;
			import io.azuretables.repository.TableRepository;

			@Table("Employees")
			@PartitionKey("{department}")
			@RowKey("{id}")
			record %1$s(String department, String id, %2$s) {

				record Id(String department, String id) {
				}

				interface Rows extends TableRepository<%1$s, Id> {
				}

				static final class Mapping implements ShapeMapping {

					public Class<?> type() {
						return %1$s.class;
					}

					public Class<?> repository() {
						return Rows.class;
					}

					public Object id(String department, String id) {
						return new Id(department, id);
					}

					public Object object(String department, String id, Object[] values) {
						return new %1$s(department, id, %3$s);
					}

					public TableEntity toEntity(Object object) {
						%1$s it = (%1$s) object;
						TableEntity entity = new TableEntity(it.department(), it.id());
						%4$s
						return entity;
					}

					public Object toObject(TableEntity entity) {
						return new %1$s(entity.getPartitionKey(), entity.getRowKey(), %5$s);
					}

				}

			}
			""";

	private GeneratedShapes() {
	}

	static void compile(Path classes, List<Shape> shapes) throws IOException {
		List<String> arguments = new ArrayList<>(List.of("-proc:none", "-parameters", "-d", classes.toString(), "-cp",
				System.getProperty("java.class.path")));
		for (Shape shape : shapes) {
			Path source = classes.resolve(shape.type() + ".java");
			arguments.add(Files.writeString(source, source(shape)).toString());
		}
		if (ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)) != 0) {
			throw new IllegalStateException("The classes of the shapes do not compile");
		}
	}

	private static String source(Shape shape) {
		return SOURCE.formatted(shape.type(), each(shape, (i) -> "%2$s %3$s", ", "),
				each(shape, (i) -> "(%1$s) values[%4$d]", ", "),
				each(shape,
						(i) -> shape.types().get(i).isPrimitive() ? "entity.addProperty(\"%3$s\", it.%3$s());"
								: "if (it.%3$s() != null) { entity.addProperty(\"%3$s\", it.%3$s()); }",
						"\n\t\t\t"),
				each(shape, (i) -> "(%1$s) entity.getProperty(\"%3$s\")", ", "));
	}

	private static String each(Shape shape, IntFunction<String> pattern, String separator) {
		return IntStream.range(0, shape.types().size())
			.mapToObj((i) -> pattern.apply(i)
				.formatted(boxed(shape.types().get(i)), shape.types().get(i).getSimpleName(), Shape.property(i), i))
			.collect(Collectors.joining(separator));
	}

	private static String boxed(Class<?> type) {
		return (type == int.class) ? "Integer" : (type == double.class) ? "Double" : type.getSimpleName();
	}

	/**
	 * The mapping of a shape that was compiled before the JVM was started.
	 */
	static ShapeMapping mapping(Shape shape) {
		try {
			return (ShapeMapping) Class
				.forName(GeneratedShapes.class.getPackageName() + "." + shape.type() + "$Mapping")
				.getDeclaredConstructor()
				.newInstance();
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
