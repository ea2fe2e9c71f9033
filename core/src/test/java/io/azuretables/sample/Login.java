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
package io.azuretables.sample;

import java.time.Instant;

import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RollingTable;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TablePeriod;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.Version;

/**
 * A login, in a table for each day, kept for three days.
 *
 * @param user who logs in
 * @param at when
 * @param number tells logins of the same time apart
 * @param address where from
 * @param etag the version
 */
@Table("Logins")
@RowKey("login_{at}_{number:4}")
@SecondaryIndex(name = "address", rowKey = "address_{address}_{at}_{number:4}")
@RollingTable(period = TablePeriod.DAILY, property = "at", retention = "P3D")
public record Login(@PartitionKey String user, Instant at, int number, String address, @Version @Nullable String etag) {

	public static Login of(String user, Instant at, int number) {
		return new Login(user, at, number, "10.0.0." + number % 3, null);
	}

	public Login from(String newAddress) {
		return new Login(this.user, this.at, this.number, newAddress, this.etag);
	}

	/**
	 * What identifies a login.
	 *
	 * @param user who logs in
	 * @param at when
	 * @param number tells logins of the same time apart
	 */
	public record LoginId(String user, Instant at, int number) {

	}

}
