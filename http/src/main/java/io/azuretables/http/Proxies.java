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

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;

import com.azure.core.http.ProxyOptions;
import com.azure.core.util.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * Finds the HTTP proxy for a server: the configured one, or else that of the environment.
 * The environment is never asked for this machine.
 */
final class Proxies {

	private static final Pattern THIS_MACHINE = Pattern.compile("localhost|127\\..*|::1|0:0:0:0:0:0:0:1");

	private final @Nullable ProxyOptions proxy;

	private final @Nullable Pattern direct;

	private Proxies(@Nullable ProxyOptions proxy, @Nullable Pattern direct) {
		this.proxy = proxy;
		this.direct = direct;
	}

	static Proxies of(@Nullable ProxyOptions configured) {
		if (configured != null) {
			String direct = configured.getNonProxyHosts();
			return new Proxies(configured, pattern(direct));
		}
		return fromEnvironment(Configuration.getGlobalConfiguration());
	}

	static Proxies fromEnvironment(Configuration configuration) {
		ProxyOptions proxy = ProxyOptions.fromConfiguration(configuration);
		if (proxy == null || proxy.getType() != ProxyOptions.Type.HTTP) {
			return new Proxies(null, null);
		}
		String direct = proxy.getNonProxyHosts();
		return new Proxies(proxy, pattern((direct != null && !direct.isEmpty()) ? direct + "|" + THIS_MACHINE.pattern()
				: THIS_MACHINE.pattern()));
	}

	private static @Nullable Pattern pattern(@Nullable String regex) {
		return (regex != null && !regex.isEmpty()) ? Pattern.compile(regex, Pattern.CASE_INSENSITIVE) : null;
	}

	@Nullable ProxyOptions find(String host) {
		return (this.proxy != null && (this.direct == null || !this.direct.matcher(host).matches())) ? this.proxy
				: null;
	}

	/**
	 * What the header {@code Proxy-Authorization} says, or {@code null}.
	 */
	static @Nullable String authorization(ProxyOptions proxy) {
		if (proxy.getUsername() == null || proxy.getPassword() == null) {
			return null;
		}
		String credentials = proxy.getUsername() + ":" + proxy.getPassword();
		return "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
	}

}
