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

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.Flattened;
import io.azuretables.mapping.Json;
import io.azuretables.mapping.OtherProperties;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Series;
import io.azuretables.mapping.ServerTimestamp;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.denormalization.DenormalizedCopies.OnDelete;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.largevalue.LargeValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.annotation.LastModifiedDate;
import org.springframework.data.annotation.ReadOnlyProperty;
import org.springframework.data.annotation.Version;
import org.springframework.data.domain.ManagedTypes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for copies of properties whose absent value is read as another one, and of those
 * that cannot be copied.
 */
class CopiedPropertyTests {

	private static final DenormalizedCopies<Guide, Tour> GUIDES = DenormalizedCopies
		.of(Guide.class, Tour.class, "guides")
		.reference("town", "town")
		.reference("guideId", "id");

	private static final DenormalizedCopies<Guide, Tour> ALL = GUIDES.copy("nick", "nick")
		.copy("hours", "hours")
		.copy("others", "others")
		.copy("words", "words")
		.copy("home", "home")
		.copy("rate", "rate")
		.copy("since", "since");

	private final TableGateway gateway = new EmbeddedTableGateway();

	private final TableTemplate template = template();

	private TableTemplate template() {
		TableMappingContext context = new TableMappingContext(new TableCustomConversions());
		context.setManagedTypes(
				ManagedTypes.fromIterable(List.of(Guide.class, Tour.class, Boat.class, Ferry.class, Cabin.class)));
		context.initialize();
		return new TableTemplate(this.gateway, new TableConverter(context));
	}

	private void assertClean(DenormalizationTemplate copies, Class<?> holder, String name) {
		IndexAdministration indexes = new IndexAdministration(this.gateway, this.template.converter().mappingContext(),
				IndexOptions.DEFAULTS, copies);
		assertThat(indexes.verify(holder, name).findings()).isEmpty();
		assertThat(indexes.rebuild(holder, name).findings()).isEmpty();
	}

