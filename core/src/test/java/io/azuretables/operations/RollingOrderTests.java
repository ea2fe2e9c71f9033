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
package io.azuretables.operations;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RollingTable;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TablePeriod;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableScrollPosition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.data.domain.Sort;
import org.springframework.data.domain.Window;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A result over several periods that is not sorted has the order of keys, as that of one
 * table has.
 */
class RollingOrderTests {

	private static final Instant NOW = Instant.now();

	private static final TableQuery TEA = TableQuery
		.of(Criteria.where("room").is("tea").and(Criteria.where("at").greaterThan(Instant.EPOCH)));

	private final TableTemplate template = new TableTemplate(new EmbeddedTableGateway(),
			new TableConverter(new TableMappingContext(new TableCustomConversions())));

	@BeforeEach
	void insertMessagesOfFourDays() {
		for (int day = 0; day < 4; day++) {
			for (int i = 0; i < 2; i++) {
				Instant at = NOW.minus(Duration.ofDays(day)).minusSeconds(i);
				this.template.insert(new Message("tea", at, 2 * day + i, "ann"));
			}
		}
	}

	@Test
	void readsTheNewestTableFirstIfKeysDo() {
		assertThat(numbers(this.template.find(TEA, Message.class))).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
		assertThat(numbers(this.template.find(TEA.limit(3), Message.class))).containsExactly(0, 1, 2);
		assertThat(this.template.findOne(TEA.limit(1), Message.class)).map(Message::number).contains(0);
	}

	@Test
	void readsAsTheIndexDoesThatItUses() {
		TableQuery ofAnn = TEA.and(Criteria.where("author").is("ann")).usingIndex("author").limit(3);
		assertThat(numbers(this.template.find(ofAnn, Message.class))).containsExactly(7, 6, 5);
	}

	@Test
	void readsAsTheSortSays() {
		TableQuery oldest = TEA.and(Criteria.where("author").is("ann"))
			.usingIndex("author")
			.orderBy(Sort.by("at").ascending());
		assertThat(numbers(this.template.find(oldest, Message.class))).containsExactly(7, 6, 5, 4, 3, 2, 1, 0);
	}

	@Test
	void scrollsFromTableToTable() {
		List<Integer> read = new ArrayList<>();
		Window<Message> window = this.template.query(Message.class).scroll(TEA.limit(3));
		read.addAll(numbers(window.getContent()));
		while (window.hasNext()) {
			TableScrollPosition next = (TableScrollPosition) window.positionAt(window.size() - 1);
			window = this.template.query(Message.class).scroll(TEA.limit(3).from(next));
			read.addAll(numbers(window.getContent()));
		}
		assertThat(read).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
	}

	private static List<Integer> numbers(List<Message> messages) {
		return messages.stream().map(Message::number).toList();
	}

	@Table("Messages")
	@PartitionKey("{room}")
	@RowKey("msg_{at:desc}")
	@SecondaryIndex(name = "author", rowKey = "author_{author}_{at}")
	@RollingTable(period = TablePeriod.DAILY, property = "at", retention = "P30D")
	record Message(String room, Instant at, int number, String author) {

	}

}
