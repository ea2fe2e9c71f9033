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

package io.azuretables.tools;

import io.azuretables.gateway.TableGateway;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The command-line option that selects the account that a command connects to. A
 * connection string holds a key, so it comes best from the environment, which other users
 * do not see.
 */
final class ConnectionOption {

	static final String VARIABLE = "AZURE_TABLES_CONNECTION_STRING";

	@Spec(Spec.Target.MIXEE)
	@SuppressWarnings("NullAway.Init") // set by picocli
	private CommandSpec spec;

	@Option(names = "--connection", paramLabel = "<text>",
			description = "Connection string of the account. By default the variable " + VARIABLE + ".")
	private String connection = "";

	TableGateway connect() {
		return connect(this.spec, this.connection, VARIABLE, "--connection");
	}

	/**
	 * The connection string.
	 */
	String text() {
		return text(this.spec, this.connection, VARIABLE, "--connection");
	}

	/**
	 * Connects by an option, or by a variable of the environment if it is not given.
	 */
	static TableGateway connect(CommandSpec spec, String given, String variable, String option) {
		return ((TablesCommand) spec.root().userObject()).connect(text(spec, given, variable, option));
	}

	private static String text(CommandSpec spec, String given, String variable, String option) {
		TablesCommand command = (TablesCommand) spec.root().userObject();
		String connection = given.isEmpty() ? command.variable(variable) : given;
		if (connection.isEmpty()) {
			throw new ParameterException(spec.commandLine(),
					"Name the account by " + option + ", or by the variable " + variable + " of the environment");
		}
		return connection;
	}

}
