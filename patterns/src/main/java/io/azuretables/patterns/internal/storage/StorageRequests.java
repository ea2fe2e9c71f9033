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

package io.azuretables.patterns.internal.storage;

import com.azure.core.http.HttpClient;
import com.azure.storage.common.policy.RequestRetryOptions;
import com.azure.storage.common.policy.RetryPolicyType;
import io.azuretables.http.ApacheHttpClient;

/**
 * The HTTP client and retry options that the Azure SDK clients of queues and blobs use.
 * One HTTP client for all of them.
 */
public final class StorageRequests {

	public static final HttpClient CLIENT = new ApacheHttpClient();

	/**
	 * Three attempts of at most ten seconds.
	 */
	public static final RequestRetryOptions RETRIES = new RequestRetryOptions(RetryPolicyType.EXPONENTIAL, 3, 10, null,
			null, null);

	private StorageRequests() {
	}

}
