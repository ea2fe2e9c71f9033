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

package io.azuretables.gateway;

import java.time.Instant;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * The connection to the secondary region of an account, whose rows may be older than
 * those of the primary.
 *
 * @param gateway reads there; it is never asked to write
 * @param lastSync tells up to which time all writes have arrived, or {@code null} if that
 * is not known. Asked once a minute at most
 * @since 0.1
 */
public record SecondaryRegion(TableGateway gateway, Supplier<@Nullable Instant> lastSync) {

}
