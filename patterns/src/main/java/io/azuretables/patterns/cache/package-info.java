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

/**
 * Cached tables: keeps the entities of a small class in memory, and joins others with
 * them.
 *
 * <h2>Problem</h2> Employees name their department, and a list of employees shows the
 * name of each department's building. Reading the department of each employee is a
 * request for each department and list.
 *
 * <h2>Row layout</h2> None of its own: the cache reads the entities of a class.
 *
 * <h2>Guarantee</h2> An answer is as old as the interval at most while the service
 * answers, and older while it does not: what was read last is used. What this application
 * saves and deletes by entities is seen at once by the application itself; what it merges
 * or deletes by a query, and what other processes write, with the next read.
 *
 * <h2>Cost in requests</h2> Look-up and join: 0. Each read: 1 for each 1,000 rows.
 *
 * <h2>Limits</h2> All entities are in memory. A table with more rows than allowed is
 * refused at the start; later it is logged as an error, and what was read last stays.
 */
@NullMarked
package io.azuretables.patterns.cache;

import org.jspecify.annotations.NullMarked;
