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

package io.azuretables.patterns.denormalization;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.patterns.denormalization.DenormalizedCopies.OnDelete;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.index.IndexFinding;
import io.azuretables.patterns.index.IndexFinding.Kind;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.index.IndexProgress;
import io.azuretables.patterns.index.IndexReport;
import io.azuretables.patterns.index.IndexState;
import io.azuretables.patterns.sample.Member;
import io.azuretables.patterns.sample.MeteredGateway;
import io.azuretables.patterns.sample.Team;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.OptimisticLockingFailureException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What copies in the partition of their sources promise, on any store.
 */
abstract class CopyContract {

	static final DenormalizedCopies<Member, Team> LEADS = DenormalizedCopies.of(Member.class, Team.class, "leads")
		.reference("department", "department")
		.reference("leadId", "employeeId")
		.copy("leadName", "name");

	private final String prefix = prefix();

	abstract TableGateway gateway();

	abstract String prefix();

	TableTemplate template(TableGateway gateway) {
		return new TableTemplate(gateway, new TableConverter(new TableMappingContext(new TableCustomConversions())),
				TableTemplateOptions.DEFAULTS.withTableNames(TableNameResolver.prefixed(this.prefix)));
	}

	TableTemplate template() {
		return template(gateway());
	}

	static DenormalizationTemplate copies(TableTemplate template) {
		return new DenormalizationTemplate(template, List.of(LEADS));
	}

	IndexAdministration administration(TableTemplate template, DenormalizationTemplate copies) {
		return administration(gateway(), template, copies);
	}

	static IndexAdministration administration(TableGateway gateway, TableTemplate template,
			DenormalizationTemplate copies) {
		return new IndexAdministration(gateway, template.converter().mappingContext(),
				IndexOptions.DEFAULTS.withPageSize(100).withTableNames((type, name) -> template.query(type).table()),
				copies);
	}

	/**
	 * The report of comparing holders.
	 */
	static IndexReport report(long holders, long outdated) {
		return new IndexReport(holders, 0, (outdated > 0) ? Map.of(Kind.STALE, outdated) : Map.of());
	}

	static TableKey member(int number) {
		return TableKey.of("Sales", String.format("empid_%06d", number));
	}

	static TableKey team(String name) {
		return TableKey.of("Sales", "team_" + name);
	}

	static @Nullable String leadOf(TableTemplate template, String team) {
		return template.findById(Team.class, team(team)).orElseThrow().leadName();
	}

	static Member member(TableTemplate template, int number) {
		return template.findById(Member.class, member(number)).orElseThrow();
	}

	@AfterEach
	void deleteTables() {
		gateway().tables().stream().filter((name) -> name.startsWith(this.prefix)).forEach(gateway()::deleteTable);
	}

	@Test
	void writesHolderWithFreshCopies() {
		TableTemplate template = template();
		DenormalizationTemplate copies = copies(template);
		copies.save(Member.of(1, "Ann"));
		copies.save(Member.of(2, "Bob"));
		Team saved = copies.save(Team.of("north", 1));
		assertThat(saved.leadName()).isEqualTo("Ann");
		saved = copies.save(saved.led(2));
		assertThat(saved.leadName()).isEqualTo("Bob");
		saved = copies.save(saved.led(null));
		assertThat(saved.leadName()).isNull();
		assertThat(template.findById(Team.class, team("north"))).contains(saved);
	}

