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
import java.util.Base64;
import java.util.concurrent.atomic.AtomicReference;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpPipelineNextSyncPolicy;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.HttpPipelinePolicy;
import com.azure.core.util.DateTimeRfc1123;
import io.azuretables.client.TableCredential.SharedKey;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Signs requests with the account's key, in the scheme that the table service calls
 * Shared Key Lite. The key is decoded and the hash prepared once, and the text of the
 * date is kept for a second.
 */
final class SharedKeyLitePolicy implements HttpPipelinePolicy {

	private static final HttpHeaderName DATE = HttpHeaderName.fromString("x-ms-date");

	private final String account;

	/**
	 * What stands before each signature.
	 */
	private final String scheme;

	private final Mac prototype;

	/**
	 * A hash that no request uses now: to clone the prototype takes half the time of
	 * signing. It is cloned where several threads sign at the same time.
	 */
	private final AtomicReference<@Nullable Mac> spare = new AtomicReference<>();

	private volatile Second second = new Second(0, "", new byte[0]);

	SharedKeyLitePolicy(SharedKey credential) {
		this.account = credential.account();
		this.scheme = "SharedKeyLite " + this.account + ":";
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
		Second now = second(System.currentTimeMillis());
		HttpHeaders headers = request.getHeaders();
		headers.set(DATE, now.text());
		byte[] signature = hash(now.signed(), resource(request.getUrl()).getBytes(StandardCharsets.UTF_8));
		headers.set(HttpHeaderName.AUTHORIZATION,
				this.scheme.concat(new String(Base64.getEncoder().encode(signature), StandardCharsets.ISO_8859_1)));
	}

	String date(Instant now) {
		return second(now.toEpochMilli()).text();
	}

	private Second second(long millis) {
		Second current = this.second;
		long epoch = Math.floorDiv(millis, 1000L);
		if (current.epoch() != epoch) {
			String text = DateTimeRfc1123.toRfc1123String(Instant.ofEpochSecond(epoch).atOffset(ZoneOffset.UTC));
			current = new Second(epoch, text, (text + "\n/" + this.account).getBytes(StandardCharsets.UTF_8));
			this.second = current;
		}
		return current;
	}

	private byte[] hash(byte[] first, byte[] second) {
		Mac mac = this.spare.getAndSet(null);
		if (mac == null) {
			mac = newMac();
		}
		mac.update(first);
		byte[] hash = mac.doFinal(second);
		this.spare.set(mac);
		return hash;
	}

	private Mac newMac() {
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
	 * A second, and what is the same in all signatures of it.
	 *
	 * @param epoch the second
	 * @param text the date
	 * @param signed the date and the account, as they are signed
	 */
	private record Second(long epoch, String text, byte[] signed) {

	}

}
