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

package io.azuretables.autoconfigure.internal.configuration;

import java.util.concurrent.ThreadFactory;

import org.springframework.boot.thread.Threading;
import org.springframework.core.env.Environment;
import org.springframework.core.task.VirtualThreadTaskExecutor;

/**
 * Chooses virtual threads for the pools of this module, if the application uses them on
 * Java 21 or later.
 */
public final class VirtualThreads {

	private VirtualThreads() {
	}

	/**
	 * The threads of an application.
	 * @param prefix with which the names of virtual threads begin
	 * @param others taken if the application uses no virtual threads
	 */
	public static ThreadFactory orElse(Environment environment, String prefix, ThreadFactory others) {
		return Threading.VIRTUAL.isActive(environment) ? new VirtualThreadTaskExecutor(prefix).getVirtualThreadFactory()
				: others;
	}

}
