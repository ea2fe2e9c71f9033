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

package io.azuretables.client.internal.protocol;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Bodies of errors that are not those of a friend.
 */
class ErrorBodyTests {

	private static ErrorBody read(String body) {
		return ErrorBody.read(body.getBytes(StandardCharsets.UTF_8));
	}

	@Test
	void loadsNoFileByXml(@TempDir Path folder) throws IOException {
		Path secret = Files.writeString(folder.resolve("secret"), "secret");
		ErrorBody error = read("<!DOCTYPE e [<!ENTITY x SYSTEM \"" + secret.toUri()
				+ "\">]><error><code>&x;</code><message>&x;</message></error>");
		assertThat(error.code() + error.message()).doesNotContain("secret");
	}

	@Test
	void doesNotGrowByEntities() {
		StringBuilder xml = new StringBuilder("<!DOCTYPE e [<!ENTITY a0 \"aaaaaaaaaa\">");
		for (int i = 1; i < 10; i++) {
			xml.append("<!ENTITY a" + i + " \"" + ("&a" + (i - 1) + ";").repeat(10) + "\">");
		}
		assertThat(read(xml + "]><error><code>&a9;</code></error>").code()).hasSizeLessThan(100);
	}

	@ParameterizedTest
	@ValueSource(strings = { "  \r\n{\"code\":\"C\",\"message\":\"M\"}",
			"{\"error\":{\"code\":\"C\",\"message\":\"M\"}}",
			"{\"odata.error\":{\"message\":{\"lang\":\"en\",\"value\":\"M\"},\"code\":\"C\"}}",
			"\uFEFF<?xml version=\"1.0\"?><m:error xmlns:m=\"x\"><m:code>C</m:code><m:message>M</m:message></m:error>",
			"<Error><Code>C</Code><Message>M</Message><AuthenticationErrorDetail>secret</AuthenticationErrorDetail></Error>" })
	void readsWhatTheServiceWrites(String body) {
		assertThat(read(body)).isEqualTo(new ErrorBody("C", "M"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "\uFEFF", "äöü", "<html><body>Proxy</body></html>",
			"<html><code>C</code><message>M</message></html>", "<error><details><code>C</code></details></error>",
			"<error><code>C</code>", "{\"code\":\"C\"", "{\"a\":{\"code\":\"C\"}}", "[{\"code\":\"C\"}]",
			"{\"error\":{\"error\":{\"code\":\"C\"}}}", "{\"odata.error\":[{\"code\":\"C\"}]}", "{\"code\":1}",
			"{\"code\":\"\"}", "{\"code\":\"C D\"}", "{\"code\":\"4\"}", "\"code\"" })
	void findsNoErrorInWhatIsNotTheServices(String body) {
		assertThat(read(body).code()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "{\"code\":\"C\",\"message\":\"%s\"}", "<Error><Code>C</Code><Message>%s</Message></Error>" })
	void takesOneCleanLineOfTheWords(String form) {
		String words = "1:No\u007F\u200B\u0085x" + "y".repeat(1_000_000);
		assertThat(read(form.formatted(words))).isEqualTo(new ErrorBody("C", "1:No   x" + "y".repeat(492)));
		assertThat(read(form.formatted("One.\u2028Two."))).isEqualTo(new ErrorBody("C", "One. Two."));
		assertThat(new ErrorBody("C", "One.\r\nTwo.")).isEqualTo(new ErrorBody("C", "One."));
		assertThat(new ErrorBody("C".repeat(129), "").code()).isEmpty();
	}

}
