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

package io.azuretables.autoconfigure.client;

import java.util.List;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import com.azure.core.credential.TokenRequestContext;
import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpPipelineNextSyncPolicy;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.ProxyOptions;
import com.azure.core.http.policy.HttpPipelinePolicy;
import com.azure.data.tables.TableServiceClient;
import io.azuretables.autoconfigure.ContextRunners;
import io.azuretables.autoconfigure.internal.configuration.ConfigurationProblemException;
import io.azuretables.client.HttpTableGateway;
import io.azuretables.client.RecordedHttpClient;
import io.azuretables.client.TableClientOptions;
import io.azuretables.client.TableConnection;
import io.azuretables.client.TableCredential;
import io.azuretables.client.TableCredential.Sas;
import io.azuretables.client.TableCredential.SharedKey;
import io.azuretables.client.TableCredential.Token;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.http.ApacheHttpClientOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import reactor.core.publisher.Mono;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link TableClientAutoConfiguration}.
 */
@ExtendWith(OutputCaptureExtension.class)
class TableClientAutoConfigurationTests {

	private static final String ACCOUNT = "azure.tables.account.name=contoso";

	private static final String KEY = "azure.tables.account.key=c2VjcmV0";

	private final ApplicationContextRunner application = ContextRunners.clients();

	@Test
	void connectsToTheServiceOfAConnectionString() {
		this.application.withPropertyValues(ContextRunners.AZURITE, ACCOUNT).run((context) -> {
			assertThat(context.getBeanFactory().containsSingleton("tableServiceClient")).isFalse();
			assertThat(context).hasSingleBean(HttpTableGateway.class).hasSingleBean(TableServiceClient.class);
			assertThat(connection(context).endpoint()).hasPort(10002);
		});
	}

	@Test
	void connectsToTheServiceOfAnAccount() {
		this.application.withPropertyValues(ACCOUNT, KEY).run((context) -> {
			assertThat(connection(context).endpoint()).hasToString("https://contoso.table.core.windows.net");
			assertThat(connection(context).credential()).isEqualTo(new SharedKey("contoso", "c2VjcmV0"));
		});
	}

	@Test
	void prefersTheEndpointToTheNameOfTheAccount() {
		this.application.withPropertyValues(ACCOUNT, KEY, "azure.tables.endpoint=https://tables.contoso.com")
			.run((context) -> assertThat(connection(context).endpoint()).hasHost("tables.contoso.com"));
	}

	@Test
	void prefersAKeyToASignatureAndASignatureToTokens() {
		ApplicationContextRunner tokens = this.application.withPropertyValues(ACCOUNT)
			.withBean("credential", TokenCredential.class, Tokens::new);
		tokens.withPropertyValues(KEY, "azure.tables.account.sas-token=?sig=1")
			.run((context) -> assertThat(connection(context).credential()).isInstanceOf(SharedKey.class));
		tokens.withPropertyValues("azure.tables.account.sas-token=?sig=1")
			.run((context) -> assertThat(connection(context).credential()).isInstanceOf(Sas.class));
		tokens.withPropertyValues("azure.tables.account.token-scope=https://example.com/.default").run((context) -> {
			TableCredential credential = connection(context).credential();
			assertThat(credential)
				.isEqualTo(new Token(context.getBean(TokenCredential.class), "https://example.com/.default"));
		});
	}

	@Test
	void prefersTheApplicationsTokensToThoseOfSpringCloudAzure() {
		Tokens own = new Tokens();
		ApplicationContextRunner cloud = this.application.withPropertyValues(ACCOUNT)
			.withBean("springCloudAzureDefaultCredential", TokenCredential.class, Tokens::new);
		cloud.withBean("own", TokenCredential.class, () -> own)
			.run((context) -> assertThat(connection(context).credential()).isEqualTo(new Token(own)));
		cloud.run((context) -> assertThat(connection(context).credential())
			.isEqualTo(new Token(context.getBean(TokenCredential.class))));
		cloud.withBean("own", TokenCredential.class, () -> own)
			.withBean("other", TokenCredential.class, Tokens::new)
			.run((context) -> assertThat(context).hasFailed()
				.getFailure()
				.hasMessageContaining("own,other")
				.hasMessageNotContaining("springCloud"));
	}

	/**
	 * They are those of blobs and queues.
	 */
	@Test
	void takesNoEndpointOfSpringCloudAzure() {
		ApplicationContextRunner cloud = this.application
			.withBean("springCloudAzureDefaultCredential", TokenCredential.class, Tokens::new)
			.withPropertyValues("spring.cloud.azure.storage.endpoint=https://contoso.blob.core.windows.net",
					"spring.cloud.azure.storage.blob.endpoint=https://contoso.blob.core.windows.net",
					"spring.cloud.azure.storage.account-name=contoso",
					"spring.cloud.azure.storage.connection-string=UseDevelopmentStorage=true");
		cloud.run((context) -> assertThat(context).getFailure()
			.rootCause()
			.isInstanceOf(ConfigurationProblemException.class));
		cloud.withPropertyValues(ACCOUNT)
			.run((context) -> assertThat(connection(context).endpoint())
				.hasToString("https://contoso.table.core.windows.net"));
	}

