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

import java.util.Base64;
import java.util.regex.Pattern;

import com.azure.core.credential.TokenCredential;
import org.jspecify.annotations.Nullable;

/**
 * The credential of requests to the table service: account key, shared access signature
 * or token. None of these shows its secret as text.
 *
 * @since 0.1
 */
public sealed interface TableCredential {

	/**
	 * The key of an account.
	 *
	 * @param account the name of the account
	 * @param key the key, in Base64
	 */
	record SharedKey(String account, String key) implements TableCredential {

		private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,63}");

		public SharedKey {
			if (key.isBlank()) {
				throw new IllegalArgumentException("The key of " + shown(account) + " is empty");
			}
			try {
				Base64.getDecoder().decode(key);
			}
			catch (IllegalArgumentException ex) {
				throw new IllegalArgumentException("The key of " + shown(account) + " is not Base64");
			}
		}

		/**
		 * The account for messages. What is no name may be the key, if they were
		 * exchanged.
		 */
		private static String shown(String account) {
			return NAME.matcher(account).matches() ? "account '" + account + "'"
					: "the account, whose name is not valid either,";
		}

		@Override
		public String toString() {
			return "SharedKey[account=" + this.account + "]";
		}

	}

	/**
	 * A shared access signature; for endpoints with HTTPS, and for this machine.
	 *
	 * @param signature the query string that the signature is
	 */
	record Sas(String signature) implements TableCredential {

		public Sas {
			signature = signature.strip();
			signature = signature.startsWith("?") ? signature.substring(1) : signature;
			if (signature.isEmpty()) {
				throw new IllegalArgumentException("The shared access signature is empty");
			}
			if (!signature.chars().allMatch((c) -> c > ' ' && c <= '~')) {
				throw new IllegalArgumentException("A shared access signature is the query string of an address: "
						+ "spaces and other special characters in it are encoded");
			}
		}

		@Override
		public String toString() {
			return "Sas[]";
		}

	}

	/**
	 * Tokens of Microsoft Entra ID; for endpoints with HTTPS only.
	 *
	 * @param credential where the tokens come from
	 * @param scope what they are for, or {@code null} for the public cloud's
	 */
	record Token(TokenCredential credential, @Nullable String scope) implements TableCredential {

		public Token(TokenCredential credential) {
			this(credential, null);
		}

		@Override
		public String toString() {
			return "Token[scope=" + this.scope + "]";
		}

	}

}
