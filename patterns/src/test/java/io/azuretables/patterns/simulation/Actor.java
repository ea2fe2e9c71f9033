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

package io.azuretables.patterns.simulation;

import java.util.concurrent.Semaphore;

/**
 * A simulated process. A process, played by a thread that runs only when it is its turn.
 */
final class Actor {

	private final String name;

	private final Runnable life;

	private final boolean servant;

	private final Semaphore turn = new Semaphore(0);

	private long wakesAt;

	private boolean idle;

	private boolean doomed;

	private boolean dead;

	private boolean done;

	/**
	 * An actor that has not begun.
	 * @param life what it does, from the beginning after each crash
	 * @param servant whether it goes on for as long as there is something to do for it
	 */
	Actor(String name, Runnable life, boolean servant) {
		this.name = name;
		this.life = life;
		this.servant = servant;
	}

	String name() {
		return this.name;
	}

	/**
	 * Lives until its life is over.
	 * @return how often it crashed
	 */
	int live(Runnable afterCrash) {
		for (int crashes = 0;; crashes++) {
			try {
				this.dead = false;
				this.doomed = false;
				this.life.run();
				return crashes;
			}
			catch (Crash ex) {
				afterCrash.run();
			}
		}
	}

	void waitForTurn() {
		this.turn.acquireUninterruptibly();
	}

	void giveTurn() {
		this.turn.release();
	}

	/**
	 * The process dies. Whatever it still tries on its way out is not done.
	 */
	Crash die(String where) {
		this.dead = true;
		return new Crash(where);
	}

	/**
	 * The process has died, and learns it when it goes on.
	 */
	void doom() {
		this.doomed = true;
	}

	boolean isDoomed() {
		return this.doomed;
	}

	boolean isDead() {
		return this.dead;
	}

	void sleepUntil(long millis, boolean isIdle) {
		this.wakesAt = millis;
		this.idle = isIdle;
	}

	void wake() {
		this.idle = false;
	}

	long wakesAt() {
		return this.wakesAt;
	}

	void end() {
		this.done = true;
	}

	boolean isDone() {
		return this.done;
	}

	/**
	 * Whether nothing is to be expected of it unless something comes.
	 */
	boolean isAtRest() {
		return this.done || (this.servant && this.idle);
	}

}