	@Test
	void takesTheMachinesTokensWhereNothingElseIsThere() {
		this.application.withPropertyValues(ACCOUNT)
			.run((context) -> assertThat(((Token) connection(context).credential()).credential())
				.hasSameClassAs(new com.azure.identity.DefaultAzureCredentialBuilder().build()));
	}

	@Test
	void takesConnectionDetailsRatherThanProperties() {
		TableConnectionDetails details = () -> TableConnection.parse("UseDevelopmentStorage=true");
		this.application.withPropertyValues(ACCOUNT, "azure.tables.embedded=true")
			.withBean(TableConnectionDetails.class, () -> details)
			.run((context) -> assertThat(context).hasSingleBean(HttpTableGateway.class)
				.hasSingleBean(TableConnectionDetails.class)
				.doesNotHaveBean(PropertiesTableConnectionDetails.class));
	}

	@Test
	void usesTheEmbeddedStoreWhenAskedForAndSaysSo(CapturedOutput output) {
		this.application.withPropertyValues("azure.tables.embedded=true").run((context) -> {
			assertThat(context).hasSingleBean(EmbeddedTableGateway.class)
				.doesNotHaveBean(TableConnectionDetails.class)
				.doesNotHaveBean(TableServiceClient.class);
			assertThat(output).contains("Using the embedded table store");
		});
	}

	@Test
	void usesTheEmbeddedStoreBesideAnEmulator() {
		this.application.withPropertyValues("azure.tables.embedded=true", ContextRunners.AZURITE)
			.run((context) -> assertThat(context).hasSingleBean(EmbeddedTableGateway.class));
	}

	@Test
	void takesEmptyTextsForPropertiesThatAreNotSet() {
		this.application
			.withPropertyValues("azure.tables.embedded=true", "azure.tables.connection-string=",
					"azure.tables.account.name= ")
			.run((context) -> assertThat(context).hasSingleBean(EmbeddedTableGateway.class));
		this.application
			.withPropertyValues(ACCOUNT, "azure.tables.connection-string=", "azure.tables.account.key=",
					"azure.tables.account.sas-token=?sig=1")
			.run((context) -> assertThat(connection(context).credential()).isInstanceOf(Sas.class));
		this.application.withPropertyValues(ACCOUNT, "azure.tables.account.sas-token=")
			.withBean(TokenCredential.class, Tokens::new)
			.run((context) -> assertThat(connection(context).credential()).isInstanceOf(Token.class));
	}

	@Test
	void backsOffFromAGateway() {
		TableGateway gateway = mock();
		this.application.withBean(TableGateway.class, () -> gateway)
			.run((context) -> assertThat(context).hasSingleBean(TableGateway.class)
				.doesNotHaveBean(TableConnectionDetails.class));
	}

	@Test
	void customizesTheClientOfTheSdk() {
		RecordedHttpClient recorded = RecordedHttpClient.answering(204, "");
		this.application.withPropertyValues(ContextRunners.AZURITE)
			.withBean(TableServiceClientBuilderCustomizer.class,
					() -> (builder) -> builder.endpoint("http://127.0.0.1:7/other"))
			.withBean(HttpClient.class, () -> recorded)
			.run((context) -> {
				TableServiceClient client = context.getBean(TableServiceClient.class);
				assertThat(client.getServiceEndpoint()).contains(":7/other");
			});
	}

	@Test
	void sendsThroughTheClientAndThePoliciesOfTheApplication() {
		RecordedHttpClient recorded = RecordedHttpClient.answering(204, "");
		this.application.withPropertyValues(ContextRunners.AZURITE)
			.withBean(HttpClient.class, () -> recorded)
			.withBean(HttpPipelinePolicy.class, TeamPolicy::new)
			.run((context) -> {
				assertThat(context.getBean(TableGateway.class).createTable("Employees")).isTrue();
				assertThat(recorded.requests()).singleElement()
					.extracting((request) -> request.getHeaders().getValue(HttpHeaderName.fromString("x-team")))
					.isEqualTo("sales");
			});
	}

