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

package io.azuretables.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.embedded.ServiceTargets;
import io.azuretables.gateway.TableGateway;
import io.azuretables.mapping.AcceptHotPartition;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.routing.AccountRouting;
import io.azuretables.routing.RoutedTableGateway;
import io.azuretables.sample.MutableClock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.dao.TransientDataAccessResourceException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which design of keys and accounts takes how many inserts a second: the figures of
 * {@code docs/scale.md}. Templates insert into embedded stores that refuse what exceeds
 * the published targets, on a clock of their own.
 * <p>
 * One insert stands for {@value #SCALE}: the targets are smaller by this factor, which
 * changes no share. {@code -Ddocs.write=true} writes the figures into the page and for
 * the picture.
 */
@Tag("long")
class ScaleSimulationTests {

	private static final int SCALE = 100;

	/**
	 * The store takes the rows of a second at once. They are used up before it counts.
	 */
	private static final int SECONDS_BEFORE = 3;

	private static final int SECONDS = 2;

	private static final List<Integer> OFFERED = List.of(1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000);

	private static final List<Design> DESIGNS = List.of(new Design("1 partition", 1, One::new),
			new Design("8 buckets", 1, Eight::new), new Design("64 buckets", 1, Many::new),
			new Design("1,024 buckets, 8 accounts", 8, Thousand::new),
			new Design("8,192 buckets, 64 accounts", 64, Thousands::new));

	private static final Path PAGE = Path.of("../docs/scale.md");

	private static final Path FIGURES = Path.of("../etc/site/pictures/scale.json");

	@Test
	void isWhatThePageSays() throws IOException {
		List<List<Long>> taken = new ArrayList<>();
		for (Design design : DESIGNS) {
			taken.add(OFFERED.stream().map((offered) -> design.taken(offered)).toList());
		}
		String page = Files.readString(PAGE);
		String begin = "<!-- simulation -->\n";
		String end = "<!-- end of the simulation -->\n";
		String written = page.substring(0, page.indexOf(begin) + begin.length()) + table(taken)
				+ page.substring(page.indexOf(end));
		String figures = json(taken);
		if (Boolean.getBoolean("docs.write")) {
			Files.writeString(PAGE, written);
			Files.writeString(FIGURES, figures);
		}
		assertThat(PAGE).content().isEqualTo(written);
		assertThat(FIGURES).content().isEqualTo(figures);
		assertThat(taken.get(0)).as("one partition").allMatch((rows) -> rows <= 2_100);
		assertThat(taken.get(2)).as("one account").allMatch((rows) -> rows <= 21_000);
		assertThat(taken.get(4).get(6)).as("64 accounts").isGreaterThan(950_000);
	}

	private static String table(List<List<Long>> taken) {
		StringBuilder table = new StringBuilder("| inserts a second |");
		DESIGNS.forEach((design) -> table.append(' ').append(design.name()).append(" |"));
		table.append("\n|---").append("|---:".repeat(DESIGNS.size())).append("|\n");
		for (int i = 0; i < OFFERED.size(); i++) {
			int row = i;
			table.append("| ").append(number(OFFERED.get(i))).append(" |");
			taken.forEach((design) -> table.append(' ').append(cell(design.get(row), OFFERED.get(row))).append(" |"));
			table.append('\n');
		}
		return table.toString();
	}

	private static String cell(long taken, int offered) {
		return (taken >= 0.99 * offered) ? "**" + number(taken) + "**" : number(taken);
	}

	private static String number(long number) {
		return String.format(Locale.ROOT, "%,d", number);
	}

	private static String json(List<List<Long>> taken) {
		List<String> lines = new ArrayList<>();
		for (int i = 0; i < DESIGNS.size(); i++) {
			lines.add("    { \"name\": \"" + DESIGNS.get(i).name() + "\", \"taken\": " + taken.get(i) + " }");
		}
		return "{\n  \"offered\": " + OFFERED + ",\n  \"designs\": [\n"
				+ lines.stream().collect(Collectors.joining(",\n")) + "\n  ]\n}\n";
	}

	/**
	 * A design of keys and accounts.
	 *
	 * @param name what it is called
	 * @param accounts how many accounts it has
	 * @param entity makes the entity of a user
	 */
	private record Design(String name, int accounts, Function<String, Object> entity) {

		/**
		 * How many inserts it takes in a second.
		 */
		long taken(int offered) {
			MutableClock clock = new MutableClock();
			ServiceTargets targets = new ServiceTargets(2_000 / SCALE, 20_000 / SCALE, Duration.ZERO);
			Map<String, TableGateway> stores = new TreeMap<>();
			for (int i = 0; i < this.accounts; i++) {
				stores.put("account%02d".formatted(i), new EmbeddedTableGateway(clock, targets));
			}
			TableTemplate template = new TableTemplate(RoutedTableGateway.over(stores, AccountRouting.hashed(1024)),
					new TableConverter(new TableMappingContext(new TableCustomConversions())),
					TableTemplateOptions.DEFAULTS.withClock(clock));
			int each = offered / SCALE;
			long taken = 0;
			for (int i = 0; i < (SECONDS_BEFORE + SECONDS) * each; i++) {
				clock.pass(Duration.ofNanos(1_000_000_000 / each));
				boolean inserted = isInserted(template, this.entity.apply("user" + i));
				taken += (inserted && i >= SECONDS_BEFORE * each) ? 1 : 0;
			}
			return taken * SCALE / SECONDS;
		}

		private static boolean isInserted(TableTemplate template, Object entity) {
			try {
				template.insert(entity);
				return true;
			}
			catch (TransientDataAccessResourceException ex) {
				return false;
			}
		}

	}

	@Table("Visits")
	@PartitionKey("visits")
	@RowKey("{user}")
	@AcceptHotPartition(reason = "shows what one partition takes")
	record One(String user) {

	}

	@Table("Visits")
	@PartitionKey("{user:bucket(8)}")
	@RowKey("{user}")
	record Eight(String user) {

	}

	@Table("Visits")
	@PartitionKey("{user:bucket(64)}")
	@RowKey("{user}")
	record Many(String user) {

	}

	@Table("Visits")
	@PartitionKey("{user:bucket(1024)}")
	@RowKey("{user}")
	record Thousand(String user) {

	}

	@Table("Visits")
	@PartitionKey("{user:bucket(8192)}")
	@RowKey("{user}")
	record Thousands(String user) {

	}

}