	@Test
	void refusesHolderWithoutItsSource() {
		DenormalizationTemplate copies = copies(template());
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> copies.save(Team.of("north", 7)))
			.withMessageContaining("the Member that the copies 'leads' of Member in Team come from is not there")
			.withMessageContaining("let the reference be null");
	}

	@Test
	void changesCopiesInTheTransactionOfTheirSource() {
		TableTemplate template = template();
		DenormalizationTemplate copies = copies(template);
		Member ann = copies.save(Member.of(1, "Ann"));
		copies.save(Member.of(2, "Bob"));
		List.of("north", "south").forEach((name) -> copies.save(Team.of(name, 1)));
		copies.save(Team.of("west", 2));
		assertThatExceptionOfType(OptimisticLockingFailureException.class).as("a holder was written since it was read")
			.isThrownBy(() -> copies.save(ann.named("Anna")));
		Member saved = copies.save(member(template, 1).named("Anna"));
		assertThat(saved).isEqualTo(member(template, 1));
		assertThat(leadOf(template, "north")).isEqualTo("Anna");
		assertThat(leadOf(template, "south")).isEqualTo("Anna");
		assertThat(leadOf(template, "west")).isEqualTo("Bob");
		assertThat(copies.update(Member.class, member(1), (one) -> one.named("Annie"))).map(Member::name)
			.contains("Annie");
		assertThat(leadOf(template, "south")).isEqualTo("Annie");
		assertThat(copies.update(Member.class, member(9), (one) -> one)).isEmpty();
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> copies.update(Member.class, member(1), (one) -> null))
			.withMessageStartingWith("The change of the Member gave null");
	}

	@Test
	void clearsCopiesOfADeletedSource() {
		TableTemplate template = template();
		DenormalizationTemplate copies = copies(template);
		copies.save(Member.of(1, "Ann"));
		copies.save(Team.of("north", 1));
		copies.delete(member(template, 1));
		assertThat(template.findById(Team.class, team("north")).orElseThrow()).extracting(Team::leadId, Team::leadName)
			.containsOnlyNulls();
		assertThat(administration(template, copies).verify(Team.class, "copies:leads").isClean()).isTrue();
		copies.save(Member.of(1, "Again"));
		assertThat(leadOf(template, "north")).as("another source").isNull();
		assertThatExceptionOfType(DuplicateKeyException.class).isThrownBy(() -> copies.save(Member.of(1, "Other")));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> copies.delete(Member.of(1, "Ann")))
			.withMessageContaining("has no version");
	}

	@Test
	void keepsCopiesOfADeletedSourceIfToldTo() {
		TableTemplate template = template();
		DenormalizedCopies<Member, Team> kept = LEADS.onDelete(OnDelete.KEEP);
		DenormalizationTemplate copies = new DenormalizationTemplate(template, List.of(kept));
		copies.save(Member.of(1, "Ann"));
		copies.save(Team.of("north", 1));
		copies.delete(member(template, 1));
		assertThat(leadOf(template, "north")).isEqualTo("Ann");
		assertThat(administration(template, copies).verify(Team.class, "copies:leads")).isEqualTo(report(1, 0));
	}

	@Test
	void refusesToDeleteASourceWithHoldersIfToldTo() {
		TableTemplate template = template();
		DenormalizationTemplate copies = new DenormalizationTemplate(template,
				List.of(LEADS.onDelete(OnDelete.REFUSE)));
		copies.save(Member.of(1, "Ann"));
		Team north = copies.save(Team.of("north", 1));
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> copies.delete(member(template, 1)))
			.withMessageContaining("a Team refers to it");
		copies.delete(north);
		copies.delete(member(template, 1));
		assertThat(template.findById(Member.class, member(1))).isEmpty();
	}

	@Test
	void plansAgainIfAHolderChangesMeanwhile() {
		MeteredGateway gateway = new MeteredGateway(gateway());
		TableTemplate template = template(gateway());
		copies(template).save(Member.of(1, "Ann"));
		copies(template).save(Team.of("north", 1));
		DenormalizationTemplate slow = copies(template(gateway));
		Member read = member(template, 1);
		beforeRequest(gateway, 2,
				() -> template.save(template.findById(Team.class, team("north")).orElseThrow().with(7)));
		slow.save(read.named("Anna"));
		assertThat(template.findById(Team.class, team("north")).orElseThrow())
			.extracting(Team::leadName, Team::projects)
			.containsExactly("Anna", 7);
	}

	/**
	 * The holder that is written meanwhile is not among those that were listed.
	 */
	@Test
	void doesNotMissAHolderThatIsWrittenMeanwhile() {
		MeteredGateway gateway = new MeteredGateway(gateway());
		TableTemplate template = template(gateway());
		copies(template).save(Member.of(1, "Ann"));
		DenormalizationTemplate slow = copies(template(gateway));
		Member read = member(template, 1);
		beforeRequest(gateway, 2, () -> copies(template).save(Team.of("north", 1)));
		assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(() -> slow.save(read.named("Anna")));
		assertThat(leadOf(template, "north")).isEqualTo("Ann");
		beforeRequest(gateway, 3, () -> copies(template).save(Team.of("south", 1)));
		slow.update(Member.class, member(1), (one) -> one.named("Anna"));
		assertThat(leadOf(template, "north")).isEqualTo("Anna");
		assertThat(leadOf(template, "south")).isEqualTo("Anna");
	}

	/**
	 * What is known of a source that an index has found is the version of its index row.
	 */
	@Test
	void doesNotMissAHolderThatIsWrittenSinceAnIndexWasRead() {
		TableTemplate template = template();
		DenormalizationTemplate copies = copies(template);
		copies.save(Member.of(1, "Ann"));
		Member found = template
			.findOne(
					TableQuery
						.of(Criteria.where("department").is("Sales").and(Criteria.where("email").is("1@contoso.com"))),
					Member.class)
			.orElseThrow();
		copies.save(Team.of("north", 1));
		assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(() -> template.save(found.paid(5)));
		assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(() -> copies.save(found.named("Anna")));
		assertThat(leadOf(template, "north")).isEqualTo(member(template, 1).name());
	}

	private static void beforeRequest(MeteredGateway gateway, int number, Runnable action) {
		gateway.beforeEach((request) -> {
			if (request == number) {
				action.run();
			}
		});
	}

	@Test
	void refusesMoreHoldersThanATransactionTakes() {
		TableTemplate template = template();
		DenormalizationTemplate copies = copies(template);
		copies.save(Member.of(1, "Ann"));
		template.insertAll(IntStream.range(0, 93).mapToObj((i) -> Team.of("t" + i, 1)).toList());
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> copies.save(member(template, 1).named("Anna")))
			.withMessageContaining("takes up to 96 rows");
		template.deleteById(Team.class, team("t0"));
		copies.save(member(template, 1).named("Anna"));
		assertThat(leadOf(template, "t92")).isEqualTo("Anna");
	}

	@Test
	void findsAndCorrectsWhatOtherProgramsWrite() {
		TableTemplate template = template();
		DenormalizationTemplate copies = copies(template);
		template.insert(Member.of(1, "Ann"));
		template.insertAll(IntStream.range(0, 250).mapToObj((i) -> Team.of("t" + i, (i < 120) ? 1 : null)).toList());
		IndexAdministration administration = administration(template, copies);
		List<IndexFinding> findings = new ArrayList<>();
		List<IndexReport> compared = new ArrayList<>();
		assertThat(administration.verify(Team.class, "copies:leads", findings::add, compared::add))
			.isEqualTo(report(250, 120));
		assertThat(findings).hasSize(120).contains(new IndexFinding(Kind.STALE, member(1), team("t7")));
		assertThat(compared).extracting(IndexReport::entities).containsExactly(100L, 200L, 250L);
		List<IndexProgress> progress = new ArrayList<>();
		assertThat(administration.rebuild(Team.class, "copies:leads", null, progress::add)).isEqualTo(report(250, 120));
		assertThat(progress).extracting((done) -> done.report().entities()).containsExactly(100L, 200L, 250L, 250L);
		assertThat(administration.verify(Team.class, "copies:leads").isClean()).isTrue();
		TableScrollPosition first = TableScrollPosition.decode(progress.get(0).position().encode());
		assertThat(administration.rebuild(Team.class, "copies:leads", first, (done) -> {
		})).isEqualTo(report(150, 0));
		assertThat(administration.rebuild(Team.class, "copies:leads", progress.get(3).position(), (done) -> {
		})).as("the end").isEqualTo(report(0, 0));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(() -> administration
			.rebuild(Team.class, "copies:leads", new TableScrollPosition("other", 0, null, null), (done) -> {
			})).withMessageContaining("another run than that of Team.copies:leads");
		assertThat(leadOf(template, "t7")).isEqualTo("Ann");
	}

	/**
	 * Another program has stored texts as numbers, in a holder and in a source, and a row
	 * whose key is none of a holder.
	 */
	@Test
	void goesOnAfterRowsThatCannotBeRead() {
		TableTemplate template = template();
		DenormalizationTemplate copies = copies(template);
		template.insertAll(List.of(Member.of(1, "Ann"), Member.of(2, "Bea")));
		template.insertAll(List.of(Team.of("a", 1), Team.of("b", 1), Team.of("c", 2), Team.of("d", 1)));
		TableKey foreign = team("\uFFEE");
		store(team("b"), "projects", "many");
		store(member(2), "salary", "much");
		store(foreign, "leadId", 1);
		IndexAdministration administration = administration(template, copies);
		List<IndexFinding> findings = new ArrayList<>();
		IndexReport found = administration.verify(Team.class, "copies:leads", findings::add);
		assertThat(findings).containsExactlyInAnyOrder(new IndexFinding(Kind.STALE, member(1), team("a")),
				new IndexFinding(Kind.REFUSED, null, team("b")), new IndexFinding(Kind.REFUSED, null, team("c")),
				new IndexFinding(Kind.STALE, member(1), team("d")), new IndexFinding(Kind.REFUSED, null, foreign));
		assertThat(found).isEqualTo(new IndexReport(5, 0, Map.of(Kind.STALE, 2L, Kind.REFUSED, 3L)));
		assertThat(administration.rebuild(Team.class, "copies:leads")).isEqualTo(found);
		assertThat(leadOf(template, "a")).isEqualTo("Ann");
		assertThat(leadOf(template, "d")).isEqualTo("Ann");
		store(team("b"), "projects", 3);
		store(member(2), "salary", 10);
		gateway().write(this.prefix + "Staff", new RowWrite.Delete(foreign, RowWrite.ANY));
		assertThat(administration.rebuild(Team.class, "copies:leads")).isEqualTo(report(4, 2));
		assertThat(administration.verify(Team.class, "copies:leads").isClean()).isTrue();
	}

	private void store(TableKey key, String column, Object value) {
		gateway().write(this.prefix + "Staff", new RowWrite.InsertOrMerge(TableRow.of(key, Map.of(column, value))));
	}

	/**
	 * A declaration that is new to stored holders.
	 */
	@Test
	void fillsCopiesThatAreNewToTheirHolders() {
		TableTemplate template = template();
		template.insert(Member.of(1, "Ann"));
		template.insertAll(IntStream.range(0, 150).mapToObj((i) -> Team.of("t" + i, 1)).toList());
		DenormalizationTemplate copies = copies(template);
		IndexAdministration administration = administration(template, copies);
		assertThat(administration.state(Team.class, "copies:leads")).isEqualTo(IndexState.READABLE);
		administration.withdraw(Team.class, "copies:leads");
		assertThat(administration(template, copies).state(Team.class, "copies:leads")).isEqualTo(IndexState.WRITE_ONLY);
		assertThat(administration.backfill(Team.class, "copies:leads", (done) -> {
			assertThat(administration.state(Team.class, "copies:leads")).isEqualTo(IndexState.BACKFILLING);
		}).isClean()).isTrue();
		assertThat(administration.state(Team.class, "copies:leads")).isEqualTo(IndexState.READABLE);
		assertThat(leadOf(template, "t149")).isEqualTo("Ann");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> administration.drop(Team.class, "copies:leads"))
			.withMessageContaining("are properties of Team and no rows");
	}

	@Test
	void costsWhatItSays() {
		MeteredGateway gateway = new MeteredGateway(gateway());
		TableTemplate template = template(gateway);
		DenormalizationTemplate copies = copies(template);
		copies.save(Member.of(1, "Ann"));
		copies.save(Team.of("south", 1));
		Member read = member(template(), 1);
		// the row of Ann is read before, since the key of an index row of hers may change
		assertThat(requests(gateway, () -> copies.save(read.named("Anna")))).as("source").isEqualTo(3);
		assertThat(requests(gateway, () -> copies.save(Team.of("north", 1)))).as("holder").isEqualTo(3);
		assertThat(requests(gateway, () -> copies.save(Team.of("west", null)))).as("holder of nothing").isEqualTo(1);
		assertThat(requests(gateway, () -> copies.update(Team.class, team("north"), (one) -> one.with(7))))
			.as("nothing that is copied")
			.isEqualTo(2);
		assertThat(requests(gateway, () -> copies.update(Member.class, member(1), (one) -> one.named("Annie"))))
			.as("what is copied")
			.isEqualTo(4);
		IndexAdministration administration = administration(gateway, template, copies);
		assertThat(requests(gateway, () -> administration.verify(Team.class, "copies:leads"))).as("verify")
			.isEqualTo(2);
		Member left = member(template(), 1);
		assertThat(requests(gateway, () -> copies.delete(left))).as("delete").isEqualTo(3);
	}

	private static long requests(MeteredGateway gateway, Runnable action) {
		gateway.reset();
		action.run();
		return gateway.requests();
	}

}
