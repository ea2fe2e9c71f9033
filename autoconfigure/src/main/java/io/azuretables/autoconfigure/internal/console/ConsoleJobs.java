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

package io.azuretables.autoconfigure.internal.console;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * Runs long tasks of the web console in the background, such as verifying an index, and
 * reports their progress. Two at a time; they end with the application.
 */
public final class ConsoleJobs implements AutoCloseable {

	/**
	 * The most findings that are kept of one job, and the most jobs.
	 */
	private static final int KEPT = 200;

	/**
	 * With which the names of the threads begin.
	 */
	public static final String THREADS = "azure-tables-console-";

	private final ExecutorService threads;

	private final Map<String, Job> jobs = new ConcurrentHashMap<>();

	private final AtomicInteger number = new AtomicInteger();

	public ConsoleJobs(ThreadFactory threads) {
		this.threads = Executors.newFixedThreadPool(2, threads);
	}

	/**
	 * Starts a job.
	 * @param work gets the job, to report to
	 * @return its id
	 */
	Map<String, Object> start(String title, Consumer<Job> work) {
		Job job = new Job(title);
		String id = String.valueOf(this.number.incrementAndGet());
		this.jobs.remove(String.valueOf(this.number.get() - KEPT));
		this.jobs.put(id, job);
		this.threads.execute(() -> job.run(work));
		return Map.of("job", id);
	}

	Map<String, @Nullable Object> progress(String id) {
		Job job = this.jobs.get(id);
		if (job == null) {
			throw new ConsoleException(404, "There is no job " + id);
		}
		return job.progress();
	}

	@Override
	public void close() {
		this.threads.shutdownNow();
	}

	/**
	 * What one job has reported so far.
	 */
	static final class Job {

		private final String title;

		private final List<Map<String, @Nullable Object>> findings = new ArrayList<>();

		private Map<String, Object> counts = Map.of();

		private long found;

		private boolean done;

		private @Nullable String failure;

		Job(String title) {
			this.title = title;
		}

		private void run(Consumer<Job> work) {
			try {
				work.accept(this);
			}
			catch (RuntimeException | Error ex) {
				end((ex.getMessage() != null) ? ex.getMessage() : ex.getClass().getName());
				return;
			}
			end(null);
		}

		private synchronized void end(@Nullable String problem) {
			this.done = true;
			this.failure = problem;
		}

		synchronized void count(Map<String, Object> newCounts) {
			this.counts = newCounts;
		}

		synchronized void find(Map<String, @Nullable Object> finding) {
			this.found++;
			if (this.findings.size() < KEPT) {
				this.findings.add(finding);
			}
		}

		private synchronized Map<String, @Nullable Object> progress() {
			Map<String, @Nullable Object> progress = new LinkedHashMap<>();
			progress.put("title", this.title);
			progress.put("done", this.done);
			progress.put("failure", this.failure);
			progress.put("counts", this.counts);
			progress.put("found", this.found);
			progress.put("findings", List.copyOf(this.findings));
			return progress;
		}

	}

}
