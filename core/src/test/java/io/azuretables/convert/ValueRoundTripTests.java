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

package io.azuretables.convert;

import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.function.UnaryOperator;

import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.row.EdmType;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

/**
 * Tests that values of every type come back equal.
 */
@Tag("long")
@Execution(ExecutionMode.CONCURRENT)
class ValueRoundTripTests {

	private static final int CASES = 4000;

	private final StoredRows rows = new StoredRows();

	@Test
	void readsEveryValueBackFromTypedRow() {
		check(this.rows::readBack);
	}

	@Test
	void readsEveryValueBackFromJsonWithoutTypes() {
		check(this.rows::readBackUntyped);
	}

	@Test
	void writesNothingThatServiceRefuses() {
		Values values = new Values(System.nanoTime());
		for (int i = 0; i < CASES; i++) {
			TableRow row = this.rows.write(values.next());
			assertThat(ServiceLimits.violations(row)).isEmpty();
			row.forEach((name, value) -> assertThat(EdmType.ofClass(value.getClass())).isPresent());
		}
	}

	@Test
	void comparesStoredValuesAsTheirTypeDoes() {
		long seed = System.nanoTime();
		Values values = new Values(seed);
		for (int i = 0; i < CASES; i++) {
			AllTypes one = values.next();
			AllTypes other = values.next();
			for (LeafProperty leaf : EntityModel.of(this.rows.converter().entity(AllTypes.class)).leaves().values()) {
				if (leaf.conversion().isOrdered() && leaf.property().getType() != OffsetDateTime.class) {
					assertOrder(leaf, value(leaf, one), value(leaf, other), "seed " + seed);
				}
			}
		}
	}

	private Object value(LeafProperty leaf, AllTypes entity) {
		return leaf.valueIn(this.rows.converter().entity(AllTypes.class).getPropertyAccessor(entity));
	}

	@SuppressWarnings("unchecked")
	private static void assertOrder(LeafProperty leaf, Object one, Object other, String seed) {
		if (one instanceof Comparable<?> && other != null && !(one instanceof Enum)) {
			Object left = leaf.conversion().comparable(one);
			Object right = leaf.conversion().comparable(other);
			int given = Integer.signum(((Comparable<Object>) one).compareTo(other));
			int stored = Integer.signum(((Comparable<Object>) left).compareTo(right));
			if (one instanceof Instant && stored == 0) {
				return;
			}
			assertThat(stored).as(leaf + " " + one + " " + other + " " + seed).isEqualTo(given);
		}
	}

	@ParameterizedTest
	@CsvSource({ "2014-08-22T00:00:00.123456789Z, 2014-08-22T00:00:00.123456700Z",
			"1969-12-31T23:59:59.999999999Z, 1969-12-31T23:59:59.999999900Z",
			"1601-01-01T00:00:00.000000001Z, 1601-01-01T00:00:00Z" })
	void cutsInstantsTowardsThePast(Instant given, Instant stored) {
		LeafProperty leaf = EntityModel.of(this.rows.converter().entity(AllTypes.class)).leaf("instant").orElseThrow();
		assertThat(leaf.conversion().write(given)).isEqualTo(stored);
	}

	@Test
	void keepsInstantOfOffsetTimeAndReadsItInUtc() {
		LeafProperty leaf = EntityModel.of(this.rows.converter().entity(AllTypes.class)).leaf("offset").orElseThrow();
		Object stored = leaf.conversion().write(OffsetDateTime.parse("2014-08-22T02:00:00+02:00"));
		assertThat(stored).isEqualTo(Instant.parse("2014-08-22T00:00:00Z"));
		assertThat(leaf.conversion().read(stored)).isEqualTo(OffsetDateTime.parse("2014-08-22T00:00:00Z"));
		assertThat(leaf.conversion().comparable(OffsetDateTime.parse("2014-08-22T02:00:00.00000001+02:00")))
			.isEqualTo(stored);
	}

	private static void check(UnaryOperator<AllTypes> transport) {
		long seed = System.nanoTime();
		Values values = new Values(seed);
		for (int i = 0; i < CASES; i++) {
			AllTypes entity = values.next();
			AllTypes read = transport.apply(entity);
			for (RecordComponent component : AllTypes.class.getRecordComponents()) {
				Object expected = stored(get(component, entity));
				Object actual = get(component, read);
				if (!Arrays.deepEquals(new Object[] { expected }, new Object[] { actual })) {
					fail("%s of case %s with seed %s: %s came back as %s", component.getName(), i, seed, expected,
							actual);
				}
			}
		}
	}

	private static Object get(RecordComponent component, AllTypes entity) {
		try {
			return component.getAccessor().invoke(entity);
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(component.getName(), ex);
		}
	}

	/**
	 * What the documented rules make of a value.
	 */
	private static Object stored(Object value) {
		if (value instanceof Instant time) {
			return time.minusNanos(time.getNano() % 100);
		}
		return (value instanceof OffsetDateTime time)
				? time.minusNanos(time.getNano() % 100).withOffsetSameInstant(ZoneOffset.UTC) : value;
	}

}
