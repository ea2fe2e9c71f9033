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

package io.azuretables.client;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import com.azure.core.exception.HttpResponseException;
import com.azure.data.tables.TableClient;
import com.azure.data.tables.TableServiceClient;
import com.azure.data.tables.TableServiceClientBuilder;
import com.azure.data.tables.models.TableAccessPolicy;
import com.azure.data.tables.models.TableServiceCorsRule;
import com.azure.data.tables.models.TableServiceException;
import com.azure.data.tables.models.TableServiceGeoReplication;
import com.azure.data.tables.models.TableServiceProperties;
import com.azure.data.tables.models.TableSignedIdentifier;
import io.azuretables.client.TableCredential.SharedKey;
import io.azuretables.client.internal.protocol.HttpExchange;
import io.azuretables.gateway.AccessGrant;
import io.azuretables.gateway.AccessPermission;
import io.azuretables.gateway.AccessPolicy;
import io.azuretables.gateway.CorsRule;
import io.azuretables.gateway.ServiceErrorException;
import io.azuretables.gateway.SharedAccess;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.util.StringUtils;

/**
 * Signs shared access signatures, and manages stored access policies and CORS rules,
 * through the client of the Azure SDK.
 */
final class SdkAccess {

	private final TableServiceClient client;

	SdkAccess(TableServiceClientBuilder builder) {
		this.client = builder.buildClient();
	}

	static SharedAccess sign(TableConnection connection, AccessGrant grant) {
		if (connection.isCosmos()) {
			throw new InvalidDataAccessApiUsageException(
					"Cosmos DB for Table has no shared access signatures; give access through the application");
		}
		if (connection.credential() instanceof SharedKey key) {
			return grant.sign(connection.endpoint(), key.account(), key.key());
		}
		throw new InvalidDataAccessApiUsageException(
				"A shared access signature for a table is made with the key of the account, and the connection has a "
						+ (connection.credential() instanceof TableCredential.Sas ? "signature" : "TokenCredential")
						+ "; configure the account key where signatures are made. "
						+ "Tables do not support user delegation signatures");
	}

	List<AccessPolicy> policies(String table) {
		TableClient tables = this.client.getTableClient(table);
		return call("access policies of table '" + table + "'", () -> {
			List<TableSignedIdentifier> identifiers = tables.getAccessPolicies().getIdentifiers();
			return (identifiers != null) ? identifiers.stream().map(SdkAccess::policy).toList()
					: List.<AccessPolicy>of();
		});
	}

	void setPolicies(String table, List<AccessPolicy> policies) {
		AccessPolicy.checkCount(policies);
		TableClient tables = this.client.getTableClient(table);
		call("access policies of table '" + table + "'", () -> {
			tables.setAccessPolicies(policies.stream().map(SdkAccess::identifier).toList());
			return true;
		});
	}

	private static AccessPolicy policy(TableSignedIdentifier identifier) {
		TableAccessPolicy policy = Objects.requireNonNullElseGet(identifier.getAccessPolicy(), TableAccessPolicy::new);
		return new AccessPolicy(identifier.getId(), AccessPermission.of(policy.getPermissions()),
				time(policy.getStartsOn()), time(policy.getExpiresOn()));
	}

	private static @Nullable Instant time(@Nullable OffsetDateTime time) {
		return (time != null) ? time.toInstant() : null;
	}

	private static @Nullable OffsetDateTime time(@Nullable Instant time) {
		return (time != null) ? time.atOffset(ZoneOffset.UTC) : null;
	}

	private static TableSignedIdentifier identifier(AccessPolicy policy) {
		return new TableSignedIdentifier(policy.name())
			.setAccessPolicy(new TableAccessPolicy().setPermissions(AccessPermission.letters(policy.permissions()))
				.setStartsOn(time(policy.from()))
				.setExpiresOn(time(policy.until())));
	}

	List<CorsRule> corsRules() {
		return call("CORS rules", () -> {
			List<TableServiceCorsRule> rules = this.client.getProperties().getCorsRules();
			return (rules != null) ? rules.stream().map(SdkAccess::rule).toList() : List.<CorsRule>of();
		});
	}

	void setCorsRules(List<CorsRule> rules) {
		CorsRule.checkCount(rules);
		call("CORS rules", () -> {
			TableServiceProperties properties = this.client.getProperties();
			properties.setCorsRules(rules.stream().map(SdkAccess::rule).toList());
			this.client.setProperties(properties);
			return true;
		});
	}

	private static CorsRule rule(TableServiceCorsRule rule) {
		return new CorsRule(list(rule.getAllowedOrigins()), list(rule.getAllowedMethods()),
				list(rule.getAllowedHeaders()), list(rule.getExposedHeaders()),
				Duration.ofSeconds(rule.getMaxAgeInSeconds()));
	}

	private static List<String> list(@Nullable String text) {
		return List.of(StringUtils.commaDelimitedListToStringArray(text));
	}

	/**
	 * Up to which time a secondary region is in step.
	 * @param most how long the answer may take
	 */
	@Nullable Instant lastSync(Duration most) {
		return this.<@Nullable Instant>call("statistics of the service", () -> {
			TableServiceGeoReplication replication = this.client
				.getStatisticsWithResponse(null, HttpExchange.within(most))
				.getValue()
				.getGeoReplication();
			return (replication != null) ? time(replication.getLastSyncTime()) : null;
		});
	}

	private static TableServiceCorsRule rule(CorsRule rule) {
		return new TableServiceCorsRule().setAllowedOrigins(String.join(",", rule.origins()))
			.setAllowedMethods(String.join(",", rule.methods()))
			.setAllowedHeaders(String.join(",", rule.allowedHeaders()))
			.setExposedHeaders(String.join(",", rule.exposedHeaders()))
			.setMaxAgeInSeconds((int) rule.maxAge().toSeconds());
	}

	private static <T extends @Nullable Object> T call(String what, Supplier<T> request) {
		try {
			return request.get();
		}
		catch (HttpResponseException ex) {
			int status = (ex.getResponse() != null) ? ex.getResponse().getStatusCode() : 0;
			ServiceErrorException cause = new ServiceErrorException(status, code(ex), -1);
			String message = "The request for the " + what + " was refused: " + cause.getMessage();
			if (status == 403) {
				throw new PermissionDeniedDataAccessException(message + "; it needs the key of the account", cause);
			}
			throw new NonTransientDataAccessResourceException(message, cause);
		}
		catch (RuntimeException ex) {
			if (isOfNetwork(ex)) {
				throw new TransientDataAccessResourceException("The request for the " + what + " had no answer", ex);
			}
			throw new NonTransientDataAccessResourceException(
					"The request for the " + what + " failed with " + ex.getClass().getSimpleName(), ex);
		}
	}

	private static boolean isOfNetwork(RuntimeException ex) {
		for (Throwable cause = ex; cause != null; cause = cause.getCause()) {
			if (cause instanceof IOException || cause instanceof TimeoutException) {
				return true;
			}
		}
		return false;
	}

	private static String code(HttpResponseException ex) {
		boolean told = ex instanceof TableServiceException error && error.getValue() != null
				&& error.getValue().getErrorCode() != null;
		return told ? ((TableServiceException) ex).getValue().getErrorCode().toString() : "";
	}

}
