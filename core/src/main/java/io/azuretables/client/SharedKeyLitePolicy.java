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

import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpPipelineNextSyncPolicy;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.HttpPipelinePolicy;
import io.azuretables.client.TableCredential.SharedKey;
import reactor.core.publisher.Mono;

/**
 * Signs requests with the account's key, in the scheme that the table service calls
 * Shared Key Lite. The key is decoded and the hash prepared once, and the text of the
 * date is kept for a second.
 */
final class SharedKeyLitePolicy implements HttpPipelinePolicy {

	private static final HttpHeaderName DATE = HttpHeaderName.fromString("x-ms-date");

	private static final DateTimeFormatter FORMAT = DateTimeFormatter
		.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
		.withZone(ZoneOffset.UTC);

	private final String account;

	private final Mac prototype;

	private volatile Second second = new Second(0, "");

	SharedKeyLitePolicy(SharedKey credential) {
		this.account = credential.account();
		try {
			this.prototype = Mac.getInstance("HmacSHA256");
			this.prototype.init(new SecretKeySpec(Base64.getDecoder().decode(credential.key()), "HmacSHA256"));
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("The JDK cannot compute HMAC-SHA256", ex);
		}
	}

	@Override
	public Mono<HttpResponse> process(HttpPipelineCallContext context, HttpPipelineNextPolicy next) {
		return Mono.defer(() -> {
			sign(context.getHttpRequest());
			return next.process();
		});
	}

	@Override
	public HttpResponse processSync(HttpPipelineCallContext context, HttpPipelineNextSyncPolicy next) {
		sign(context.getHttpRequest());
		return next.processSync();
	}

	private void sign(HttpRequest request) {
		String date = date(Instant.now());
		String signed = date + "\n/" + this.account + resource(request.getUrl());
		byte[] signature = mac().doFinal(signed.getBytes(StandardCharsets.UTF_8));
		request.setHeader(DATE, date);
		request.setHeader(HttpHeaderName.AUTHORIZATION,
				"SharedKeyLite " + this.account + ":" + Base64.getEncoder().encodeToString(signature));
	}

	String date(Instant now) {
		Second current = this.second;
		if (current.epoch() != now.getEpochSecond()) {
			current = new Second(now.getEpochSecond(), FORMAT.format(now));
			this.second = current;
		}
		return current.text();
	}

	private Mac mac() {
		try {
			return (Mac) this.prototype.clone();
		}
		catch (CloneNotSupportedException ex) {
			throw new IllegalStateException("The security provider's HMAC-SHA256 cannot be cloned", ex);
		}
	}

	/**
	 * The path, and of the query only what selects a component of the resource.
	 */
	private static String resource(URL url) {
		String path = url.getPath().isEmpty() ? "/" : url.getPath();
		String query = url.getQuery();
		if (query == null || !query.contains("comp=")) {
			return path;
		}
		for (String parameter : query.split("&")) {
			if (parameter.startsWith("comp=")) {
				return path + "?" + parameter;
			}
		}
		return path;
	}

	/**
	 * The text of a second.
	 */
	private record Second(long epoch, String text) {

	}

}