	@Test
	void usesTheCertificatesOfABundle() {
		this.application
			.withPropertyValues(ACCOUNT, KEY, "azure.tables.client.ssl.bundle=tables",
					"spring.ssl.bundle.pem.tables.truststore.certificate=")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(context.getBean(TableConnectionDetails.class).getSslBundle()).isNotNull();
			});
		this.application.withPropertyValues(ACCOUNT, KEY, "azure.tables.client.ssl.bundle=nowhere")
			.run((context) -> assertThat(context).hasFailed());
	}

	@Test
	void hasTheDefaultsOfTheGateway() {
		TableConnection connection = TableConnection.azurite();
		this.application.withPropertyValues(ContextRunners.AZURITE)
			.run((context) -> assertThat(options(context, connection)).isEqualTo(TableClientOptions.of(connection)));
	}

	@Test
	void setsWhatPropertiesSay() {
		TableConnection connection = TableConnection.azurite();
		this.application
			.withPropertyValues(ContextRunners.AZURITE, "azure.tables.client.connection-limit=7",
					"azure.tables.client.retry.attempts=9", "azure.tables.client.retry.backoff.max=7s",
					"azure.tables.client.timeout.response=8s", "azure.tables.client.timeout.exchange=40s",
					"azure.tables.client.keep-alive=9s", "azure.tables.client.max-response-size=5MB",
					"azure.tables.client.proxy.host=proxy", "azure.tables.client.proxy.port=3128",
					"azure.tables.client.proxy.username=me", "azure.tables.client.proxy.password=secret",
					"azure.tables.client.proxy.non-proxy-hosts=*.local,127.0.0.1,10.*")
			.run((context) -> {
				TableClientOptions options = options(context, connection);
				ApacheHttpClientOptions http = options.transport().http();
				assertThat(http.connectionLimit()).isEqualTo(7);
				assertThat(http.keepAlive()).hasSeconds(9);
				assertThat(http.maxResponseSize()).isEqualTo(5 * 1024 * 1024);
				assertThat(http.timeouts().exchange()).hasSeconds(40);
				ProxyOptions proxy = http.proxy();
				assertThat(proxy).isNotNull();
				assertThat(proxy.getAddress().getHostString() + ":" + proxy.getAddress().getPort())
					.isEqualTo("proxy:3128");
				assertThat(proxy.getUsername() + ":" + proxy.getPassword()).isEqualTo("me:secret");
				assertThat("a.local").matches(proxy.getNonProxyHosts());
				assertThat("alocal").doesNotMatch(proxy.getNonProxyHosts());
				assertThat("10.1.2.3").matches(proxy.getNonProxyHosts());
				assertThat("100.1.2.3").doesNotMatch(proxy.getNonProxyHosts());
				assertThat(context.getBean(TableClientProperties.class).toString()).doesNotContain("secret");
				assertThat(options.retry().attempts()).isEqualTo(9);
				assertThat(options.retry().backoff().max()).hasSeconds(7);
				assertThat(options.timeouts().response()).hasSeconds(8);
			});
	}

	@Test
	void usesVirtualThreadsWhereTheApplicationDoes() {
		this.application.withPropertyValues(ContextRunners.AZURITE, "spring.threads.virtual.enabled=true")
			.run((context) -> assertThat(
					TableGatewayConfiguration.Http.virtualThreads(context.getEnvironment()) != null)
				.isEqualTo(Runtime.version().feature() >= 21));
		this.application.withPropertyValues(ContextRunners.AZURITE)
			.run((context) -> assertThat(TableGatewayConfiguration.Http.virtualThreads(context.getEnvironment()))
				.isNull());
	}

	@Test
	void showsNoSecret() {
		this.application.withPropertyValues(ACCOUNT, KEY, "azure.tables.account.sas-token=?sig=1")
			.run((context) -> assertThat(context.getBean(TableConnectionProperties.class)).asString()
				.contains("contoso")
				.doesNotContain("c2VjcmV0", "sig"));
	}

	private static TableClientOptions options(ApplicationContext context, TableConnection connection) {
		TableConnectionDetails details = () -> connection;
		return new ClientOptions(details, context.getBean(TableClientProperties.class)).with(null, List.of(), null);
	}

	private static TableConnection connection(ApplicationContext context) {
		return context.getBean(TableConnectionDetails.class).getConnection();
	}

	static final class Tokens implements TokenCredential {

		@Override
		public Mono<AccessToken> getToken(TokenRequestContext request) {
			return Mono.empty();
		}

	}

	static final class TeamPolicy implements HttpPipelinePolicy {

		@Override
		public Mono<HttpResponse> process(HttpPipelineCallContext context, HttpPipelineNextPolicy next) {
			return Mono.error(new UnsupportedOperationException());
		}

		@Override
		public HttpResponse processSync(HttpPipelineCallContext context, HttpPipelineNextSyncPolicy next) {
			context.getHttpRequest().setHeader(HttpHeaderName.fromString("x-team"), "sales");
			return next.processSync();
		}

	}

}
