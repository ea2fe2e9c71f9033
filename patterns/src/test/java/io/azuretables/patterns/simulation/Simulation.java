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

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;

/**
 * Runs actors one at a time in an order that a seed decides. Actors run one at a time,
 * and every request is a point at which another may go on. First comes a storm, in which
 * requests fail and actors crash; then it is calm, and all come to rest. What must hold
 * always is checked after every change, what must hold at rest at the end.
 */
public final class Simulation {

	private static final int MOST_STEPS = 20_000;

	/**
	 * How often actors may go on without a request of any of them.
	 */
	private static final int MOST_TURNS = 20_000;

	private static final int STEP_MILLIS = 40;

	private static final int PAUSE_MILLIS = 120_000;

	private static final long BLACKOUT_MILLIS = Duration.ofHours(1).toMillis();

	private static final Duration POLL = Duration.ofSeconds(1);

	private static final int[] STICKINESS = { 0, 50, 80 };

	private static final ExecutorService THREADS = Executors.newCachedThreadPool((task) -> {
		Thread thread = new Thread(task, "simulated");
		thread.setDaemon(true);
		return thread;
	});

	private final RandomGenerator random;

	private final Faults faults;

	private final int storm;

	private final int stickiness;

	private final VirtualClock clock = new VirtualClock();

	private final Trace trace = new Trace();

	private final Network network = new Network();

	private final List<Actor> actors = new ArrayList<>();

	private final Checks checks = new Checks();

	private final Map<Fault, Integer> injected = new EnumMap<>(Fault.class);

	private final Semaphore end = new Semaphore(0);

	private int steps;

	private int turns;

	private int tokens;

	private @Nullable Actor running;

	private @Nullable Thread thread;

	private @Nullable Throwable failure;

	private boolean over;

