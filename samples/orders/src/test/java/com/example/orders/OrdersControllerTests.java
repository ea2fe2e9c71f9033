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
package com.example.orders;

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The requests of the page "Getting started" get the answers that it shows.
 */
@SpringBootTest(properties = "azure.tables.hot-partitions=reject")
@AutoConfigureMockMvc
class OrdersControllerTests {

	private static final String ORDER = """
			{"customer": "anna", "number": 1, "day": "2026-03-01", "total": 12.50, "status": "OPEN"}
			""";

	@Autowired
	private MockMvcTester mvc;

	@Test
	void placesChangesAndListsOrders() {
		assertThat(this.mvc.post().uri("/orders").contentType(MediaType.APPLICATION_JSON).content(ORDER)).hasStatus(201)
			.bodyJson()
			.hasPathSatisfying("$.version", (version) -> assertThat(version).isNotEmpty());
		assertThat(this.mvc.get().uri("/customers/anna/orders/open")).hasStatusOk()
			.bodyJson()
			.extractingPath("$[*].number")
			.asArray()
			.containsExactly(1);
		assertThat(this.mvc.put()
			.uri("/customers/anna/orders/1/status")
			.contentType(MediaType.APPLICATION_JSON)
			.content("\"PAID\"")).hasStatusOk();
		assertThat(this.mvc.get().uri("/customers/anna/orders/open")).hasStatusOk().bodyJson().isEqualTo("[]");
		assertThat(this.mvc.get().uri("/customers/anna/orders")).hasStatusOk()
			.bodyJson()
			.extractingPath("$[0].status")
			.isEqualTo("PAID");
	}

	@Test
	void saysThatAnOrderIsNotThere() {
		assertThat(this.mvc.put()
			.uri("/customers/bert/orders/9/status")
			.contentType(MediaType.APPLICATION_JSON)
			.content("\"PAID\"")).hasStatus(404);
	}

	@Test
	void refusesAnOrderThatIsThereOrCannotBe() {
		String order = ORDER.replace("anna", "carl");
		assertThat(place(order)).hasStatus(201);
		assertThat(place(order)).hasStatus(409)
			.bodyJson()
			.extractingPath("detail")
			.asString()
			.contains("with this number");
		assertThat(place(ORDER.replace("\"anna\"", "null"))).hasStatus(400);
		assertThat(place(ORDER.replace("1,", "-1,"))).hasStatus(400)
			.bodyJson()
			.extractingPath("detail")
			.asString()
			.contains("from 0 to");
	}

	private MvcTestResult place(String order) {
		return this.mvc.post().uri("/orders").contentType(MediaType.APPLICATION_JSON).content(order).exchange();
	}

}
