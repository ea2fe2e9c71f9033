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

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.net.UnknownHostException;
import java.util.Locale;

import com.azure.core.http.ProxyOptions;
import org.jspecify.annotations.Nullable;

/**
 * The target of an HTTP connection: protocol, host, port and proxy. Requests of equal
 * routes share connections.
 *
 * @param secure whether by TLS
 * @param host the host's name or address, an IPv6 address without brackets
 * @param port the port
 * @param proxy the proxy, or {@code null} for a direct connection
 */
record Route(boolean secure, String host, int port, @Nullable ProxyOptions proxy) {

	static Route to(URL url, Proxies proxies) {
		String scheme = url.getProtocol();
		boolean secure = scheme.equalsIgnoreCase("https");
		if (!secure && !scheme.equalsIgnoreCase("http")) {
			throw new IllegalArgumentException("A request goes to http or https, not to " + scheme);
		}
		String host = url.getHost().toLowerCase(Locale.ROOT);
		if (host.startsWith("[")) {
			host = host.substring(1, host.length() - 1);
		}
		int port = (url.getPort() > 0) ? url.getPort() : url.getDefaultPort();
		return new Route(secure, host, port, proxies.find(host));
	}

	/**
	 * Whether the proxy reads each request, instead of passing bytes on.
	 */
	boolean isForwarded() {
		return this.proxy != null && !this.secure;
	}

	/**
	 * What the header {@code Host} says.
	 */
	String authority() {
		return (this.port == (this.secure ? 443 : 80)) ? bracketed() : authorityWithPort();
	}

	String authorityWithPort() {
		return bracketed() + ":" + this.port;
	}

	private String bracketed() {
		return (this.host.indexOf(':') >= 0) ? "[" + this.host + "]" : this.host;
	}

	/**
	 * Where connections go. The proxy looks up the names of the servers behind it.
	 */
	InetAddress[] addresses() throws UnknownHostException {
		if (this.proxy == null) {
			return InetAddress.getAllByName(this.host);
		}
		InetSocketAddress address = this.proxy.getAddress();
		return InetAddress.getAllByName(address.getHostString());
	}

	int connectPort() {
		return (this.proxy != null) ? this.proxy.getAddress().getPort() : this.port;
	}

	/**
	 * The server for messages.
	 */
	@Override
	public String toString() {
		String server = authorityWithPort();
		return (this.proxy != null)
				? server + " through the proxy " + this.proxy.getAddress().getHostString() + ":" + connectPort()
				: server;
	}

}
