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

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;

import com.jayway.jsonpath.JsonPath;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.queue.transport.QueueConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.context.bean.override.convention.TestBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What the service promises, on any store.
 */
@TestPropertySource(properties = "azure.tables.queue.worker.poll-interval=200ms")
abstract class ClaimsApiContract {

	private static final AtomicReference<Duration> LATER = new AtomicReference<>(Duration.ZERO);

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final String department = UUID.randomUUID().toString();

	private final String email = UUID.randomUUID() + "@contoso.com";

	@TestBean
	private Clock clock;

	@Autowired
	private MockMvcTester mvc;

	@Autowired
	private Archivist archivist;

	@Autowired
	private Claims claims;

	@Autowired
	private ArchivedClaims archivedClaims;

	@Autowired
	private QueueConnection queue;

	static Clock clock() {
		return new Clock() {

			@Override
			public Instant instant() {
				return Instant.now().plus(LATER.get());
			}

			@Override
			public ZoneId getZone() {
				return ZoneOffset.UTC;
			}

			@Override
			public Clock withZone(ZoneId zone) {
				return this;
			}

		};
	}

	@AfterEach
	void goBackInTime() {
		LATER.set(Duration.ZERO);
	}

	@Test
	void listsTheNewestFirst() throws Exception {
		file("hall", this.email, 1);
		file("cao", "cao" + this.email, 2);
		assertThat(amounts("/departments/" + this.department + "/claims")).containsExactly(2, 1);
		assertThat(amounts("/departments/" + this.department + "/claims?count=1")).containsExactly(2);
	}

	@Test
	void findsThePersonInAllDepartments() throws Exception {
		file("hall", this.email, 1);
		file(UUID.randomUUID().toString(), "hall", this.email, 2);
		file("cao", "cao" + this.email, 3);
		assertThat(amounts("/claims?email=" + this.email)).containsExactly(2, 1);
	}

	@Test
	void correctsAClaim() throws Exception {
		String claim = file("hall", this.email, 1);
		assertThat(correct(claim, "new" + this.email, 5)).hasStatusOk();
		assertThat(amounts("/claims?email=" + this.email)).isEmpty();
		assertThat(amounts("/claims?email=new" + this.email)).containsExactly(5);
	}

	@Test
	void archivesAClaimWithItsReceiptAndRestoresIt() throws Exception {
		String claim = file("hall", this.email, 1);
		assertThat(this.mvc.post().uri(claim + "/archive")).hasStatus(202);
		awaitArchived(claim, true);
		assertThat(amounts("/departments/" + this.department + "/claims")).isEmpty();
		assertThat(amounts("/claims?email=" + this.email)).containsExactly(1);
		assertThat(this.mvc.get().uri(claim + "/receipt")).bodyText().isEqualTo("Taxi 1");
		assertThat(blobs().list("archive/")).isNotEmpty();
		assertThat(correct(claim, this.email, 5)).hasStatus(409);
		assertThat(this.mvc.post().uri(claim + "/archive")).as("once more").hasStatus(202);
		assertThat(this.mvc.post().uri(claim + "/restore")).hasStatus(202);
		awaitArchived(claim, false);
		assertThat(amounts("/departments/" + this.department + "/claims")).containsExactly(1);
		assertThat(amounts("/claims?email=" + this.email)).containsExactly(1);
		assertThat(this.mvc.get().uri(claim + "/receipt")).bodyText().isEqualTo("Taxi 1");
		assertThat(correct(claim, this.email, 5)).hasStatusOk();
	}

	@Test
	void believesTheClaimAndNotItsCopyWhileItIsMoved() throws Exception {
		String claim = file("hall", this.email, 1);
		this.archivedClaims.insert(ArchivedClaim.of(this.claims.findByEmail(this.email).get(0)));
		assertThat(amounts("/claims?email=" + this.email)).containsExactly(1);
		assertThat(correct(claim, "new" + this.email, 5)).hasStatusOk();
		assertThat(amounts("/claims?email=" + this.email)).isEmpty();
		assertThat(amounts("/claims?email=new" + this.email)).containsExactly(5);
	}

	@Test
	void archivesByAge() throws Exception {
		String old = file("hall", this.email, 1);
		LATER.set(Duration.ofDays(31));
		String young = file("hall", this.email, 2);
		this.archivist.archiveByAge();
		awaitArchived(old, true);
		assertThat(isArchived(young)).isFalse();
		for (String never : List.of("P400000000000D", "PT9223372036854775807S", "-PT9223372036854775807S")) {
			assertThat(this.mvc.post().uri("/archive?olderThan=" + never)).hasStatus(400)
				.bodyText()
				.contains("olderThan");
		}
		assertThat(this.mvc.post().uri("/archive?olderThan=PT0S")).hasStatus(202).bodyText().contains("\"claims\":");
		awaitArchived(young, true);
	}

