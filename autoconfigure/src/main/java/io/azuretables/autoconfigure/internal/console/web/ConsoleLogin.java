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

package io.azuretables.autoconfigure.internal.console.web;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.Locale;
import java.util.stream.Stream;

import io.azuretables.autoconfigure.internal.configuration.ConfigurationProblemException;
import io.azuretables.autoconfigure.internal.console.web.ConsoleAccess.Login;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;
import org.springframework.web.context.WebApplicationContext;

/**
 * Chooses how users log in to the web console, and logs the link to its page at start-up.
 */
public final class ConsoleLogin implements ApplicationListener<ApplicationReadyEvent> {

	private static final Log logger = LogFactory.getLog(ConsoleLogin.class);

	private final ConsoleAccess access;

	private final String path;

	private ConsoleLogin(ConsoleAccess access, String path) {
		this.access = access;
		this.path = path;
	}

	/**
	 * The login.
	 * @param services the addresses of the services that it shows: tables and queues, but
	 * for embedded ones
	 * @param path where the console is served
	 * @param secured whether Spring Security protects the application
	 * @param allowRemote whether a service may be on another machine
	 * @throws ConfigurationProblemException if one is, and may not
	 */
	public static ConsoleLogin of(Collection<URI> services, String path, boolean secured, boolean allowRemote) {
		URI remote = services.stream().filter((service) -> !isLocal(service)).findFirst().orElse(null);
		boolean local = remote == null;
		if (remote != null && !allowRemote) {
			throw new ConfigurationProblemException(
					"azure.tables.console.enabled is true, and the service at " + remote.getHost()
							+ " is not on this machine: the console would show all of its rows and messages",
					"Set azure.tables.console.enabled to false where a service is not on this machine. To show it all "
							+ "the same, set azure.tables.console.allow-remote to true: the console then asks for a "
							+ "login, that of Spring Security or a link that is logged at the start");
		}
		Login login = secured ? Login.SECURITY : local ? Login.LOCAL : Login.TOKEN;
		return new ConsoleLogin(new ConsoleAccess(login, (login == Login.TOKEN) ? new ConsoleToken() : null), path);
	}

	/**
	 * Whether a name or address means this machine.
	 */
	private static boolean isLocal(URI service) {
		String host = service.getHost();
		if (host == null) {
			return false;
		}
		if (host.equalsIgnoreCase("localhost") || host.toLowerCase(Locale.ROOT).endsWith(".localhost")) {
			return true;
		}
		boolean address = host.startsWith("[") || host.matches("[0-9.]+");
		try {
			return address && InetAddress.getByName(host).isLoopbackAddress();
		}
		catch (UnknownHostException ex) {
			return false;
		}
	}

	ConsoleAccess access() {
		return this.access;
	}

	@Override
	public void onApplicationEvent(ApplicationReadyEvent event) {
		Environment environment = event.getApplicationContext().getEnvironment();
		String port = environment.getProperty("local.server.port");
		ConsoleToken tokens = this.access.tokens();
		String link = this.path + "/" + ((tokens != null) ? tokens.query() : "");
		if (port != null) {
			logger.info("The console of Azure Tables: " + (isSecure(environment) ? "https" : "http") + "://localhost:"
					+ port + environment.getProperty("server.servlet.context-path", "") + link);
		}
		else {
			logger.info("The console of Azure Tables, at the server that runs the application: "
					+ contextPath(event.getApplicationContext()) + link);
		}
	}

	private static boolean isSecure(Environment environment) {
		return environment.getProperty("server.ssl.enabled", Boolean.class, true)
				&& Stream.of("server.ssl.bundle", "server.ssl.key-store", "server.ssl.certificate")
					.anyMatch((property) -> StringUtils.hasText(environment.getProperty(property)));
	}

	/**
	 * The path of the application in a server that it does not start itself.
	 */
	private static String contextPath(ApplicationContext context) {
		return (context instanceof WebApplicationContext web && web.getServletContext() != null)
				? web.getServletContext().getContextPath() : "";
	}

}
