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

import java.nio.file.Path;

import io.azuretables.patterns.transfer.TransferLocation;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * Parses the option that names the location of an export: a directory, or a prefix of
 * blobs.
 */
final class Locations {

	static final String VARIABLE = "AZURE_TABLES_BLOB_CONNECTION_STRING";

	static final String BLOBS = "blob:";

	private Locations() {
	}

	/**
	 * The place that an option names. Blobs are in the account of the variable
	 * {@value #VARIABLE}, or else in that of the tables.
	 */
	static TransferLocation of(CommandSpec spec, String option, String text, ConnectionOption tables) {
		if (!text.startsWith(BLOBS)) {
			return TransferLocation.directory(Path.of(text));
		}
		String[] names = text.substring(BLOBS.length()).split("/", 2);
		if (names.length < 2 || names[1].isBlank() || !names[0].matches("(?=.{3,63}$)[a-z0-9]+(-[a-z0-9]+)*")) {
			throw new ParameterException(spec.commandLine(),
					"Blobs are named as " + option + " " + BLOBS
							+ "<container>/<name>, and a container has 3 to 63 lower-case letters, digits and single "
							+ "hyphens: '" + text + "'");
		}
		TablesCommand command = (TablesCommand) spec.root().userObject();
		String own = command.variable(VARIABLE);
		return TransferLocation.blobs(command.blobs(own.isEmpty() ? tables.text() : own, names[0]), names[1]);
	}

}
