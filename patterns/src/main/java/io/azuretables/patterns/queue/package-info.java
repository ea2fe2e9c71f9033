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
 * The eventually consistent queue: what must happen in more than one partition happens
 * step by step, and at the end completely.
 * <p>
 * <b>Problem.</b> A transaction changes rows of one partition. A process that changes two
 * has to expect to die in between.
 * <p>
 * <b>Rows.</b> Next to the entities of a write lies its token row, for a while:
 * <table>
 * <caption>Token rows</caption>
 * <tr>
 * <th>row key</th>
 * <th>property</th>
 * <th>what it says</th>
 * </tr>
 * <tr>
 * <td>{@code ~t|} and the token</td>
 * <td>{@code state}</td>
 * <td>{@code C}: the write happened; {@code A}: it never will</td>
 * </tr>
 * <tr>
 * <td></td>
 * <td>{@code at}</td>
 * <td>since when</td>
 * </tr>
 * <tr>
 * <td></td>
 * <td>{@code message}</td>
 * <td>the message that goes with the write</td>
 * </tr>
 * </table>
 * <p>
 * <b>Guarantee.</b> A message that goes with a write is handled at least once if the
 * write happened, and not at all if it did not, whatever process dies when; in the end no
 * token row and no message is left. Handlers are called in no certain order.
 * <p>
 * <b>Cost.</b>
 * {@link io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate#guarded guarded}
 * takes two requests more than its transaction,
 * {@link io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate#outbox outbox}
 * one; a worker takes one to receive up to 32 messages, and four for each besides those
 * of its handler: one to read the token row, one to hide the message, and later two to
 * remove both.
 * <p>
 * <b>Limits.</b> 48 KiB for a message with its envelope, more with blobs; row keys of
 * entities begin with a literal; a handler takes less time than a message is hidden.
 */
@NullMarked
package io.azuretables.patterns.queue;

import org.jspecify.annotations.NullMarked;
