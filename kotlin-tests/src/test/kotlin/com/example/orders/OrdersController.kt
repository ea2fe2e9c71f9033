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

// tag::controller[]
package com.example.orders

import org.springframework.data.domain.Limit
import org.springframework.http.HttpStatus
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.bind.annotation.PostMapping
import org.springframework.web.bind.annotation.PutMapping
import org.springframework.web.bind.annotation.RequestBody
import org.springframework.web.bind.annotation.RequestParam
import org.springframework.web.bind.annotation.ResponseStatus
import org.springframework.web.bind.annotation.RestController
import org.springframework.web.server.ResponseStatusException

@RestController
class OrdersController(private val orders: Orders) {

	@PostMapping("/orders")
	@ResponseStatus(HttpStatus.CREATED)
	fun place(@RequestBody order: Order): Order = orders.insert(order)

	@GetMapping("/customers/{customer}/orders")
	fun list(@PathVariable customer: String, @RequestParam(defaultValue = "0") after: Int): List<Order> =
		orders.findByCustomerAndNumberGreaterThan(customer, after, Limit.of(20))

	@GetMapping("/customers/{customer}/orders/open")
	fun open(@PathVariable customer: String): List<Order> =
		orders.findByCustomerAndStatus(customer, OrderStatus.OPEN)

	@PutMapping("/customers/{customer}/orders/{number}/status")
	fun changeStatus(@PathVariable customer: String, @PathVariable number: Int, @RequestBody status: OrderStatus): Order {
		val order = orders.findByCustomerAndNumber(customer, number)
			?: throw ResponseStatusException(HttpStatus.NOT_FOUND)
		return orders.save(order.copy(status = status))
	}

}
// end::controller[]
