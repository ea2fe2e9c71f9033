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

package io.azuretables.benchmarks.figure;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

import com.sun.management.GarbageCollectionNotificationInfo;

/**
 * Measures the highest heap use during a benchmark, in total and after full garbage
 * collections. What it held after a full collection is what the program could not do
 * without; what it held at all depends on how much it was given.
 */
public final class HeapWatch {

	private static final String FULL = "end of major GC";

	private final List<MemoryPoolMXBean> pools = ManagementFactory.getMemoryPoolMXBeans()
		.stream()
		.filter((pool) -> pool.getType() == MemoryType.HEAP)
		.toList();

	private final Set<String> names = this.pools.stream().map(MemoryPoolMXBean::getName).collect(Collectors.toSet());

	private final AtomicLong live = new AtomicLong();

	private HeapWatch() {
	}

	public static HeapWatch start() {
		HeapWatch watch = new HeapWatch();
		for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
			((NotificationEmitter) collector)
				.addNotificationListener((notification, handback) -> watch.note(notification), null, null);
		}
		return watch;
	}

	private void note(Notification notification) {
		if (notification.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
			GarbageCollectionNotificationInfo info = GarbageCollectionNotificationInfo
				.from((CompositeData) notification.getUserData());
			if (!info.getGcAction().equals(FULL)) {
				return;
			}
			long held = 0;
			for (Map.Entry<String, MemoryUsage> pool : info.getGcInfo().getMemoryUsageAfterGc().entrySet()) {
				held += this.names.contains(pool.getKey()) ? pool.getValue().getUsed() : 0;
			}
			this.live.accumulateAndGet(held, Math::max);
		}
	}

	/**
	 * The most after a full collection, and after one more now.
	 */
	public long live() {
		System.gc();
		long now = this.pools.stream().mapToLong((pool) -> pool.getUsage().getUsed()).sum();
		return Math.max(this.live.get(), now);
	}

	public long peak() {
		return this.pools.stream().mapToLong((pool) -> pool.getPeakUsage().getUsed()).sum();
	}

}
