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

package io.azuretables.gateway;

import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import io.azuretables.key.TableKey;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * The terms of a shared access signature: what its holder may do, with which rows, and
 * how long.
 *
 * @param table the name of the table
 * @param permissions what the holder may do; empty where the policy says it
 * @param from when it begins, or {@code null} for at once
 * @param until when it ends, or {@code null} where the policy says it
 * @param rows the rows, or {@code null} for all of the table
 * @param addresses the IPv4 address, or the range of them, that requests must come from;
 * {@code null} for any
 * @param policy the name of a stored access policy, or {@code null} for none
 * @since 0.1
 */
public record AccessGrant(String table, Set<AccessPermission> permissions, @Nullable Instant from,
		@Nullable Instant until, @Nullable Rows rows, @Nullable String addresses, @Nullable String policy) {

	/**
	 * The version of the service that the signature is for.
	 */
	private static final String VERSION = "2019-02-02";

	private static final List<String> SIGNED = List.of("sp", "st", "se", "resource", "si", "sip", "spr", "sv", "spk",
			"srk", "epk", "erk");

	private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss'Z'", Locale.ROOT)
		.withZone(ZoneOffset.UTC);

	/**
	 * The terms, with times in whole seconds, as a signature has them.
	 */
	public AccessGrant {
		permissions = Set.copyOf(permissions);
		from = (from != null) ? from.truncatedTo(ChronoUnit.SECONDS) : null;
		until = (until != null) ? until.truncatedTo(ChronoUnit.SECONDS) : null;
	}

	/**
	 * Reads the terms of a token. Its signature is not checked.
	 * @throws IllegalArgumentException if it is not the token of a shared access
	 * signature for rows of one partition, or of a table. The message does not show it
	 */
	public static AccessGrant parse(String token) {
		try {
			return parse(parsed(token));
		}
		catch (RuntimeException ex) {
			throw new IllegalArgumentException("The text is not the token of a shared access signature for a table, "
					+ "or for rows of one of its partitions");
		}
	}

	private static AccessGrant parse(Map<String, String> fields) {
		Rows rows = null;
		if (fields.containsKey("spk") || fields.containsKey("epk")) {
			if (!Objects.equals(fields.get("spk"), fields.get("epk"))) {
				throw new IllegalArgumentException("The rows lie in more than one partition");
			}
			rows = new Rows(field(fields, "spk"), field(fields, "srk"), field(fields, "erk"));
		}
		return new AccessGrant(field(fields, "tn"), AccessPermission.of(fields.get("sp")), time(fields.get("st")),
				time(fields.get("se")), rows, fields.get("sip"), fields.get("si"));
	}

	private static Map<String, String> parsed(String token) {
		Map<String, String> fields = new LinkedHashMap<>();
		for (String field : token.split("&")) {
			int equals = field.indexOf('=');
			fields.put(field.substring(0, equals),
					URLDecoder.decode(field.substring(equals + 1), StandardCharsets.UTF_8));
		}
		return fields;
	}

	private static String field(Map<String, String> fields, String name) {
		return Objects.requireNonNull(fields.get(name), name);
	}

	private static @Nullable Instant time(@Nullable String text) {
		return (text != null) ? Instant.parse(text) : null;
	}

	/**
	 * Signs the terms with the key of an account. Over http, the signature is good for
	 * the emulator only, so that it is given for https alone where the endpoint has it.
	 * An empty key and a missing one are the same in the text that is signed, so that a
	 * holder could leave out an empty partition key or last row key.
	 * @param endpoint the address of the table service
	 * @param account the name of the account
	 * @param key the key, in Base64
	 * @throws InvalidDataAccessApiUsageException if the partition key or the last row key
	 * is empty, or if one of the terms has a line break, which separates the terms in the
	 * text that is signed
	 */
	public SharedAccess sign(URI endpoint, String account, String key) {
		if (this.rows != null && (this.rows.partitionKey().isEmpty() || this.rows.lastRowKey().isEmpty())) {
			throw new InvalidDataAccessApiUsageException("A signature for rows of the table '" + this.table
					+ "' needs a partition key and a last row key that are not empty: a holder could leave out an "
					+ "empty one and reach other rows");
		}
		boolean plain = "http".equalsIgnoreCase(endpoint.getScheme());
		Map<String, @Nullable String> fields = fields(plain ? "https,http" : "https");
		fields.forEach((name, value) -> {
			if (value != null && value.indexOf('\n') >= 0) {
				throw new InvalidDataAccessApiUsageException(
						"A signature for the table '" + this.table + "' cannot have a line break in its field '" + name
								+ "': a holder could change where the field ends, and reach other rows");
			}
		});
		StringBuilder token = new StringBuilder();
		fields.forEach((name, value) -> append(name, value, token));
		append("sig", hash(text(fields, account), key), token);
		return new SharedAccess(endpoint, this.table, token.toString(), this.until);
	}

	private Map<String, @Nullable String> fields(String protocol) {
		Map<String, @Nullable String> fields = new LinkedHashMap<>();
		fields.put("sv", VERSION);
		fields.put("st", (this.from != null) ? TIME.format(this.from) : null);
		fields.put("se", (this.until != null) ? TIME.format(this.until) : null);
		fields.put("tn", this.table);
		fields.put("sp", AccessPermission.letters(this.permissions));
		fields.put("spk", (this.rows != null) ? this.rows.partitionKey() : null);
		fields.put("srk", (this.rows != null) ? this.rows.firstRowKey() : null);
		fields.put("epk", (this.rows != null) ? this.rows.partitionKey() : null);
		fields.put("erk", (this.rows != null) ? this.rows.lastRowKey() : null);
		fields.put("sip", this.addresses);
		fields.put("spr", protocol);
		fields.put("si", this.policy);
		return fields;
	}

	/**
	 * The text that is signed: the fields in the order that the service documents, with
	 * the name of the resource in lower case behind the times.
	 */
	private String text(Map<String, @Nullable String> fields, String account) {
		fields.put("resource", ("/table/" + account + "/" + this.table).toLowerCase(Locale.ROOT));
		return SIGNED.stream()
			.map((name) -> Objects.requireNonNullElse(fields.get(name), ""))
			.collect(Collectors.joining("\n"));
	}

	private static void append(String name, @Nullable String value, StringBuilder token) {
		if (value != null) {
			token.append(token.isEmpty() ? "" : "&")
				.append(name)
				.append('=')
				.append(URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20"));
		}
	}

	private static String hash(String text, String key) {
		try {
			Mac mac = Mac.getInstance("HmacSHA256");
			mac.init(new SecretKeySpec(Base64.getDecoder().decode(key), "HmacSHA256"));
			return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("The JDK cannot compute HMAC-SHA256", ex);
		}
	}

	/**
	 * Rows of one partition: from the first key to the last one, both included.
	 *
	 * @param partitionKey the partition key
	 * @param firstRowKey the first row key
	 * @param lastRowKey the last row key
	 */
	public record Rows(String partitionKey, String firstRowKey, String lastRowKey) {

		/**
		 * Whether a row with the key is one of these.
		 */
		public boolean contains(TableKey key) {
			return key.partitionKey().equals(this.partitionKey) && key.rowKey().compareTo(this.firstRowKey) >= 0
					&& key.rowKey().compareTo(this.lastRowKey) <= 0;
		}

		@Override
		public String toString() {
			return "Rows[]";
		}

	}

}
