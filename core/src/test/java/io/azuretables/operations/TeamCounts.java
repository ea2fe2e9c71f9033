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

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import io.azuretables.internal.change.CompanionRows;
import io.azuretables.internal.change.EntityChange;
import io.azuretables.internal.convert.RowValues;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.write.CompanionSource;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.Version;

/**
 * A companion that many entities share: a row for each team, with the number of its
 * players. A player who changes teams changes two of them.
 */
record TeamCounts(EntityModel model) implements CompanionRows {

	/**
	 * The companion rows of players.
	 */
	static List<CompanionSource.Companion> of(TablePersistentEntity<?> entity) {
		EntityModel model = EntityModel.of(entity);
		return (model.leaf("team").isPresent() && model.leaf("goals").isPresent()) ? List.of(new TeamCounts(model))
				: List.of();
	}

	static TableKey key(String club, String team) {
		return TableKey.of(club, "team_" + team);
	}

	@Override
	public Set<String> columns() {
		return Set.of("team");
	}

	@Override
	public boolean needPrevious() {
		return true;
	}

	@Override
	public Set<TableKey> reads(EntityChange change) {
		Set<TableKey> keys = new LinkedHashSet<>();
		if (!Objects.equals(team(change.before()), team(change.after()))) {
			add(keys, change, change.after());
			add(keys, change, change.before());
		}
		return keys;
	}

	private void add(Set<TableKey> keys, EntityChange change, @Nullable RowValues row) {
		String team = team(row);
		if (team != null) {
			keys.add(key(change.key().partitionKey(), team));
		}
	}

	@Override
	public List<RowWrite> writes(EntityChange change, Map<TableKey, TableRow> read) {
		List<RowWrite> writes = new ArrayList<>();
		String before = team(change.before());
		String after = team(change.after());
		if (!Objects.equals(before, after)) {
			if (before != null) {
				writes.add(counted(key(change.key().partitionKey(), before), -1, read));
			}
			if (after != null) {
				writes.add(counted(key(change.key().partitionKey(), after), 1, read));
			}
		}
		return writes;
	}

	private static RowWrite counted(TableKey key, int by, Map<TableKey, TableRow> read) {
		TableRow row = read.get(key);
		int players = ((row != null) ? Objects.requireNonNull(row.get("players", Integer.class)) : 0) + by;
		TableRow counted = TableRow.of(key, Map.of("players", players));
		if (row == null) {
			return new RowWrite.Insert(counted);
		}
		String etag = Objects.requireNonNull(row.etag());
		return (players == 0) ? new RowWrite.Delete(key, etag) : new RowWrite.Replace(counted, etag);
	}

	private @Nullable String team(@Nullable RowValues row) {
		return (row != null) ? (String) row.apply(this.model.leaf("team").orElseThrow()) : null;
	}

	/**
	 * A player without a version.
	 */
	@Table("Players")
	@PartitionKey("{club}")
	@RowKey("p_{number:4}")
	record Player(String club, int number, String team, @Nullable Integer goals) {

	}

	/**
	 * A player with a version.
	 */
	@Table("Players")
	@PartitionKey("{club}")
	@RowKey("v_{number:4}")
	record VersionedPlayer(String club, int number, String team, @Nullable Integer goals,
			@Version @Nullable String version) {

		VersionedPlayer in(String newTeam) {
			return new VersionedPlayer(this.club, this.number, newTeam, this.goals, this.version);
		}

	}

}
