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

package io.azuretables.row;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class EdmTypeTests {

	static List<Arguments> types() {
		return List.of(arguments(EdmType.BINARY, "Edm.Binary", new byte[0]),
				arguments(EdmType.BOOLEAN, "Edm.Boolean", false),
				arguments(EdmType.DATE_TIME, "Edm.DateTime", Instant.EPOCH),
				arguments(EdmType.DOUBLE, "Edm.Double", 1.0), arguments(EdmType.GUID, "Edm.Guid", new UUID(0, 0)),
				arguments(EdmType.INT32, "Edm.Int32", 1), arguments(EdmType.INT64, "Edm.Int64", 1L),
				arguments(EdmType.STRING, "Edm.String", ""));
	}

	@ParameterizedTest
	@MethodSource("types")
	void hasOneNameAndOneClass(EdmType type, String name, Object value) {
		assertThat(EdmType.of(value)).isEqualTo(type);
		assertThat(EdmType.ofName(name)).contains(type);
		assertThat(EdmType.ofClass(value.getClass())).contains(type);
		assertThat(type.edmName()).isEqualTo(name);
		assertThat(type.javaType()).isEqualTo(value.getClass());
	}

	@Test
	void listsThemAll() {
		assertThat(types()).hasSameSizeAs(EdmType.values());
	}

	@Test
	void knowsNoOtherTypes() {
		assertThat(EdmType.ofName("Edm.Single")).isEmpty();
		assertThat(EdmType.ofName("edm.int32")).isEmpty();
		assertThat(EdmType.ofClass(int.class)).isEmpty();
		assertThat(EdmType.ofClass(Object.class)).isEmpty();
		assertThatIllegalArgumentException().isThrownBy(() -> EdmType.of(1.0f))
			.withMessageStartingWith("A row holds no values of type java.lang.Float; the types are ");
	}

}
