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

package com.example.orders

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.test.context.SpringBootTest
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc
import org.springframework.http.MediaType
import org.springframework.test.web.servlet.assertj.MockMvcTester

/**
 * Sends the requests of the page "Getting started" to the service in Kotlin.
 */
@SpringBootTest(properties = ["azure.tables.embedded=true"])
@AutoConfigureMockMvc
class OrdersControllerTests(@Autowired private val mvc: MockMvcTester) {

	@Test
	fun `places, lists and changes an order`() {
		val order = """{"customer": "anna", "number": 1, "day": "2026-03-01", "total": 12.50, "status": "OPEN"}"""

		assertThat(mvc.post().uri("/orders").contentType(MediaType.APPLICATION_JSON).content(order)).hasStatus(201)
		assertThat(mvc.get().uri("/customers/anna/orders/open")).bodyJson()
			.extractingPath("$[*].number").asArray().containsExactly(1)

		assertThat(mvc.put().uri("/customers/anna/orders/1/status").contentType(MediaType.APPLICATION_JSON)
			.content("\"PAID\"")).hasStatusOk()
		assertThat(mvc.get().uri("/customers/anna/orders/open")).bodyJson()
			.extractingPath("$").asArray().isEmpty()
		assertThat(mvc.get().uri("/customers/anna/orders")).bodyJson()
			.extractingPath("$[0].status").isEqualTo("PAID")
		assertThat(mvc.put().uri("/customers/anna/orders/2/status").contentType(MediaType.APPLICATION_JSON)
			.content("\"PAID\"")).hasStatus(404)
	}

}
