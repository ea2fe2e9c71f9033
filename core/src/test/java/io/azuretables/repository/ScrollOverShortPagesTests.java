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

package io.azuretables.repository;

import java.util.List;

import io.azuretables.gateway.TableGateway;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowPage.Continuation;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;

/**
 * Over a service that ends pages early, or leaves them empty, as it may at any time.
 */
class ScrollOverShortPagesTests extends ScrollContract {

	private static final int MOST_ROWS = 97;

	private final TableGateway gateway = new ShortPages();

	@Override
	protected TableGateway gateway() {
		return this.gateway;
	}

	private static final class ShortPages extends RecordingTableGateway {

		private int requests;

		@Override
		public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
			Continuation from = request.from();
			this.requests++;
			if (from != null && this.requests % 3 == 0) {
				return new RowPage<>(List.of(), 0, from);
			}
			return super.read(request.withTop(Math.min(request.top(), MOST_ROWS)), reader);
		}

		@Override
		void note(String request) {
			// thousands of requests, which nobody asks for
		}

	}

}
