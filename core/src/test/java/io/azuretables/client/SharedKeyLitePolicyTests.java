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

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpPipeline;
import com.azure.core.http.HttpPipelineBuilder;
import com.azure.core.http.HttpRequest;
import com.azure.core.util.Context;
import io.azuretables.client.TableCredential.SharedKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Signatures, computed here a second time by the text of the specification.
 */
class SharedKeyLitePolicyTests {

	private static final SharedKey KEY = new SharedKey("acc", "c2VjcmV0");

	private final SharedKeyLitePolicy policy = new SharedKeyLitePolicy(KEY);

	private final RecordedHttpClient http = RecordedHttpClient.answering(200, "");

	private final HttpPipeline pipeline = new HttpPipelineBuilder().httpClient(this.http).policies(this.policy).build();

	@ParameterizedTest
	@CsvSource({ "https://acc.table.core.windows.net, /acc/", "http://127.0.0.1:1/acc/Tables, /acc/acc/Tables",
			"http://h/T(PartitionKey='%27%27'%2CRowKey='')?$select=A, /acc/T(PartitionKey='%27%27'%2CRowKey='')",
			"http://h/?restype=service&comp=properties, /acc/?comp=properties", "http://h/T?xcomp=1, /acc/T" })
	void signsTheDateAndTheResource(String url, String resource) throws Exception {
		for (boolean sync : List.of(true, false)) {
			HttpRequest request = new HttpRequest(HttpMethod.GET, URI.create(url).toURL());
			if (sync) {
				this.pipeline.sendSync(request, Context.NONE).close();
			}
			else {
				this.pipeline.send(request).block().close();
			}
			String expected = signature(this.http.header("x-ms-date") + "\n" + resource);
			assertThat(this.http.header("Authorization")).isEqualTo("SharedKeyLite acc:" + expected);
		}
	}

	private static String signature(String text) throws Exception {
		Mac mac = Mac.getInstance("HmacSHA256");
		mac.init(new SecretKeySpec("secret".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
		return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
	}

	@Test
	void spellsADateAndKeepsItForASecond() {
		String text = this.policy.date(Instant.parse("2026-11-01T02:03:04.1Z"));
		assertThat(text).isEqualTo("Sun, 01 Nov 2026 02:03:04 GMT");
		assertThat(this.policy.date(Instant.parse("2026-11-01T02:03:04.9Z"))).isSameAs(text);
		assertThat(this.policy.date(Instant.parse("2026-11-01T02:03:05Z"))).isEqualTo("Sun, 01 Nov 2026 02:03:05 GMT");
	}

	@Test
	void signsFromManyThreads() {
		assertThat(IntStream.range(0, 200).parallel().mapToObj((i) -> {
			HttpRequest request = new HttpRequest(HttpMethod.GET, "http://h/T" + i);
			this.pipeline.sendSync(request, Context.NONE).close();
			return request;
		})).allSatisfy((request) -> {
			String date = request.getHeaders().getValue(com.azure.core.http.HttpHeaderName.fromString("x-ms-date"));
			assertThat(request.getHeaders().getValue(com.azure.core.http.HttpHeaderName.AUTHORIZATION))
				.isEqualTo("SharedKeyLite acc:" + signature(date + "\n/acc" + request.getUrl().getPath()));
		});
	}

}
