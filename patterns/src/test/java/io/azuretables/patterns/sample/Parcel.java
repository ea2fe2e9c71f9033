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

package io.azuretables.patterns.sample;

import io.azuretables.mapping.AcceptHotPartition;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.Version;

/**
 * A holder of copies from another partition.
 */
// tag::parcel[]
@Table("Parcels")
@PartitionKey("parcels")
@RowKey("parcel_{number:6}")
@AcceptHotPartition(reason = "few parcels, listed together")
public record Parcel(int number, @Nullable String customerId, @Nullable String customerName, int stops,
		@Nullable @Version String version) {
	// end::parcel[]

	public static Parcel of(int number, @Nullable String customerId) {
		return new Parcel(number, customerId, null, 0, null);
	}

	public Parcel to(@Nullable String newCustomerId) {
		return new Parcel(this.number, newCustomerId, this.customerName, this.stops, this.version);
	}

	public Parcel stopped() {
		return new Parcel(this.number, this.customerId, this.customerName, this.stops + 1, this.version);
	}

}
