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

package io.azuretables.samples.guide;

import java.nio.file.Path;
import java.util.Set;

import io.azuretables.browser.Chromium;
import io.azuretables.test.AutoConfigureDataTables;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page in the browser.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@AutoConfigureDataTables
@EnabledIf(value = "io.azuretables.browser.Chromium#isInstalled",
		disabledReason = "the page is not tested: Chromium is not installed")
@Timeout(180)
class GuidePageTests {

	private static final Path SCREENSHOTS = Path.of("target/screenshots");

	/**
	 * The patterns whose pages the build leaves pictures of.
	 */
	private static final Set<String> PICTURED = Set.of("intra-partition-index", "large-values");

	@LocalServerPort
	private int port;

	@Autowired
	private Player player;

	@BeforeEach
	void startOver() {
		this.player.scenarios().forEach((scenario) -> this.player.startOver(scenario.id()));
	}

	private Chromium open(String pattern) throws Exception {
		Chromium page = Chromium.open("http://localhost:" + this.port);
		page.until("document.getElementById('scenario')?.dataset.shown");
		page.until("(location.hash = '#/" + pattern + "') || true");
		return page;
	}

	private static void shown(Chromium page, String state) throws Exception {
		page.until("document.getElementById('scenario').dataset.shown === '" + state + "'");
	}

	@Test
	void playsStepsByKeyboard() throws Exception {
		try (Chromium page = open("intra-partition-index")) {
			page.show(1440, 900, false);
			shown(page, "intra-partition-index/0");
			assertThat(page.until("document.querySelector('main h2').textContent"))
				.isEqualTo("Intra-partition secondary index");
			page.until("document.querySelector('[aria-label=\"Play step 1\"]').focus() || true");
			page.press("Enter");
			shown(page, "intra-partition-index/1");
			assertThat(page.until("document.getElementById('status').textContent")).isEqualTo("Step 1: 1 request");
			assertThat(page.until("[...document.querySelectorAll('#step-1 .after tbody tr.new .row')]"
					+ ".map((key) => key.textContent).join()"))
				.isEqualTo("email_cao@contoso.com,email_hall@contoso.com,empid_000001,empid_000002,name_Cao 000002,"
						+ "name_Hall 000001");
			assertThat(page.until("document.querySelector('#step-1 .before').textContent")).isEqualTo("No rows.");
			// the focus is on the next step
			page.press("Enter");
			shown(page, "intra-partition-index/2");
			assertThat(page.until("document.querySelector('#step-2 .answer').textContent")).contains("\"Cao\"");
			// a request that has the focus shows its rows
			page.until("document.querySelector('#step-2 .requests li').focus() || true");
			assertThat(page.until("[...document.querySelectorAll('#step-2 .before .touched .row')]"
					+ ".map((key) => key.textContent).join()"))
				.isEqualTo("email_cao@contoso.com");
			page.until("document.querySelector('#step-3 button').click() || true");
			shown(page, "intra-partition-index/3");
			page.until("document.querySelector('#step-3 .requests li').focus() || true");
			assertThat(page.until("[...document.querySelectorAll('#step-3 .before .touched .row')]"
					+ ".map((key) => key.textContent).join()"))
				.isEqualTo("name_Hall 000001");
			page.until("document.querySelector('#step-4 button').click() || true");
			shown(page, "intra-partition-index/4");
			assertThat(page.until("document.querySelector('#step-4 .before tr.gone .row').textContent"))
				.isEqualTo("email_cao@contoso.com");
			assertThat(page.until("[...document.querySelectorAll('#step-4 .after tr.changed .differs')]"
					+ ".map((property) => property.textContent).join()"))
				.contains("email li.cao@contoso.com");
			assertThat(page.until("document.querySelector('main details pre').textContent"))
				.contains("class IntraPartitionIndex");
			page.until("[...document.querySelectorAll('main .head button')]"
					+ ".find((one) => one.textContent === 'Start over').click() || true");
			shown(page, "intra-partition-index/0");
		}
	}

	/**
	 * No page is wider than its screen, and each says what it does.
	 */
	@Test
	void fitsEachPatternOnEachScreen() throws Exception {
		for (Scenario scenario : this.player.scenarios()) {
			for (int step = 1; step <= scenario.steps().size(); step++) {
				this.player.play(scenario.id(), step);
			}
		}
		try (Chromium page = open("compound-key")) {
			shown(page, "compound-key/4");
			for (Screen screen : Screen.values()) {
				page.show(screen.width, 900, screen.dark);
				for (Scenario scenario : this.player.scenarios()) {
					page.until("(location.hash = '#/" + scenario.id() + "') || true");
					shown(page, scenario.id() + "/" + scenario.steps().size());
					assertThat(page.until("document.title")).startsWith(scenario.title());
					assertThat(page.until("document.querySelectorAll('.steps .after').length"))
						.isEqualTo(String.valueOf(scenario.steps().size()));
					assertThat(Integer.parseInt(page.until("document.documentElement.scrollWidth")))
						.as("the width of %s on %s", scenario.id(), screen)
						.isLessThanOrEqualTo(screen.width);
					if (PICTURED.contains(scenario.id())) {
						page.screenshot(SCREENSHOTS.resolve(scenario.id() + "-" + screen + ".png"));
					}
				}
			}
		}
	}

	private enum Screen {

		WIDE(1440, false), NARROW(390, true);

		private final int width;

		private final boolean dark;

		Screen(int width, boolean dark) {
			this.width = width;
			this.dark = dark;
		}

	}

	@Test
	void drawsWhatFiltersCover() throws Exception {
		try (Chromium page = open("compound-key")) {
			shown(page, "compound-key/0");
			String covers = "import('/rows.js').then(({ covers }) => { window.covered = (filter, pk, rk) =>"
					+ " String(covers(filter, { partitionKey: pk, rowKey: rk })) })";
			page.until("!!" + covers);
			page.until("window.covered && true");
			assertThat(page.until("covered(\"PartitionKey eq 'a' and RowKey ge 'b' and RowKey lt 'd'\", 'a', 'c')"))
				.isEqualTo("true");
			assertThat(page.until("covered(\"PartitionKey eq 'a' and RowKey ge 'b' and RowKey lt 'd'\", 'a', 'd')"))
				.isEqualTo("false");
			assertThat(page
				.until("covered(\"PartitionKey eq 'a' and (RowKey eq 'b' or RowKey eq 'it''s')\", 'a', " + "\"it's\")"))
				.isEqualTo("true");
			assertThat(page.until("covered(\"PartitionKey eq 'a' and not (RowKey ge 'b')\", 'a', 'c')"))
				.isEqualTo("false");
			assertThat(page.until("covered(\"PartitionKey eq 'a' and Age gt 3\", 'a', 'c')")).isEqualTo("true");
			assertThat(page.until("covered(\"Age gt 3 and not (At lt datetime'2026-01-01T00:00:00Z')\", 'a', 'c')"))
				.isEqualTo("true");
			assertThat(page.until("covered('', 'a', 'c')")).isEqualTo("true");
		}
	}

}
