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

package io.azuretables.samples.archive;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

import io.azuretables.gateway.TableGateway;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.transfer.TableImport;
import io.azuretables.patterns.transfer.TransferLocation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.DefaultApplicationArguments;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.InvalidDataAccessApiUsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The tables are imported and exported when the service starts, in a store of its own
 * each time.
 */
class TableTransferTests {

	private static final Claim CLAIM = new Claim("Sales", Instant.parse("2026-11-18T12:00:00Z"), "hall",
			"hall@contoso.com", BigDecimal.TEN, "Taxi", "", null);

	@TempDir
	private Path directory;

	private static ConfigurableApplicationContext start(String... properties) {
		String[] arguments = new String[properties.length + 2];
		arguments[0] = "--server.port=0";
		arguments[1] = "--azure.tables.console.enabled=false";
		System.arraycopy(properties, 0, arguments, 2, properties.length);
		return SpringApplication.run(ArchiveApplication.class, arguments);
	}

	@Test
	void takesTheTablesToAnotherStore() {
		Path first = this.directory.resolve("first");
		Path second = this.directory.resolve("second");
		try (ConfigurableApplicationContext service = start()) {
			service.getBean(Claims.class).insert(CLAIM);
			ArchiveProperties properties = new ArchiveProperties(service.getBean(ArchiveProperties.class).age(), null,
					first);
			new TableTransfer(service.getBean(TableGateway.class), service.getBean(TableOperations.class), properties)
				.run(new DefaultApplicationArguments());
		}
		assertThat(first.resolve("manifest.json")).exists();
		try (ConfigurableApplicationContext other = start("--archive.import-from=" + first,
				"--archive.export-to=" + second)) {
			assertThat(other.getBean(Claims.class).findByEmail("hall@contoso.com")).singleElement()
				.extracting(Claim::id, Claim::amount)
				.containsExactly(CLAIM.id(), CLAIM.amount());
			assertThat(new TableImport(other.getBean(TableGateway.class)).verify(TransferLocation.directory(second)))
				.isEmpty();
		}
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> start("--archive.export-to=" + second).close());
	}

	@Test
	void transfersNothingWithoutTheProperties() throws Exception {
		try (ConfigurableApplicationContext service = start(); var files = Files.list(this.directory)) {
			assertThat(service.getBean(TableTransfer.class)).isNotNull();
			assertThat(files).isEmpty();
		}
	}

}
