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

package io.azuretables.tools;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.Consumer;

import io.azuretables.patterns.transfer.TransferProgress;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/**
 * Shows how far a command has come: a bar on a terminal, and otherwise a line for each
 * tenth.
 */
final class ProgressDisplay implements Consumer<TransferProgress> {

	private static final int WIDTH = 30;

	private static final long INTERVAL = 100_000_000;

	private final PrintWriter out;

	private final boolean terminal;

	private long shown = System.nanoTime() - INTERVAL;

	private int tenths;

	ProgressDisplay(CommandLine line) {
		this(line.getErr(), Ansi.AUTO.enabled());
	}

	ProgressDisplay(PrintWriter out, boolean terminal) {
		this.out = out;
		this.terminal = terminal;
	}

	@Override
	public void accept(TransferProgress progress) {
		if (this.terminal) {
			bar(progress);
		}
		else if ((int) (progress.done() * 10) > this.tenths) {
			this.tenths = (int) (progress.done() * 10);
			this.out.println(text(progress));
			this.out.flush();
		}
	}

	private void bar(TransferProgress progress) {
		long now = System.nanoTime();
		if (now - this.shown < INTERVAL && progress.done() < 1) {
			return;
		}
		this.shown = now;
		int full = (int) (progress.done() * WIDTH);
		this.out.print("\r[" + "#".repeat(full) + "-".repeat(WIDTH - full) + "] " + text(progress) + "\u001B[K");
		if (progress.done() >= 1) {
			this.out.println();
		}
		this.out.flush();
	}

	private static String text(TransferProgress progress) {
		return String.format(Locale.ROOT, "%3d %%  %,d rows  %s", (int) (progress.done() * 100), progress.rows(),
				progress.table());
	}

}
