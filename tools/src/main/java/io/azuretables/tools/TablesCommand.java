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

import java.nio.file.FileSystemException;
import java.util.function.BiFunction;
import java.util.function.Function;

import io.azuretables.client.HttpTableGateway;
import io.azuretables.client.TableClientOptions;
import io.azuretables.gateway.TableGateway;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.blob.StorageBlobStore;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParseResult;

/**
 * The command-line program {@code azure-tables}, which exports, imports, copies and
 * compares tables. It ends with 0, with 1 after a failure, with 2 where it was not
 * understood, and with 3 where tables differ.
 */
@Command(name = "azure-tables", mixinStandardHelpOptions = true, versionProvider = TablesCommand.ManifestVersion.class,
		description = "Exports, imports, copies and compares tables of Azure Table Storage.", subcommands = {
				ExportCommand.class, ImportCommand.class, VerifyCommand.class, CopyCommand.class, CsvCommand.class })
public final class TablesCommand {

	private final Function<String, TableGateway> connect;

	private final BiFunction<String, String, BlobStore> blobs;

	private final Function<String, String> environment;

	/**
	 * A command for some stores.
	 * @param connect connects to a store by a connection string
	 * @param blobs connects to a container by a connection string and its name
	 * @param environment gives the variables of the environment
	 */
	TablesCommand(Function<String, TableGateway> connect, BiFunction<String, String, BlobStore> blobs,
			Function<String, String> environment) {
		this.connect = connect;
		this.blobs = blobs;
		this.environment = environment;
	}

	/**
	 * Runs the command, and ends the process.
	 */
	public static void main(String[] args) {
		TablesCommand command = new TablesCommand(
				(connection) -> HttpTableGateway.connect(TableClientOptions.of(connection)), StorageBlobStore::connect,
				System::getenv);
		System.exit(command.line().execute(args));
	}

	/**
	 * The command as it is parsed and executed.
	 */
	CommandLine line() {
		return new CommandLine(this).setCaseInsensitiveEnumValuesAllowed(true)
			.setExecutionExceptionHandler(TablesCommand::failed);
	}

	TableGateway connect(String connection) {
		return this.connect.apply(connection);
	}

	BlobStore blobs(String connection, String container) {
		return this.blobs.apply(connection, container);
	}

	/**
	 * A variable of the environment; empty where it is not set.
	 */
	String variable(String name) {
		String value = this.environment.apply(name);
		return (value != null) ? value : "";
	}

	/**
	 * Shows why a command failed, without the stack.
	 */
	private static int failed(Exception failure, CommandLine line, ParseResult parsed) {
		line.getErr().println(line.getColorScheme().errorText("azure-tables: " + words(failure)));
		for (Throwable cause = failure.getCause(); cause != null
				&& cause != cause.getCause(); cause = cause.getCause()) {
			line.getErr().println("  because: " + words(cause));
		}
		line.getErr().flush();
		return 1;
	}

	/**
	 * The message of a failure; with its type, if the message is the name of a file only.
	 */
	private static String words(Throwable failure) {
		String message = failure.getMessage();
		return (message == null || failure instanceof FileSystemException) ? failure.toString() : message;
	}

	/**
	 * The version that the manifest names.
	 */
	static final class ManifestVersion implements IVersionProvider {

		@Override
		public String[] getVersion() {
			String version = TablesCommand.class.getPackage().getImplementationVersion();
			return new String[] { "azure-tables " + ((version != null) ? version : "(not packaged)") };
		}

	}

}
