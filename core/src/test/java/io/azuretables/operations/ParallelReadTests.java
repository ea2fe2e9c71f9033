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

package io.azuretables.operations;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.query.Criteria;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Reading in segments, in memory.
 */
@Tag("long")
class ParallelReadTests implements ParallelReadContract {

	private static final int ROWS = 6_000;

	private final TableGateway gateway = new EmbeddedTableGateway();

	@Override
	public TableGateway gateway() {
		return this.gateway;
	}

	@Override
	public String table() {
		return "Rows";
	}

	/**
	 * So the time that the service takes counts once for all of them. On a quiet machine,
	 * sixteen segments of a service that is 5 ms away take a tenth of the time.
	 */
	@Test
	void readsSixteenSegmentsAtTheSameTime() {
		this.gateway.createTable(table());
		for (int i = 0; i < ROWS; i++) {
			this.gateway.write(table(),
					new RowWrite.Insert(TableRow.of(new TableKey("p%05d".formatted(i), "r"), Map.of("Number", i))));
		}
		MeetingGateway meeting = new MeetingGateway(this.gateway);
		RowTemplate rows = new RowTemplate(meeting, CONVERTER);
		int segments = rows.segments(table(), 16).size();
		assertThat(segments).isGreaterThan(8);
		try (Stream<TableRow> stream = rows.streamParallel(table(), Criteria.ALL, 16)) {
			meeting.expect(segments);
			assertThat(stream.count()).isEqualTo(ROWS);
		}
		assertThat(meeting.met).as("as many requests at the same time as there are segments").isTrue();
	}

	/**
	 * Answers the first requests when as many have come as are expected.
	 */
	private static final class MeetingGateway extends ForwardingTableGateway {

		private volatile CountDownLatch expected = new CountDownLatch(0);

		private volatile boolean met = true;

		MeetingGateway(TableGateway target) {
			super(target);
		}

		void expect(int requests) {
			this.expected = new CountDownLatch(requests);
		}

		@Override
		public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
			this.expected.countDown();
			try {
				if (!this.expected.await(1, TimeUnit.MINUTES)) {
					this.met = false;
				}
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			return super.read(request, reader);
		}

	}

}
