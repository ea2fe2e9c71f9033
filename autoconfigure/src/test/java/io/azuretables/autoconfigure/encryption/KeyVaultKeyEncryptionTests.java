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

package io.azuretables.autoconfigure.encryption;

import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.MGF1ParameterSpec;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.crypto.Cipher;
import javax.crypto.spec.OAEPParameterSpec;
import javax.crypto.spec.PSource;

import com.azure.core.credential.AccessToken;
import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.security.keyvault.keys.KeyClientBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link KeyVaultKeyEncryption}, with a vault in memory behind the SDK.
 */
class KeyVaultKeyEncryptionTests {

	private static final String ID = "https://contoso.vault.azure.net/keys/tables/v1";

	private final List<String> requests = new ArrayList<>();

	private KeyPair pair;

	private KeyVaultKeyEncryption keys;

	@BeforeEach
	void connect() throws GeneralSecurityException {
		KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
		generator.initialize(2048);
		this.pair = generator.generateKeyPair();
		this.keys = new KeyVaultKeyEncryption(new KeyClientBuilder().vaultUrl("https://contoso.vault.azure.net")
			.credential((context) -> Mono.just(new AccessToken("token", OffsetDateTime.now().plusHours(1))))
			.httpClient(new Vault())
			.buildClient(), "tables");
	}

	@Test
	void wrapsAndUnwrapsWithTheNewestVersion() {
		byte[] dataKey = new byte[32];
		Arrays.fill(dataKey, (byte) 7);
		assertThat(this.keys.currentKeyId()).isEqualTo(ID);
		assertThat(this.keys).hasToString("https://contoso.vault.azure.net/keys/tables");
		byte[] wrapped = this.keys.wrap(ID, dataKey);
		assertThat(wrapped).hasSize(256);
		assertThat(this.keys.unwrap(ID, wrapped)).as(this.requests.toString()).isEqualTo(dataKey);
		assertThat(this.requests)
			.anyMatch((request) -> request.toLowerCase(Locale.ROOT).contains("/keys/tables/v1/unwrapkey"));
	}

	@Test
	void sendsNothingToAnotherVaultThatARowNames() {
		for (String other : List.of("https://evil.example/keys/tables/v1",
				"https://contoso.vault.azure.net.evil.example/keys/tables/v1",
				"https://contoso.vault.azure.net/keys/other/v1")) {
			assertThatIllegalArgumentException().isThrownBy(() -> this.keys.unwrap(other, new byte[256]))
				.withMessageContaining("wrapped with another key");
		}
		assertThat(this.requests).isEmpty();
	}

	/**
	 * Answers as a vault with one key does.
	 */
	private final class Vault implements HttpClient {

		@Override
		public Mono<HttpResponse> send(HttpRequest request) {
			return Mono.fromSupplier(() -> answer(request));
		}

		private HttpResponse answer(HttpRequest request) {
			if (request.getHeaders().get(HttpHeaderName.AUTHORIZATION) == null) {
				return new Answer(request, 401, "");
			}
			String path = request.getUrl().getPath().toLowerCase(Locale.ROOT);
			KeyVaultKeyEncryptionTests.this.requests.add(request.getUrl().toString());
			if (path.contains("/wrapkey")) {
				return answer(request, Cipher.ENCRYPT_MODE, KeyVaultKeyEncryptionTests.this.pair.getPublic());
			}
			if (path.contains("/unwrapkey")) {
				return answer(request, Cipher.DECRYPT_MODE, KeyVaultKeyEncryptionTests.this.pair.getPrivate());
			}
			RSAPublicKey key = (RSAPublicKey) KeyVaultKeyEncryptionTests.this.pair.getPublic();
			byte[] modulus = key.getModulus().toByteArray();
			return new Answer(request, 200,
					"{\"key\":{\"kid\":\"" + ID + "\",\"kty\":\"RSA\",\"key_ops\":[\"wrapKey\",\"unwrapKey\"],\"n\":\""
							+ base64(Arrays.copyOfRange(modulus, modulus.length - 256, modulus.length)) + "\",\"e\":\""
							+ base64(key.getPublicExponent().toByteArray()) + "\"},\"attributes\":{\"enabled\":true}}");
		}

		private HttpResponse answer(HttpRequest request, int mode, Key key) {
			Matcher value = Pattern.compile("\"value\":\"([^\"]+)\"").matcher(request.getBodyAsBinaryData().toString());
			assertThat(value.find()).isTrue();
			try {
				Cipher cipher = Cipher.getInstance("RSA/ECB/OAEPWithSHA-256AndMGF1Padding");
				cipher.init(mode, key,
						new OAEPParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, PSource.PSpecified.DEFAULT));
				byte[] result = cipher.doFinal(Base64.getUrlDecoder().decode(value.group(1)));
				return new Answer(request, 200, "{\"kid\":\"" + ID + "\",\"value\":\"" + base64(result) + "\"}");
			}
			catch (GeneralSecurityException ex) {
				throw new IllegalStateException(ex);
			}
		}

		private static String base64(byte[] bytes) {
			return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
		}

	}

	private static final class Answer extends HttpResponse {

		private final int status;

		private final byte[] body;

		private final HttpHeaders headers = new HttpHeaders();

		Answer(HttpRequest request, int status, String body) {
			super(request);
			this.status = status;
			this.body = body.getBytes(StandardCharsets.UTF_8);
			this.headers.set(HttpHeaderName.CONTENT_TYPE, "application/json");
			this.headers.set(HttpHeaderName.CONTENT_LENGTH, Integer.toString(this.body.length));
			if (status == 401) {
				this.headers.set(HttpHeaderName.WWW_AUTHENTICATE,
						"Bearer authorization=\"https://login.microsoftonline.com/11111111-1111-1111-1111-111111111111\", "
								+ "resource=\"https://vault.azure.net\"");
			}
		}

		@Override
		public int getStatusCode() {
			return this.status;
		}

		@Override
		@Deprecated
		public String getHeaderValue(String name) {
			return this.headers.getValue(HttpHeaderName.fromString(name));
		}

		@Override
		public HttpHeaders getHeaders() {
			return this.headers;
		}

		@Override
		public Flux<ByteBuffer> getBody() {
			return Flux.just(ByteBuffer.wrap(this.body));
		}

		@Override
		public Mono<byte[]> getBodyAsByteArray() {
			return Mono.just(this.body);
		}

		@Override
		public Mono<String> getBodyAsString() {
			return getBodyAsString(StandardCharsets.UTF_8);
		}

		@Override
		public Mono<String> getBodyAsString(Charset charset) {
			return Mono.just(new String(this.body, charset));
		}

	}

}
