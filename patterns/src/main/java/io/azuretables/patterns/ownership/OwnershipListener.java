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

package io.azuretables.patterns.ownership;

/**
 * Listener that is called when this process becomes the owner of a set of partitions (a
 * slot), and when it loses it. Called by the thread that renews ownership: return soon,
 * and do the work in other threads.
 *
 * @since 0.1
 */
public interface OwnershipListener {

	/**
	 * The process owns a slot from now on.
	 * @param epoch how many times the slot has changed its owner: larger than that of
	 * each owner before
	 */
	void acquired(int slot, long epoch);

	/**
	 * The process does not own the slot any more.
	 */
	void released(int slot, long epoch);

}
