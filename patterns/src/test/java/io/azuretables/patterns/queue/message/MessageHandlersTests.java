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

package io.azuretables.patterns.queue.message;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.azuretables.patterns.sample.TimedContext;
import io.azuretables.sample.MutableClock;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.scheduling.annotation.Async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Who handles which messages.
 */
class MessageHandlersTests {

	private final List<String> handled = new ArrayList<>();

	private final MessageContext context = context();

	@Test
	void findsLambdasAndMethodsByType() throws Exception {
		MessageHandlers handlers = MessageHandlers.none()
			.with("lambda", String.class, (payload, message) -> this.handled.add("lambda " + payload))
			.withMethodsOf(new Bean(this.handled));
		assertThat(handlers.names()).containsExactly("lambda", "one", "two");
		call(handlers.find("lambda").orElseThrow(), "a");
		call(handlers.find("one").orElseThrow(), "b");
		call(handlers.find("two").orElseThrow(), 3);
		assertThat(this.handled).containsExactly("lambda a", "one b", "two 3 id");
		assertThat(handlers.find("two").orElseThrow().payload()).isEqualTo(Integer.class);
	}

	@Test
	void findsMethodsOfProxiedBeans() throws Exception {
		ProxyFactory proxy = new ProxyFactory(new Bean(this.handled));
		proxy.setProxyTargetClass(true);
		call(MessageHandlers.none().withMethodsOf(proxy.getProxy()).find("one").orElseThrow(), "b");
		assertThat(this.handled).containsExactly("one b");
	}

	@Test
	void throwsWhatTheMethodThrows() {
		MessageHandlers handlers = MessageHandlers.none().withMethodsOf(new Bean(this.handled));
		assertThatExceptionOfType(PermanentMessageException.class)
			.isThrownBy(() -> call(handlers.find("one").orElseThrow(), "fail"));
	}

	@Test
	void refusesTwoForOneAndMethodsThatTakeMore() {
		MessageHandlers handlers = MessageHandlers.none().withMethodsOf(new Bean(this.handled));
		assertThatIllegalStateException().isThrownBy(() -> handlers.withMethodsOf(new Bean(this.handled)))
			.withMessageMatching("There are two handlers for messages of type '(one|two)'");
		assertThatIllegalStateException().isThrownBy(() -> handlers.withMethodsOf(new Wrong()))
			.withMessage("The method handle of Wrong handles messages of type 'wrong', so it takes the payload, and "
					+ "perhaps a MessageContext, and nothing else");
		assertThat(handlers.find("three")).isEmpty();
	}

	@Test
	void readsPayloadsOfInheritedMethodsAsWhatTheBeanSays() {
		assertThat(MessageHandlers.none().withMethodsOf(new Inheriting()).find("any").orElseThrow().payload())
			.isEqualTo(Integer.class);
	}

	@Test
	void refusesPayloadsThatTheirClassDoesNotTell() {
		assertThatIllegalStateException().isThrownBy(() -> MessageHandlers.none().withMethodsOf(new Several()))
			.withMessage("The method handle of Several handles messages of type 'several' and takes "
					+ "java.util.List<java.time.Instant>, whose class alone does not say what is in it; take an array, "
					+ "or a record that holds it");
		assertThat(MessageHandlers.none().withMethodsOf(new Loose()).find("loose").orElseThrow().payload())
			.isEqualTo(Map.class);
	}

	/**
	 * The message would be deleted although it is not handled yet, and perhaps never.
	 */
	@Test
	void refusesMethodsThatReturnBeforeTheMessageIsHandled() {
		for (Object bean : List.of(new Later(), new Reactive(), new Elsewhere(), new AllElsewhere())) {
			assertThatIllegalStateException().isThrownBy(() -> MessageHandlers.none().withMethodsOf(bean))
				.withMessageContainingAll("The method handle of " + bean.getClass().getSimpleName(), "'later'",
						"return when the message is handled");
		}
		assertThat(MessageHandlers.none().withMethodsOf(new Counting()).names()).containsExactly("count");
	}

	@SuppressWarnings("unchecked") // the test knows the types
	private void call(MessageHandlerRegistration<?> type, Object payload) throws Exception {
		((MessageHandler<Object>) type.handler()).handle(payload, this.context);
	}

	private static MessageContext context() {
		InstantSource clock = new MutableClock();
		return new TimedContext(clock, clock.instant().plusSeconds(1));
	}

	static class Bean {

		private final List<String> handled;

		Bean(List<String> handled) {
			this.handled = handled;
		}

		Bean() {
			this(new ArrayList<>());
		}

		@TableQueueHandler("one")
		void one(String payload) {
			if (payload.equals("fail")) {
				throw new PermanentMessageException("no");
			}
			this.handled.add("one " + payload);
		}

		@TableQueueHandler("two")
		public void two(Integer payload, MessageContext context) {
			this.handled.add("two " + payload + " " + context.id());
		}

	}

	static class Wrong {

		@TableQueueHandler("wrong")
		void handle(String payload, String more) {
		}

	}

	static class Any<T> {

		@TableQueueHandler("any")
		void handle(T payload) {
		}

	}

	static class Inheriting extends Any<Integer> {

	}

	static class Several {

		@TableQueueHandler("several")
		void handle(List<Instant> payload) {
		}

	}

	static class Later {

		@TableQueueHandler("later")
		CompletableFuture<Void> handle(String payload) {
			return CompletableFuture.completedFuture(null);
		}

	}

	static class Reactive {

		@TableQueueHandler("later")
		Mono<Void> handle(String payload) {
			return Mono.empty();
		}

	}

	static class Elsewhere {

		@Async
		@TableQueueHandler("later")
		void handle(String payload) {
		}

	}

	@Async
	static class AllElsewhere {

		@TableQueueHandler("later")
		void handle(String payload) {
		}

	}

	static class Counting {

		@TableQueueHandler("count")
		int handle(String payload) {
			return payload.length();
		}

	}

	static class Loose {

		@TableQueueHandler("loose")
		void handle(Map<String, List<?>> payload) {
		}

	}

}
