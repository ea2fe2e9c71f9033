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

package io.azuretables.kotlin.mapping

import io.azuretables.convert.TableCustomConversions
import io.azuretables.convert.TableMappingContext
import io.azuretables.mapping.PartitionKey
import io.azuretables.mapping.RowKey
import io.azuretables.mapping.Table
import io.azuretables.mapping.TableMappingException
import org.assertj.core.api.Assertions.assertThatExceptionOfType
import org.junit.jupiter.api.Test
import org.springframework.data.domain.ManagedTypes

/**
 * Tests for properties of value classes, which are refused.
 */
class ValueClassTests {

	@Test
	fun `refuses value classes by their name`() {
		val context = TableMappingContext(TableCustomConversions())
		context.setManagedTypes(ManagedTypes.from(Contact::class.java))
		assertThatExceptionOfType(TableMappingException::class.java).isThrownBy { context.initialize() }
			.withMessageContaining("Contact has a constructor with a parameter of a Kotlin value class")
			.withMessageContaining("declare the property with the type of the value")
	}

	@JvmInline
	value class Mail(val text: String)

	@Table("Contacts")
	@PartitionKey("{team}")
	@RowKey("contact_{id:4}")
	data class Contact(val team: String, val id: Int, val mail: Mail)

}