	/**
	 * A simulation that has not begun.
	 * @param storm for how many steps there are faults
	 */
	Simulation(long seed, Faults faults, int storm) {
		this.random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + 1);
		this.faults = faults;
		this.storm = storm;
		this.stickiness = STICKINESS[this.random.nextInt(STICKINESS.length)];
	}

	/**
	 * Adds an actor that does its work and ends. After a crash it begins again.
	 */
	public void actor(String name, Runnable life) {
		this.actors.add(new Actor(name, life, false));
	}

	/**
	 * Adds an actor that works for others and never ends.
	 * @param birth makes what it does over and over, anew after each crash
	 * @param pause how long it waits after a round that says that it found nothing; in
	 * the storm it is a second
	 */
	public void servant(String name, Supplier<BooleanSupplier> birth, Duration pause) {
		this.actors.add(new Actor(name, () -> {
			BooleanSupplier round = birth.get();
			while (true) {
				if (!attempt(round)) {
					sleep(isCalm() ? pause : POLL, true);
				}
			}
		}, true));
	}

	/**
	 * A servant outlives what the services refuse or lose.
	 */
	private boolean attempt(BooleanSupplier round) {
		try {
			return round.getAsBoolean();
		}
		catch (DataAccessException ex) {
			say("gives up: " + ex.getClass().getSimpleName());
			return true;
		}
	}

	/**
	 * What must hold after every change.
	 */
	public void always(Runnable check) {
		this.checks.always.add(check);
	}

	/**
	 * What must hold when all is done.
	 */
	public void atRest(Runnable check) {
		this.checks.atRest.add(check);
	}

	/**
	 * What must be gone before all can rest.
	 * @param leftOvers what is left to be done, in words
	 */
	public void restsWithout(Supplier<? extends Collection<?>> leftOvers) {
		this.checks.leftOvers.add(leftOvers);
	}

	public InstantSource clock() {
		return this.clock;
	}

	/**
	 * Lets time pass when all is over.
	 */
	void pass(Duration time) {
		this.clock.advanceTo(this.clock.elapsed() + time.toMillis());
	}

	/**
	 * The one source of chance.
	 */
	public RandomGenerator random() {
		return this.random;
	}

	/**
	 * A text that no other one equals.
	 */
	public String token() {
		return "t" + ++this.tokens;
	}

	/**
	 * How many requests there have been.
	 */
	public int steps() {
		return this.steps;
	}

	/**
	 * Whether the storm is over: nothing new should begin.
	 */
	public boolean isCalm() {
		return this.steps >= this.storm;
	}

	/**
	 * Says something in the trace.
	 */
	public void say(String what) {
		Actor actor = this.running;
		this.trace.add(this.clock.elapsed(), (actor != null) ? actor.name() : "-", what);
	}

	/**
	 * Lets the actor wait.
	 */
	public void sleep(Duration time) {
		sleep(time, false);
	}

	private void sleep(Duration time, boolean idle) {
		Actor me = me();
		me.sleepUntil(this.clock.elapsed() + time.toMillis(), idle);
		next(me);
		me.wake();
	}

	/**
	 * Makes a request: others may go on first, and then it may fail. What is asked before
	 * the simulation begins, and by its checks, simply happens.
	 */
	<T extends @Nullable Object> T request(Request request, Supplier<T> effect) {
		if (this.running == null) {
			return effect.get();
		}
		Actor me = me();
		if (me.isDead()) {
			throw me.die("after death");
		}
		next(me);
		this.steps++;
		this.turns = 0;
		Fault fault = isCalm() ? null : this.faults.draw(this.random);
		if (fault == Fault.PAUSE) {
			count(fault);
			sleep(Duration.ofMillis(this.random.nextInt(PAUSE_MILLIS)));
			fault = null;
		}
		if (fault == null || fault == Fault.SHORT_PAGE) {
			return answered(request, effect);
		}
		count(fault);
		return (fault == Fault.TWICE) ? repeated(request, effect) : failed(request, effect, fault);
	}

	/**
	 * One attempt is answered, and another one is under way. If the one is refused, the
	 * client does not know what becomes of the other one.
	 */
	private <T extends @Nullable Object> T repeated(Request request, Supplier<T> effect) {
		if (request.kind().isChange()) {
			this.network.add(request.words(), effect::get, this.clock.elapsed());
		}
		try {
			return answered(request, effect);
		}
		catch (DataAccessException ex) {
			throw (request.kind() == Request.Kind.CHANGE) ? request.doubt().get() : ex;
		}
	}

	/**
	 * Whether the page that is asked for comes short.
	 */
	boolean isShortPage() {
		boolean isShort = this.running != null && !isCalm()
				&& this.random.nextInt(1000) < this.faults.perMille().getOrDefault(Fault.SHORT_PAGE, 0);
		if (isShort) {
			count(Fault.SHORT_PAGE);
		}
		return isShort;
	}

	private void count(Fault fault) {
		this.injected.merge(fault, 1, Integer::sum);
	}

	private <T extends @Nullable Object> T answered(Request request, Supplier<T> effect) {
		try {
			T answer = effect.get();
			say(request.words());
			return answer;
		}
		catch (RuntimeException ex) {
			say(request.words() + " refused: " + ex.getClass().getSimpleName());
			throw ex;
		}
		finally {
			verify(request);
		}
	}

	private <T extends @Nullable Object> T failed(Request request, Supplier<T> effect, Fault fault) {
		if (fault == Fault.LATE && request.kind().isChange()) {
			this.network.add(request.words(), effect::get, this.clock.elapsed());
		}
		if (fault.isApplied()) {
			apply(effect::get);
		}
		say(request.words() + " " + fault);
		verify(request);
		if (fault == Fault.BLACKOUT) {
			this.actors.forEach(Actor::doom);
			this.clock.advanceTo(this.clock.elapsed() + BLACKOUT_MILLIS);
		}
		if (fault.isCrash()) {
			throw me().die(request.words());
		}
		throw (fault == Fault.BUSY_BEFORE) ? Request.busy() : request.doubt().get();
	}

	/**
	 * Does what nobody waits for.
	 */
	private static void apply(Runnable effect) {
		try {
			effect.run();
		}
		catch (DataAccessException ex) {
			// a refusal that nobody learns of
		}
	}

	/**
	 * Plays the simulation to its end.
	 * @throws Violation if something did not hold
	 */
	Tally play() {
		for (Actor actor : this.actors) {
			THREADS.execute(() -> perform(actor));
		}
		Actor first = choose(null);
		if (first != null) {
			this.running = first;
			first.giveTurn();
			this.end.acquireUninterruptibly();
		}
		this.running = null;
		if (this.failure == null) {
			check(this.checks.atRest);
		}
		if (this.failure != null) {
			throw new Violation(this.failure, this.trace.lines());
		}
		return new Tally(1, this.steps, this.injected);
	}

	private void verify(Request request) {
		if (request.kind() == Request.Kind.CHANGE) {
			check(this.checks.always);
		}
		if (this.failure != null) {
			this.over = true;
			throw new Over();
		}
	}

	private void check(List<Runnable> all) {
		try {
			all.forEach(Runnable::run);
		}
		catch (RuntimeException | AssertionError ex) {
			this.failure = ex;
		}
	}

	private void perform(Actor actor) {
		actor.waitForTurn();
		this.thread = Thread.currentThread();
		try {
			if (!this.over) {
				actor.live(() -> say("begins again"));
			}
		}
		catch (Over ex) {
			// the others are to end, too
		}
		catch (Throwable ex) {
			this.over = true;
			this.failure = (this.failure != null) ? this.failure : ex;
		}
		actor.end();
		leave();
	}

	private Actor me() {
		Actor actor = this.running;
		if (actor == null || Thread.currentThread() != this.thread) {
			throw new IllegalStateException("A request of a thread that the simulation does not know");
		}
		return actor;
	}

	/**
	 * Lets somebody go on, perhaps the one who asks.
	 */
	private void next(Actor me) {
		Actor next = choose(me);
		if (next != me && next != null) {
			pass(next);
			me.waitForTurn();
			this.thread = Thread.currentThread();
		}
		if (this.over) {
			throw new Over();
		}
		if (me.isDoomed()) {
			throw me.die("in the dark");
		}
	}

	private void pass(Actor next) {
		this.running = next;
		next.giveTurn();
	}

	/**
	 * An actor has ended: another one goes on, or all is over.
	 */
	private void leave() {
		Actor next = null;
		try {
			next = this.over ? null : choose(null);
		}
		catch (RuntimeException | Error ex) {
			this.failure = ex;
		}
		if (next == null) {
			this.over = true;
			next = this.actors.stream().filter((actor) -> !actor.isDone()).findFirst().orElse(null);
		}
		if (next != null) {
			pass(next);
		}
		else {
			this.end.release();
		}
	}

	/**
	 * Who goes on; time passes, and requests arrive that were under way.
	 * @return {@code null} when all is done, or cannot be
	 */
	private @Nullable Actor choose(@Nullable Actor me) {
		if (this.over) {
			return null;
		}
		if (this.steps > MOST_STEPS) {
			return end(new AssertionError("It does not come to rest: " + this.checks.leftOvers()));
		}
		if (++this.turns > MOST_TURNS) {
			return end(new AssertionError(
					"All wait, and none makes a request, although there is work left: " + this.checks.leftOvers()));
		}
		this.clock.advanceTo(this.clock.elapsed() + 1 + this.random.nextInt(STEP_MILLIS));
		if (!arrive()) {
			return null;
		}
		if (isAtRest()) {
			return end(null);
		}
		if (me != null && me.wakesAt() <= this.clock.elapsed() && this.random.nextInt(100) < this.stickiness) {
			return me;
		}
		List<Actor> awake = awake();
		if (awake.isEmpty() && this.network.isEmpty() && this.actors.stream().allMatch(Actor::isDone)) {
			return end(new AssertionError("All have ended, although there is work left: " + this.checks.leftOvers()));
		}
		if (awake.isEmpty()) {
			this.actors.stream()
				.filter((actor) -> !actor.isDone())
				.mapToLong(Actor::wakesAt)
				.min()
				.ifPresent(this.clock::advanceTo);
			return arrive() ? choose(null) : null;
		}
		return awake.get(this.random.nextInt(awake.size()));
	}

	private @Nullable Actor end(@Nullable AssertionError why) {
		this.over = true;
		this.failure = why;
		return null;
	}

	private List<Actor> awake() {
		List<Actor> awake = new ArrayList<>(this.actors.size());
		for (Actor actor : this.actors) {
			if (!actor.isDone() && actor.wakesAt() <= this.clock.elapsed()) {
				awake.add(actor);
			}
		}
		return awake;
	}

	private boolean isAtRest() {
		return this.actors.stream().allMatch(Actor::isAtRest) && this.network.isEmpty() && this.checks.areClean();
	}

	/**
	 * @return whether all holds that must
	 */
	private boolean arrive() {
		for (Network.Late late : this.network.arriving(this.clock.elapsed(), this.random)) {
			apply(late.effect());
			this.trace.add(this.clock.elapsed(), "-", late.words() + " arrives late");
			check(this.checks.always);
		}
		this.over = this.failure != null;
		return !this.over;
	}

	List<String> trace() {
		return this.trace.lines();
	}

	/**
	 * The simulation is over.
	 */
	private static final class Over extends Error {

		private static final long serialVersionUID = 1L;

		private Over() {
			super(null, null, false, false);
		}

	}

	/**
	 * What must hold.
	 */
	private static final class Checks {

		private final List<Runnable> always = new ArrayList<>();

		private final List<Runnable> atRest = new ArrayList<>();

		private final List<Supplier<? extends Collection<?>>> leftOvers = new ArrayList<>();

		private boolean areClean() {
			return this.leftOvers.stream().allMatch((some) -> some.get().isEmpty());
		}

		private List<Object> leftOvers() {
			List<Object> all = new ArrayList<>();
			this.leftOvers.forEach((some) -> all.addAll(some.get()));
			return all;
		}

	}

}
