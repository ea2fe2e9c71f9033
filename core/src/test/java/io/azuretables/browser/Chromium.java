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

package io.azuretables.browser;

import java.io.BufferedReader;
import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A page in a browser without a window, spoken to by the DevTools protocol.
 */
public final class Chromium implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");

	private final JsonMapper json = JsonMapper.shared();

	private final BlockingQueue<JsonNode> messages = new LinkedBlockingQueue<>();

	private final Process process;

	private final WebSocket socket;

	private int number;

	private Chromium(Process process, String page) throws Exception {
		this.process = process;
		this.socket = HttpClient.newHttpClient()
			.newWebSocketBuilder()
			.buildAsync(opened(page, process.inputReader()), new Reader())
			.get();
	}

	public static boolean isInstalled() {
		return binary().isPresent();
	}

	private static Optional<Path> binary() {
		return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
			.flatMap((folder) -> NAMES.stream().map(Path.of(folder)::resolve))
			.filter(Files::isExecutable)
			.findFirst();
	}

	/**
	 * Opens a page. What the browser writes is left for the next clean build, since its
	 * processes do not all end at once.
	 */
	public static Chromium open(String page) throws Exception {
		Path profile = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "chromium");
		Process process = new ProcessBuilder(binary().orElseThrow().toString(), "--headless=new", "--no-sandbox",
				"--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage", "--remote-debugging-port=0",
				"--user-data-dir=" + profile)
			.redirectErrorStream(true)
			.start();
		try {
			return new Chromium(process, page);
		}
		catch (Exception ex) {
			process.destroyForcibly();
			throw ex;
		}
	}

	/**
	 * Opens a page as soon as the browser says where it listens.
	 */
	private URI opened(String page, BufferedReader output) throws Exception {
		String authority = output.lines()
			.filter((line) -> line.startsWith("DevTools listening on "))
			.map((line) -> URI.create(line.substring(line.indexOf("ws://"))).getAuthority())
			.findFirst()
			.orElseThrow(() -> new IllegalStateException("The browser has ended"));
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + authority + "/json/new?" + page))
			.PUT(BodyPublishers.noBody())
			.build();
		String target = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
		return URI.create(this.json.readTree(target).path("webSocketDebuggerUrl").asString());
	}

	/**
	 * Runs a script, and waits until its value is neither false nor empty.
	 */
	public String until(String script) throws Exception {
		String promise = """
				new Promise((found) => {
					const look = () => {
						const value = (() => %s)();
						value ? found(String(value)) : setTimeout(look, 20);
					};
					look();
				})""".formatted(script);
		for (Instant end = Instant.now().plus(PATIENCE); Instant.now().isBefore(end);) {
			JsonNode result = evaluate(promise);
			assertThat(result.has("exceptionDetails")).as(result.toString()).isFalse();
			if (result.has("result")) {
				return result.path("result").path("value").asString();
			}
		}
		throw new IllegalStateException("The page never stays the same while " + script);
	}

	/**
	 * Shows the page on a screen of a size, light or dark.
	 */
	public void show(int width, int height, boolean dark) throws Exception {
		send("Emulation.setDeviceMetricsOverride",
				Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
		send("Emulation.setEmulatedMedia",
				Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
	}

	/**
	 * Presses and releases a key, such as {@code Tab} or {@code Enter}.
	 */
	public void press(String key) throws Exception {
		Map<String, Object> parameters = key.equals("Enter")
				? Map.of("type", "keyDown", "key", key, "windowsVirtualKeyCode", 13, "text", "\r")
				: Map.of("type", "keyDown", "key", key, "windowsVirtualKeyCode", 9);
		send("Input.dispatchKeyEvent", parameters);
		send("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", key));
	}

	/**
	 * Writes what the whole page looks like.
	 */
	public void screenshot(Path file) throws Exception {
		capture(file, true);
	}

	/**
	 * Writes what is on the screen.
	 */
	public void picture(Path file) throws Exception {
		capture(file, false);
	}

	private void capture(Path file, boolean whole) throws Exception {
		JsonNode result = send("Page.captureScreenshot", Map.of("captureBeyondViewport", whole));
		Files.createDirectories(file.toAbsolutePath().getParent());
		Files.write(file, Base64.getDecoder().decode(result.path("data").asString()));
	}

	/**
	 * Runs a script. Its result is empty if another page is shown meanwhile.
	 */
	private JsonNode evaluate(String script) throws Exception {
		return send("Runtime.evaluate", Map.of("expression", script, "awaitPromise", true, "returnByValue", true));
	}

	private JsonNode send(String method, Map<String, ?> parameters) throws Exception {
		this.number++;
		this.socket.sendText(
				this.json.writeValueAsString(Map.of("id", this.number, "method", method, "params", parameters)), true);
		while (true) {
			JsonNode message = this.messages.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
			assertThat(message).as("what becomes of " + parameters).isNotNull();
			if (message.path("id").asInt(0) == this.number) {
				return message.path("result");
			}
		}
	}

	@Override
	public void close() throws Exception {
		this.socket.abort();
		this.process.destroy();
		if (!this.process.waitFor(10, TimeUnit.SECONDS)) {
			this.process.destroyForcibly().waitFor();
		}
	}

	/**
	 * Puts messages together.
	 */
	private final class Reader implements WebSocket.Listener {

		private final StringBuilder text = new StringBuilder();

		@Override
		public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
			this.text.append(part);
			if (last) {
				Chromium.this.messages.add(Chromium.this.json.readTree(this.text.toString()));
				this.text.setLength(0);
			}
			from.request(1);
			return null;
		}

	}

}