	@Test
	void deletesReceiptsOfNoClaim() throws Exception {
		String claim = file("hall", this.email, 1);
		this.mvc.post().uri(claim + "/archive").exchange();
		awaitArchived(claim, true);
		this.mvc.post().uri(claim + "/restore").exchange();
		awaitArchived(claim, false);
		String kept = file("cao", this.email, 2);
		this.mvc.post().uri(kept + "/archive").exchange();
		awaitArchived(kept, true);
		long before = count(blobs());
		LATER.set(Duration.ofDays(2));
		this.archivist.deleteReceiptsOfNoClaim();
		assertThat(count(blobs())).isLessThan(before);
		assertThat(this.mvc.get().uri(kept + "/receipt")).bodyText().isEqualTo("Taxi 2");
	}

	@Test
	void saysWhatIsWrong() throws Exception {
		String claim = file("hall", this.email, 1).replace("hall", "nobody");
		for (String part : List.of("", "/receipt")) {
			assertThat(this.mvc.get().uri(claim + part)).hasStatus(404);
		}
		for (String part : List.of("/archive", "/restore")) {
			assertThat(this.mvc.post().uri(claim + part)).hasStatus(404)
				.hasContentType(MediaType.APPLICATION_PROBLEM_JSON);
		}
		assertThat(correct(claim, this.email, 1)).hasStatus(404);
		assertThat(content(claim, "{\"email\": \"hall@contoso.com\", \"receipt\": \"r\"}"))
			.isEqualTo("amount must not be null");
		assertThat(content(claim, "{\"email\": \"hall@contoso.com\", \"receipt\": \"r\", \"amount\": \"much\"}"))
			.isEqualTo("amount must be a number");
		assertThat(content(claim, "{\"mail\": \"hall@contoso.com\"}"))
			.isEqualTo("mail is unknown; the properties are amount, email, receipt");
		assertThat(content(claim, "{\"email\": ")).startsWith("The body is no JSON object: line 1");
		assertThat(correct(claim, "nobody", -1)).hasStatus(400)
			.bodyJson()
			.extractingPath("detail")
			.asString()
			.contains("email", "amount");
		assertThat(this.mvc.get().uri("/departments/" + this.department + "/claims?count=0")).hasStatus(400);
	}

	private String file(String employee, String address, int amount) {
		return file(this.department, employee, address, amount);
	}

	private String file(String where, String employee, String address, int amount) {
		MvcTestResult filed = this.mvc.post()
			.uri("/departments/{department}/employees/{employee}/claims", where, employee)
			.contentType(MediaType.APPLICATION_JSON)
			.content(json(address, amount))
			.exchange();
		assertThat(filed).hasStatus(201);
		return String.valueOf(filed.getResponse().getHeader("Location")).replace("%3A", ":");
	}

	private MvcTestResult correct(String claim, String address, int amount) {
		return this.mvc.put()
			.uri(claim)
			.contentType(MediaType.APPLICATION_JSON)
			.content(json(address, amount))
			.exchange();
	}

	/**
	 * What is said about a body that is refused.
	 */
	private String content(String claim, String json) throws Exception {
		MvcTestResult refused = this.mvc.put()
			.uri(claim)
			.contentType(MediaType.APPLICATION_JSON)
			.content(json)
			.exchange();
		assertThat(refused).hasStatus(400).hasContentType(MediaType.APPLICATION_PROBLEM_JSON);
		return JsonPath.read(refused.getResponse().getContentAsString(), "$.detail");
	}

	private static String json(String address, int amount) {
		return "{\"email\": \"" + address + "\", \"amount\": " + amount + ", \"receipt\": \"Taxi " + amount + "\"}";
	}

	private void awaitArchived(String claim, boolean archived) {
		await().atMost(PATIENCE).until(() -> isArchived(claim) == archived);
	}

	private boolean isArchived(String claim) throws Exception {
		return JsonPath.read(this.mvc.get().uri(claim).exchange().getResponse().getContentAsString(), "$.archived");
	}

	private List<Integer> amounts(String uri) throws Exception {
		return JsonPath.read(this.mvc.get().uri(uri).exchange().getResponse().getContentAsString(), "$[*].amount");
	}

	private BlobStore blobs() {
		BlobStore blobs = this.queue.blobs();
		assertThat(blobs).isNotNull();
		return blobs;
	}

	private static long count(BlobStore blobs) {
		return blobs.list("archive/").count();
	}

}
