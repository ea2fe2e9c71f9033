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

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.internal.model.PropertyConversion;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TableMappingException;
import io.azuretables.row.TableRow;
import io.azuretables.row.UnstorableValueException;
import org.junit.jupiter.api.Test;

import org.springframework.core.convert.TypeDescriptor;
import org.springframework.core.convert.converter.Converter;
import org.springframework.core.convert.converter.GenericConverter;
import org.springframework.data.annotation.Id;
import org.springframework.data.convert.PropertyValueConverter;
import org.springframework.data.convert.ReadingConverter;
import org.springframework.data.convert.ValueConversionContext;
import org.springframework.data.convert.ValueConverter;
import org.springframework.data.convert.WritingConverter;
import org.springframework.data.mapping.PersistentProperty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests that converters of the application apply wherever a value is written or read.
 */
class CustomConversionTests {

	private final StoredRows rows = new StoredRows(new SkuToText(), new TextToSku(), new FlagToText(), new TextToFlag(),
			new MoneyToDecimal(), new DecimalToMoney());

	private final Article article = new Article(new Sku("books", 7), "A-B", new Money(new BigDecimal("9.90")), true,
			"Hello", "first");

	@Test
	void convertsWhatIsWritten() {
		assertThat(this.rows.write(this.article).properties())
			.isEqualTo(Map.of("price", "9.90", "available", "yes", "title", "olleH"));
	}

	@Test
	void convertsWhatIsRead() {
		assertThat(this.rows.readBack(this.article)).isEqualTo(this.article);
		assertThat(this.rows.readBackUntyped(this.article)).isEqualTo(this.article);
	}

	@Test
	void convertsPartsOfKeys() {
		assertThat(this.rows.write(this.article).key()).isEqualTo(TableKey.of("books:7", "a_B-A_tsrif"));
	}

	@Test
	void convertsPartsOfIndexKeys() {
		TableKey key = model().indexes().get(0).keys().encode(this::valueOf);
		assertThat(key).isEqualTo(TableKey.of("books:7", "title_olleH"));
	}

	private Object valueOf(LeafProperty leaf) {
		return leaf.valueIn(this.rows.converter().entity(Article.class).getPropertyAccessor(this.article));
	}

	@Test
	void convertsIdentifiers() {
		Map<String, Object> id = Map.of("sku", new Sku("books", 7), "code", "A-B", "part", "first");
		assertThat(model().keys().encode((leaf) -> id.get(leaf.name())))
			.isEqualTo(TableKey.of("books:7", "a_B-A_tsrif"));
	}

	@Test
	void convertsValuesReadFromKeys() {
		Map<String, Object> values = new HashMap<>();
		model().keys().decode(TableKey.of("books:7", "a_B-A_tsrif"), (leaf, value) -> values.put(leaf.name(), value));
		assertThat(values).isEqualTo(Map.of("sku", new Sku("books", 7), "code", "A-B", "part", "first"));
	}

	@Test
	void convertsParametersOfQueries() {
		PropertyConversion sku = conversion("sku");
		assertThat(sku.write(sku.coerce(new Sku("books", 7)))).isEqualTo("books:7");
		assertThat(sku.coerce("books:7")).isEqualTo(new Sku("books", 7));
		assertThat(conversion("title").write(conversion("title").coerce("Hello"))).isEqualTo("olleH");
		assertThat(conversion("price").coerce(new BigDecimal("1.5"))).isEqualTo(new Money(new BigDecimal("1.5")));
		assertThat(conversion("price").write(new Money(new BigDecimal("1.5")))).isEqualTo("1.5");
	}

	@Test
	void convertsIdentifierAsWhole() {
		Converted entity = new Converted(new Sku("books", 7), "x");
		TableRow row = this.rows.write(entity);
		assertThat(row.key()).isEqualTo(TableKey.of("const", "books:7"));
		assertThat(this.rows.readBack(entity)).isEqualTo(entity);
	}

	@Test
	void convertsIdentifierWithConverterOfProperty() {
		ConvertedProperty entity = new ConvertedProperty(new Plain("x"));
		assertThat(this.rows.write(entity).key()).isEqualTo(TableKey.of("const", "plain x"));
		assertThat(this.rows.readBack(entity)).isEqualTo(entity);
	}

