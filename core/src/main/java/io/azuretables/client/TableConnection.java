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
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.azuretables.client.TableCredential.Sas;
import io.azuretables.client.TableCredential.Token;

/**
 * The endpoint of a table service, and the credential for it. Tokens are sent over https
 * only, shared access signatures over https or to this machine.
 *
 * @param endpoint the address of the table service of the account
 * @param credential as whom
 * @since 0.1
 */
public record TableConnection(URI endpoint, TableCredential credential) {

	/**
	 * The loopback addresses and their names, and the name that a container has for the
	 * machine that it runs on.
	 */
	private static final Pattern THIS_MACHINE = Pattern
		.compile("(.+\\.)?localhost|127(\\.[0-9]{1,3}){3}|\\[(::1|0:0:0:0:0:0:0:1)]|host\\.docker\\.internal");

	private static final String SECONDARY = "-secondary";

	private static final Pattern OTHER_SERVICE = Pattern.compile(
			"[^.]+(?:\\.privatelink|\\.z\\d+)?\\.(blob|queue|file|dfs)\\.(?:core|storage)\\.",
			Pattern.CASE_INSENSITIVE);

	public TableConnection {
		String scheme = String.valueOf(endpoint.getScheme()).toLowerCase(Locale.ROOT);
		if (endpoint.getHost() == null || endpoint.getRawQuery() != null || endpoint.getRawFragment() != null
				|| endpoint.getRawUserInfo() != null || !(scheme.equals("http") || scheme.equals("https"))) {
			throw new IllegalArgumentException(
					"A table endpoint is an http or https address with a host and without a query, a fragment or a user, such as https://account.table.core.windows.net; the name of a host has no underscore");
		}
		Matcher other = OTHER_SERVICE.matcher(endpoint.getHost());
		if (other.lookingAt()) {
			throw new IllegalArgumentException(endpoint.getHost() + " is the address of the " + other.group(1)
					+ " service; that of the table service has '.table.' in place of '." + other.group(1) + ".'");
		}
		if (credential instanceof Token && scheme.equals("http")) {
			throw new IllegalArgumentException("A token is only sent over https, and the table endpoint is an http "
					+ "address: give its https address, or a shared key or shared access signature instead of a token");
		}
		if (credential instanceof Sas && scheme.equals("http") && !isThisMachine(endpoint.getHost())) {
			throw new IllegalArgumentException(
					"A shared access signature is only sent over https, or to this machine, and the table endpoint is "
							+ "an http address of another one: give its https address, or a shared key, which is not sent");
		}
	}

	private static boolean isThisMachine(String host) {
		return THIS_MACHINE.matcher(host.toLowerCase(Locale.ROOT)).matches();
	}

	/**
	 * Reads a connection string of a storage account, of Cosmos DB for Table, or
	 * {@code UseDevelopmentStorage=true}.
	 * @throws IllegalArgumentException if something is missing; the message names it and
	 * shows no value
	 */
	public static TableConnection parse(String connectionString) {
		return new ConnectionString(connectionString).toConnection();
	}

	/**
	 * The emulator with its well-known account on this machine.
	 */
	public static TableConnection azurite() {
		return parse("UseDevelopmentStorage=true");
	}

	/**
	 * The connection to the secondary region of the account, whose name ends in
	 * {@code -secondary}, with the same credential. The account must have read access to
	 * it (RA-GRS or RA-GZRS).
	 * @throws IllegalStateException if the name cannot be found in the endpoint
	 */
	public TableConnection withSecondary() {
		String host = this.endpoint.getHost();
		String path = this.endpoint.getRawPath();
		if (path != null && path.length() > 1) {
			String account = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
			return withSecondary(this.endpoint.resolve(account + SECONDARY));
		}
		int dot = host.indexOf('.');
		if (dot < 1 || isCosmos() || !host.startsWith(".table.", dot)) {
			throw new IllegalStateException("The secondary region of " + host
					+ " is not known, as this is no address of the form <account>.table.<suffix>; name its endpoint");
		}
		String authority = this.endpoint.getRawAuthority();
		return withSecondary(URI.create(this.endpoint.getScheme() + "://" + authority.substring(0, dot) + SECONDARY
				+ authority.substring(dot)));
	}

	/**
	 * The connection to the secondary region at an address, with the same credential.
	 */
	public TableConnection withSecondary(URI secondary) {
		return new TableConnection(secondary, this.credential);
	}

	/**
	 * Whether the endpoint is Cosmos DB for Table rather than a storage account.
	 */
	public boolean isCosmos() {
		String host = this.endpoint.getHost().toLowerCase(Locale.ROOT);
		return host.contains(".cosmos.") || host.contains(".cosmosdb.");
	}

	/**
	 * The address that paths are appended to.
	 */
	String base() {
		String base = this.endpoint.toASCIIString();
		return base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
	}

}
