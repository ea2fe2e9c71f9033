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

package io.azuretables.http;

import java.security.NoSuchAlgorithmException;
import java.util.List;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

import org.jspecify.annotations.Nullable;

/**
 * Options of TLS connections: SSL context, protocols and cipher suites. The name of the
 * server is checked against its certificate in any case.
 *
 * @param context certificates and keys; those of the JVM if {@code null}
 * @param protocols protocols such as {@code TLSv1.3}; those of the JVM if empty
 * @param cipherSuites cipher suites; those of the JVM if empty
 * @since 0.1
 */
public record TlsOptions(@Nullable SSLContext context, List<String> protocols, List<String> cipherSuites) {

	/**
	 * The defaults of the JVM.
	 */
	public static final TlsOptions DEFAULTS = new TlsOptions(null, List.of(), List.of());

	public TlsOptions {
		protocols = List.copyOf(protocols);
		cipherSuites = List.copyOf(cipherSuites);
		if (!protocols.isEmpty() || !cipherSuites.isEmpty()) {
			check(context, protocols, cipherSuites);
		}
	}

	/**
	 * Refuses names that would end every handshake.
	 */
	private static void check(@Nullable SSLContext context, List<String> protocols, List<String> cipherSuites) {
		SSLEngine engine = contextOrDefault(context).createSSLEngine();
		SSLParameters parameters = engine.getSSLParameters();
		select(protocols, cipherSuites, parameters);
		try {
			engine.setSSLParameters(parameters);
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException("TLS connections cannot be made with the protocols " + protocols
					+ " and the cipher suites " + cipherSuites + ", as this JVM knows them: " + ex.getMessage());
		}
	}

	/**
	 * Sets the protocols and cipher suites, where they are not those of the JVM.
	 */
	void select(SSLParameters parameters) {
		select(this.protocols, this.cipherSuites, parameters);
	}

	private static void select(List<String> protocols, List<String> cipherSuites, SSLParameters parameters) {
		if (!protocols.isEmpty()) {
			parameters.setProtocols(protocols.toArray(String[]::new));
		}
		if (!cipherSuites.isEmpty()) {
			parameters.setCipherSuites(cipherSuites.toArray(String[]::new));
		}
	}

	/**
	 * The given context, or that of the JVM.
	 */
	static SSLContext contextOrDefault(@Nullable SSLContext given) {
		try {
			return (given != null) ? given : SSLContext.getDefault();
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("The JVM has no TLS", ex);
		}
	}

	public TlsOptions withContext(@Nullable SSLContext newContext) {
		return new TlsOptions(newContext, this.protocols, this.cipherSuites);
	}

	public TlsOptions withProtocols(List<String> newProtocols) {
		return new TlsOptions(this.context, newProtocols, this.cipherSuites);
	}

	public TlsOptions withCipherSuites(List<String> newCipherSuites) {
		return new TlsOptions(this.context, this.protocols, newCipherSuites);
	}

}
