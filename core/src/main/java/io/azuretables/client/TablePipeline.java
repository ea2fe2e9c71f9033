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

import java.util.ArrayList;
import java.util.List;

import com.azure.core.credential.AzureNamedKeyCredential;
import com.azure.core.credential.AzureSasCredential;
import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpPipeline;
import com.azure.core.http.HttpPipelineBuilder;
import com.azure.core.http.HttpPipelinePosition;
import com.azure.core.http.policy.AzureSasCredentialPolicy;
import com.azure.core.http.policy.BearerTokenAuthenticationPolicy;
import com.azure.core.http.policy.HttpPipelinePolicy;
import com.azure.core.http.policy.RequestIdPolicy;
import com.azure.core.http.policy.UserAgentPolicy;
import com.azure.data.tables.TableAzureNamedKeyCredentialPolicy;
import io.azuretables.client.TableCredential.Sas;
import io.azuretables.client.TableCredential.SharedKey;
import io.azuretables.client.TableCredential.Token;
import io.azuretables.client.internal.protocol.RequestSentPolicy;
import io.azuretables.http.ApacheHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * Builds the HTTP pipeline of the Azure SDK that sends the requests: user agent,
 * credential, policies, HTTP client. There is no retry policy in it: retries belong to
 * {@link RequestExecutor}, which knows what a request means.
 */
final class TablePipeline {

	private static final String STORAGE_SCOPE = "https://storage.azure.com/.default";

	private static final String COSMOS_SCOPE = "https://cosmos.azure.com/.default";

	private TablePipeline() {
	}

	static HttpPipeline of(TableClientOptions options) {
		List<HttpPipelinePolicy> policies = new ArrayList<>();
		policies.add(new UserAgentPolicy(userAgent(TablePipeline.class.getPackage().getImplementationVersion())));
		policies.add(new RequestIdPolicy());
		policies.addAll(policies(options, HttpPipelinePosition.PER_CALL));
		policies.add(credential(options.connection()));
		policies.addAll(policies(options, HttpPipelinePosition.PER_RETRY));
		policies.add(new RequestSentPolicy());
		return new HttpPipelineBuilder().httpClient(httpClient(options))
			.policies(policies.toArray(HttpPipelinePolicy[]::new))
			.build();
	}

	/**
	 * The same pipeline, with the key where the SDK looks for it when it makes
	 * signatures. The request is signed twice, the second time by our own policy.
	 */
	static HttpPipeline forSdk(HttpPipeline pipeline, TableConnection connection) {
		if (!(connection.credential() instanceof SharedKey key)) {
			return pipeline;
		}
		List<HttpPipelinePolicy> policies = new ArrayList<>();
		policies.add(new TableAzureNamedKeyCredentialPolicy(new AzureNamedKeyCredential(key.account(), key.key())));
		for (int i = 0; i < pipeline.getPolicyCount(); i++) {
			policies.add(pipeline.getPolicy(i));
		}
		return new HttpPipelineBuilder().httpClient(pipeline.getHttpClient())
			.policies(policies.toArray(HttpPipelinePolicy[]::new))
			.build();
	}

	/**
	 * How the module calls itself.
	 * @param version what the manifest of its jar says; classes without a jar have none
	 */
	static String userAgent(@Nullable String version) {
		return "spring-data-azure-tables/" + ((version != null) ? version : "development");
	}

	private static List<HttpPipelinePolicy> policies(TableClientOptions options, HttpPipelinePosition position) {
		return options.transport()
			.policies()
			.stream()
			.filter((policy) -> policy.getPipelinePosition() == position)
			.toList();
	}

	private static HttpPipelinePolicy credential(TableConnection connection) {
		TableCredential credential = connection.credential();
		if (credential instanceof SharedKey key) {
			return new SharedKeyLitePolicy(key);
		}
		if (credential instanceof Sas sas) {
			return new AzureSasCredentialPolicy(new AzureSasCredential(sas.signature()), false);
		}
		Token token = (Token) credential;
		String scope = token.scope();
		if (scope == null) {
			scope = connection.isCosmos() ? COSMOS_SCOPE : STORAGE_SCOPE;
		}
		return new BearerTokenAuthenticationPolicy(token.credential(), scope);
	}

	private static HttpClient httpClient(TableClientOptions options) {
		HttpClient given = options.transport().httpClient();
		return (given != null) ? given : new ApacheHttpClient(options.transport().http());
	}

}
