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

package io.azuretables.plan;

/**
 * Thrown when a query would read more rows than it returns, such as by a table scan, and
 * is not permitted to.
 *
 * @since 0.1
 */
public class RejectedScanException extends UnsupportedQueryException {

	private final AccessPath path;

	public RejectedScanException(AccessPath path, String message) {
		super(message);
		this.path = path;
	}

	/**
	 * The best path there is.
	 */
	public AccessPath getPath() {
		return this.path;
	}

}