	private Tour tour() {
		return this.template.findById(Tour.class, TableKey.of("Rome", "tour_1")).orElseThrow();
	}

	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = "REFUSE")
	void copiesWhatIsReadAsAnotherAbsentValue(OnDelete onDelete) {
		DenormalizationTemplate copies = new DenormalizationTemplate(this.template, List.of(ALL.onDelete(onDelete)));
		Guide empty = Guide.of("Rome", "1", Optional.empty(), new int[3], Map.of(), null, null, null, null, null);
		Guide full = Guide.of("Rome", "1", Optional.of("Al"), new int[] { 1, 0, 3 }, Map.of("o", 7L),
				List.of("it", "en"), new Home("Rome", null), new BigDecimal("1.50"),
				Instant.parse("2026-01-01T00:00:00.123456789Z"), null);
		Guide saved = copies.save(empty);
		copies.save(Tour.of("Rome", "1", "1"));
		assertClean(copies, Tour.class, "copies:guides");
		saved = this.template.findById(Guide.class, TableKey.of("Rome", "guide_1")).orElseThrow();
		copies.save(full.in(saved.version()));
		assertClean(copies, Tour.class, "copies:guides");
		assertThat(tour().nick()).contains("Al");
		assertThat(tour().hours()).containsExactly(1, 0, 3);
		assertThat(tour().others()).isEqualTo(Map.of("o", 7L));
		assertThat(tour().home()).isEqualTo(new Home("Rome", null));
		copies.delete(this.template.findById(Guide.class, TableKey.of("Rome", "guide_1")).orElseThrow());
		assertClean(copies, Tour.class, "copies:guides");
		assertThat(tour().nick().isPresent()).isEqualTo(onDelete == OnDelete.KEEP);
		copies.save(Tour.of("Rome", "2", null));
		assertClean(copies, Tour.class, "copies:guides");
	}

	@Test
	void refusesWhatCannotBeCopied() {
		refused(GUIDES.copy("photo", "photo"), "copy 'photo', whose content is in a blob that belongs to one entity");
		refused(GUIDES.copy("text", "version"), "copy 'version', which each write of the source changes");
		refused(GUIDES.copy("since", "written"), "copy 'written', which each write of the source changes");
		refused(GUIDES.copy("since", "changed"), "copy 'changed', which each write of the source changes");
		refused(GUIDES.copy("read", "text"), "copy into 'read', which is not written");
		refused(GUIDES.copy("stamp", "since"), "copy into 'stamp', which is not written");
	}

	private void refused(DenormalizedCopies<?, ?> copies, String message) {
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> new DenormalizationTemplate(this.template, List.of(copies)))
			.withMessageContaining(message);
	}

	/**
	 * The entity that is found may be of a subclass, for which nothing is declared.
	 */
	@Test
	void changesNoEntityOfASubclass() {
		DenormalizationTemplate copies = new DenormalizationTemplate(this.template,
				List.of(DenormalizedCopies.of(Boat.class, Cabin.class, "boats")
					.reference("port", "port")
					.reference("boatId", "id")
					.copy("boatName", "name")));
		this.template.insert(new Ferry("Rome", "1", "Old"));
		copies.save(new Cabin("Rome", "1", "1", null, null));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> copies.update(Boat.class, TableKey.of("Rome", "boat_1"), (boat) -> {
				boat.name = "New";
				return boat;
			}))
			.withMessageContaining("Ferry is neither a source nor a holder of copies");
		assertClean(copies, Cabin.class, "copies:boats");
	}

	record Home(@Nullable String town, @Nullable String street) {

	}

	@Table("Tours")
	@PartitionKey("{town}")
	@RowKey("guide_{id}")
	record Guide(String town, String id, Optional<String> nick,
			@Series(column = "h{slot}", slots = 3) int @Nullable [] hours,
			@OtherProperties @Nullable Map<String, Object> others, @Json @Nullable List<String> words,
			@Flattened @Nullable Home home, @Nullable BigDecimal rate, @Nullable Instant since,
			@Nullable LargeValue photo, @Nullable @ServerTimestamp Instant written,
			@Nullable @LastModifiedDate Instant changed, @Nullable String text, @Nullable @Version String version) {

		static Guide of(String town, String id, Optional<String> nick, int[] hours, Map<String, Object> others,
				@Nullable List<String> words, @Nullable Home home, @Nullable BigDecimal rate, @Nullable Instant since,
				@Nullable String version) {
			return new Guide(town, id, nick, hours, others, words, home, rate, since, null, null, null, null, version);
		}

		Guide in(@Nullable String newVersion) {
			return of(this.town, this.id, this.nick, this.hours, this.others, this.words, this.home, this.rate,
					this.since, newVersion);
		}

	}

	@Table("Tours")
	@PartitionKey("{town}")
	@RowKey("tour_{id}")
	record Tour(String town, String id, @Nullable String guideId, Optional<String> nick,
			@Series(column = "h{slot}", slots = 3) int @Nullable [] hours,
			@OtherProperties @Nullable Map<String, Object> others, @Json @Nullable List<String> words,
			@Flattened @Nullable Home home, @Nullable BigDecimal rate, @Nullable Instant since,
			@Nullable LargeValue photo, @Nullable @ServerTimestamp Instant stamp,
			@Nullable @ReadOnlyProperty String read, @Nullable String text, @Nullable @Version String version) {

		static Tour of(String town, String id, @Nullable String guideId) {
			return new Tour(town, id, guideId, Optional.empty(), new int[3], Map.of(), null, null, null, null, null,
					null, null, null, null);
		}

	}

	@Table("Boats")
	@EntityType
	@PartitionKey("{port}")
	@RowKey("boat_{id}")
	static class Boat {

		String port = "";

		String id = "";

		@Nullable String name;

		@Version
		@Nullable String version;

	}

	@EntityType
	static class Ferry extends Boat {

		Ferry() {
		}

		Ferry(String port, String id, String name) {
			this.port = port;
			this.id = id;
			this.name = name;
		}

	}

	@Table("Boats")
	@PartitionKey("{port}")
	@RowKey("cabin_{id}")
	record Cabin(String port, String id, @Nullable String boatId, @Nullable String boatName,
			@Nullable @Version String version) {

	}

}
