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

package io.azuretables.gateway;

import java.util.List;

/**
 * Interface to the access control of the table service: shared access signatures, stored
 * access policies and CORS rules. Needs the key of the account.
 *
 * @since 0.1
 */
public interface AccessGateway {

	/**
	 * Makes a shared access signature. Sends no request.
	 * @throws org.springframework.dao.InvalidDataAccessApiUsageException if there is no
	 * key to sign with
	 */
	SharedAccess sign(AccessGrant grant);

	/**
	 * The stored access policies of a table. One request.
	 */
	List<AccessPolicy> policies(String table);

	/**
	 * Replaces the stored access policies of a table by others, at most
	 * {@link AccessPolicy#MAX_COUNT}. One request; the last writer wins.
	 */
	void setPolicies(String table, List<AccessPolicy> policies);

	/**
	 * The CORS rules of the service. One request.
	 */
	List<CorsRule> corsRules();

	/**
	 * Replaces the CORS rules of the service by others, at most
	 * {@link CorsRule#MAX_COUNT}. The last writer wins. Requests that read and write the
	 * properties of the service; properties other than the rules keep their values.
	 */
	void setCorsRules(List<CorsRule> rules);

}
