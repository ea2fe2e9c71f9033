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
 * Models of protocols that keep an index in another partition than its entities: the ways
 * that are refuted, and the ones that hold. They show why a protocol is as it is. They
 * run no production code but the embedded store, so they are no tests of it: a class
 * named {@code …Proof} runs in {@code .ci/proof models} only. The build compiles it.
 */
@NullMarked
package io.azuretables.patterns.proof;

import org.jspecify.annotations.NullMarked;