	@Test
	void keepsConversionsOfOtherTypesAsTheyAre() {
		AllTypes entity = new Values(1).next();
		assertThat(this.rows.readBackUntyped(entity).zoned()).isEqualTo(entity.zoned());
		assertThat(new TableCustomConversions().hasCustomWriteTarget(Instant.class)).isFalse();
		assertThat(new TableCustomConversions().hasCustomWriteTarget(Duration.class)).isFalse();
	}

	@Test
	void keepsExceptionOfConverterAsCauseOnly() {
		TableRow row = TableRow.of(TableKey.of("books:7", "a_B-A_tsrif"), Map.of("available", "secret"));
		assertThatExceptionOfType(UnstorableValueException.class).isThrownBy(() -> this.rows.read(Article.class, row))
			.withMessageStartingWith(
					"Property 'Article.available': a row cannot be read as java.lang.Boolean: its converter failed with ")
			.withMessageNotContaining("secret")
			.withRootCauseInstanceOf(IllegalStateException.class);
	}

	@Test
	void namesPropertyWhoseConverterFailsToWrite() {
		Article broken = new Article(new Sku("books", 7), "A-B", null, true, "fail", "first");
		assertThatExceptionOfType(UnstorableValueException.class).isThrownBy(() -> this.rows.write(broken))
			.withMessage("Property 'Article.title': its converter failed with java.lang.IllegalStateException");
		Article absent = new Article(new Sku("books", 7), "A-B", null, true, "null", "first");
		assertThatExceptionOfType(UnstorableValueException.class).isThrownBy(() -> this.rows.write(absent))
			.withMessage("Property 'Article.title': its converter gave null");
	}

	@Test
	void refusesConverterWithoutItsCounterpart() {
		assertThat(problem(Converted.class, new SkuToText())).endsWith(
				"Converted.id has a converter to java.lang.String and none back; register a @ReadingConverter too");
	}

	@Test
	void refusesConverterToUnknownType() {
		assertThat(problem(Converted.class, new SkuToCurrency()))
			.endsWith("Converted.id has a converter to java.util.Currency, which the service does not know either");
	}

	@Test
	void refusesConverterOfPropertyToUnknownType() {
		assertThat(problem(OddProperty.class)).endsWith("OddProperty.name has the converter "
				+ ToCurrency.class.getName() + " to java.util.Currency, which the service does not know");
	}

	@Test
	void refusesConverterThatCannotBeMade() {
		assertThat(problem(BrokenProperty.class)).contains("BrokenProperty.name has a converter that cannot be made: ");
	}

	@Test
	void keepsOrderOnlyOfTypesThatAnAnnotatedConverterNames() {
		StoredRows releases = new StoredRows(new WeightToNumber(), new NumberToWeight(), new ReleaseToText(),
				new TextToRelease());
		EntityModel model = EntityModel.of(releases.converter().entity(Shipment.class));
		assertThat(model.leaf("weight").orElseThrow().conversion().isOrdered()).isTrue();
		assertThat(model.leaf("release").orElseThrow().conversion().isOrdered()).isFalse();
	}

	private static String problem(Class<?> type, Object... converters) {
		TableMappingContext context = new TableMappingContext(new TableCustomConversions(List.of(converters)));
		context.setInitialEntitySet(Set.of(type));
		try {
			context.initialize();
		}
		catch (TableMappingException ex) {
			return ex.getProblems().get(0);
		}
		throw new AssertionError("No problem with " + type);
	}

	private EntityModel model() {
		return EntityModel.of(this.rows.converter().entity(Article.class));
	}

	private PropertyConversion conversion(String property) {
		return model().leaf(property).orElseThrow().conversion();
	}

	record Sku(String group, int number) {

	}

	record Money(BigDecimal amount) {

	}

	record Plain(String text) {

	}

	@Table
	@PartitionKey("{sku}")
	@RowKey("a_{code}_{part}")
	@SecondaryIndex(name = "title", rowKey = "title_{title}")
	record Article(Sku sku, @ValueConverter(Reversed.class) String code, Money price, boolean available,
			@ValueConverter(Reversed.class) String title, @ValueConverter(Reversed.class) String part) {

	}

	@Table
	@PartitionKey("const")
	@RowKey("{id}")
	record Converted(@Id Sku id, String name) {

	}

	@Table
	@PartitionKey("const")
	@RowKey("{id}")
	record ConvertedProperty(@Id @ValueConverter(PlainText.class) Plain id) {

	}

	@Table
	@PartitionKey("const")
	@RowKey("const")
	record OddProperty(@ValueConverter(ToCurrency.class) String name) {

	}

