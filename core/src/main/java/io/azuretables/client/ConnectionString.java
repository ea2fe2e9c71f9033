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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.azuretables.client.TableCredential.Sas;
import io.azuretables.client.TableCredential.SharedKey;
import org.jspecify.annotations.Nullable;

/**
 * Reads the settings of an Azure Storage connection string. Case does not matter;
 * settings of other services are ignored. Messages name settings and never show what they
 * are set to.
 */
final class ConnectionString {

	private static final String DEVELOPMENT_ACCOUNT = "devstoreaccount1";

	/**
	 * The same in every installation of the emulator, and published: no secret.
	 */
	private static final String DEVELOPMENT_KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

	private static final int DEVELOPMENT_PORT = 10002;

	private final Map<String, String> settings = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

	ConnectionString(String text) {
		int position = 0;
		for (String setting : text.split(";")) {
			position++;
			if (!setting.isBlank()) {
				add(setting.trim(), position);
			}
		}
	}

	private void add(String setting, int position) {
		int equals = setting.indexOf('=');
		if (equals < 1) {
			throw new IllegalArgumentException(
					"Setting " + position + " of the connection string is not of the form name=value");
		}
		String name = setting.substring(0, equals).trim();
		if (this.settings.put(name, setting.substring(equals + 1).trim()) != null) {
			throw new IllegalArgumentException(isName(name) ? "The connection string sets " + name + " twice"
					: "Setting " + position + " of the connection string repeats an earlier one");
		}
	}

	/**
	 * Whether a name can be shown. It may be a secret that lacks its name.
	 */
	private static boolean isName(String name) {
		return name.length() <= 32 && name.chars().allMatch(Character::isLetter);
	}

	TableConnection toConnection() {
		if (Boolean.parseBoolean(this.settings.get("UseDevelopmentStorage"))) {
			checkDevelopment();
			return new TableConnection(developmentEndpoint(), new SharedKey(DEVELOPMENT_ACCOUNT, DEVELOPMENT_KEY));
		}
		return new TableConnection(endpoint(), credential());
	}

	/**
	 * Refuses what the emulator's account has already.
	 */
	private void checkDevelopment() {
		for (String setting : List.of("TableEndpoint", "AccountName", "AccountKey", "SharedAccessSignature")) {
			if (this.settings.containsKey(setting)) {
				throw new IllegalArgumentException("The connection string sets UseDevelopmentStorage and " + setting
						+ ", which exclude each other; name another host of the emulator by DevelopmentStorageProxyUri");
			}
		}
	}

	private URI developmentEndpoint() {
		String proxy = this.settings.get("DevelopmentStorageProxyUri");
		URI host = (proxy != null) ? uri("DevelopmentStorageProxyUri", proxy) : URI.create("http://127.0.0.1");
		int port = (host.getPort() != -1) ? host.getPort() : DEVELOPMENT_PORT;
		return URI.create(host.getScheme() + "://" + host.getHost() + ":" + port + "/" + DEVELOPMENT_ACCOUNT);
	}

	private URI endpoint() {
		String endpoint = this.settings.get("TableEndpoint");
		if (endpoint != null) {
			return uri("TableEndpoint", endpoint);
		}
		String account = this.settings.get("AccountName");
		if (account == null) {
			throw new IllegalArgumentException("The connection string has neither TableEndpoint nor AccountName");
		}
		String protocol = this.settings.getOrDefault("DefaultEndpointsProtocol", "https");
		String suffix = this.settings.getOrDefault("EndpointSuffix", "core.windows.net");
		return uri("AccountName, DefaultEndpointsProtocol or EndpointSuffix",
				protocol + "://" + account + ".table." + suffix);
	}

	private static URI uri(String setting, String value) {
		URI uri = parsed(value);
		if (uri == null || uri.getHost() == null || uri.getScheme() == null) {
			throw new IllegalArgumentException(setting
					+ " of the connection string does not make an address; the name of a host has no underscore");
		}
		return uri;
	}

	private static @Nullable URI parsed(String value) {
		try {
			return URI.create(value);
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

	private TableCredential credential() {
		String key = this.settings.get("AccountKey");
		String signature = this.settings.get("SharedAccessSignature");
		if ((key == null) == (signature == null)) {
			throw new IllegalArgumentException(
					"The connection string needs either AccountKey or SharedAccessSignature, and has "
							+ ((key == null) ? "neither" : "both"));
		}
		if (key == null) {
			return new Sas(String.valueOf(signature));
		}
		String account = this.settings.get("AccountName");
		if (account == null) {
			throw new IllegalArgumentException("The connection string has an AccountKey and no AccountName");
		}
		return new SharedKey(account, key);
	}

}
