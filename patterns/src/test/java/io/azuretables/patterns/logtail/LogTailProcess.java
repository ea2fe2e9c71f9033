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

package io.azuretables.patterns.logtail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

import io.azuretables.client.HttpTableGateway;
import io.azuretables.client.TableClientOptions;
import io.azuretables.patterns.sample.Beat;
import io.azuretables.patterns.sample.ExpenseClaim;
import io.azuretables.patterns.sample.Store;
import io.azuretables.query.TableScrollPosition;

import org.springframework.data.domain.Window;

/**
 * A process of its own, all of which have the same, standing clock. It appends to two
 * logs, or writes to a file what is on a page of one, and where it ends.
 */
final class LogTailProcess {

	private static final Clock NOON = Clock.fixed(Instant.parse("2014-08-22T12:00:00Z"), ZoneOffset.UTC);

	private LogTailProcess() {
	}

	/**
	 * Runs with a connection string, a prefix of table names, and a number of entries; if
	 * these are to be read, also with a file, and with the position, if there is one.
	 */
	public static void main(String[] args) throws IOException {
		Store store = Store.over(HttpTableGateway.connect(TableClientOptions.of(args[0])), args[1]);
		LogTailOptions options = LogTailOptions.DEFAULTS.withClock(NOON);
		LogTailTemplate<ExpenseClaim> claims = new LogTailTemplate<>(store.template(), ExpenseClaim.class, options);
		int count = Integer.parseInt(args[2]);
		if (args.length > 3) {
			TableScrollPosition position = (args.length > 4) ? TableScrollPosition.decode(args[4]) : null;
			Files.write(Path.of(args[3]), lines(claims.page(count, position, "e1")));
			return;
		}
		LogTailTemplate<Beat> beats = new LogTailTemplate<>(store.template(), Beat.class,
				options.withAttempts(count * count));
		for (int i = 0; i < count; i++) {
			claims.append(ExpenseClaim.of("e1", i));
			beats.append(new Beat(null, i));
		}
	}

	private static List<String> lines(Window<ExpenseClaim> page) {
		List<String> lines = new ArrayList<>();
		page.forEach((claim) -> lines.add(claim.id()));
		lines.add(((TableScrollPosition) page.positionAt(page.size() - 1)).encode());
		return lines;
	}

}