	@Table
	@PartitionKey("const")
	@RowKey("const")
	record BrokenProperty(@ValueConverter(Broken.class) String name) {

	}

	static class Reversed
			implements PropertyValueConverter<String, String, ValueConversionContext<? extends PersistentProperty<?>>> {

		@Override
		public String read(String value, ValueConversionContext<? extends PersistentProperty<?>> context) {
			return new StringBuilder(value).reverse().toString();
		}

		@Override
		public String write(String value, ValueConversionContext<? extends PersistentProperty<?>> context) {
			if (value.equals("fail")) {
				throw new IllegalStateException("secret");
			}
			return value.equals("null") ? null : read(value, context);
		}

	}

	static class PlainText
			implements PropertyValueConverter<Plain, String, ValueConversionContext<? extends PersistentProperty<?>>> {

		@Override
		public Plain read(String value, ValueConversionContext<? extends PersistentProperty<?>> context) {
			return new Plain(value.substring("plain ".length()));
		}

		@Override
		public String write(Plain value, ValueConversionContext<? extends PersistentProperty<?>> context) {
			return "plain " + value.text();
		}

	}

	static class ToCurrency implements
			PropertyValueConverter<String, Currency, ValueConversionContext<? extends PersistentProperty<?>>> {

		@Override
		public String read(Currency value, ValueConversionContext<? extends PersistentProperty<?>> context) {
			return value.getCurrencyCode();
		}

		@Override
		public Currency write(String value, ValueConversionContext<? extends PersistentProperty<?>> context) {
			return Currency.getInstance(value);
		}

	}

	static class Broken extends Reversed {

		Broken(int argument) {
		}

	}

	@WritingConverter
	static class SkuToText implements Converter<Sku, String> {

		@Override
		public String convert(Sku source) {
			return source.group() + ":" + source.number();
		}

	}

	@WritingConverter
	static class SkuToCurrency implements Converter<Sku, Currency> {

		@Override
		public Currency convert(Sku source) {
			return Currency.getInstance("EUR");
		}

	}

	@ReadingConverter
	static class TextToSku implements Converter<String, Sku> {

		@Override
		public Sku convert(String source) {
			String[] parts = source.split(":");
			return new Sku(parts[0], Integer.parseInt(parts[1]));
		}

	}

	@WritingConverter
	static class FlagToText implements Converter<Boolean, String> {

		@Override
		public String convert(Boolean source) {
			return source ? "yes" : "no";
		}

	}

	@ReadingConverter
	static class TextToFlag implements Converter<String, Boolean> {

		@Override
		public Boolean convert(String source) {
			if (!source.equals("yes") && !source.equals("no")) {
				throw new IllegalStateException(source);
			}
			return source.equals("yes");
		}

	}

	static class MoneyToDecimal implements Converter<Money, BigDecimal> {

		@Override
		public BigDecimal convert(Money source) {
			return source.amount();
		}

	}

	static class DecimalToMoney implements Converter<BigDecimal, Money> {

		@Override
		public Money convert(BigDecimal source) {
			return new Money(source);
		}

	}

	record Weight(int grams) implements Comparable<Weight> {

		@Override
		public int compareTo(Weight other) {
			return Integer.compare(this.grams, other.grams);
		}

	}

	record Release(int number) implements Comparable<Release> {

		@Override
		public int compareTo(Release other) {
			return Integer.compare(this.number, other.number);
		}

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	record Shipment(String p, String r, Weight weight, Release release) {

	}

	@WritingConverter
	@OrderPreserving
	static class WeightToNumber implements GenericConverter {

		@Override
		public Set<ConvertiblePair> getConvertibleTypes() {
			return Set.of(new ConvertiblePair(Weight.class, Integer.class));
		}

		@Override
		public Object convert(Object source, TypeDescriptor sourceType, TypeDescriptor targetType) {
			return ((Weight) source).grams();
		}

	}

	@ReadingConverter
	static class NumberToWeight implements Converter<Integer, Weight> {

		@Override
		public Weight convert(Integer number) {
			return new Weight(number);
		}

	}

	@WritingConverter
	static class ReleaseToText implements Converter<Release, String> {

		@Override
		public String convert(Release release) {
			return "R" + release.number();
		}

	}

	@ReadingConverter
	static class TextToRelease implements Converter<String, Release> {

		@Override
		public Release convert(String text) {
			return new Release(Integer.parseInt(text.substring(1)));
		}

	}

}
