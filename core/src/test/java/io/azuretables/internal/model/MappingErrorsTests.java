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

package io.azuretables.internal.model;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;

import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Column;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.Flattened;
import io.azuretables.mapping.FormerKeys;
import io.azuretables.mapping.IndexConsistency;
import io.azuretables.mapping.IndexLayout;
import io.azuretables.mapping.IndexReads;
import io.azuretables.mapping.Json;
import io.azuretables.mapping.OtherProperties;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.ServerTimestamp;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TableMappingException;
import io.azuretables.mapping.TablePersistentEntity;
import org.junit.jupiter.api.Test;

import org.springframework.asm.ClassWriter;
import org.springframework.asm.Opcodes;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.data.annotation.Id;
import org.springframework.data.annotation.Transient;
import org.springframework.data.annotation.Version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Tests for what is said about wrong classes, all of it when the context starts.
 */
class MappingErrorsTests {

	private static final String HERE = MappingErrorsTests.class.getName() + "$";

	@Test
	void collectsErrorsOfAllEntitiesInOneMessage() {
		TableMappingException exception = start(NoPartitionKey.class, OddTimestamp.class, Twins.class);
		assertThat(exception).hasMessage("""
				The mapping has 3 errors:
				 - HERE$NoPartitionKey has no @PartitionKey; put one on the class, with a template such as \
				"{department}", or on a property
				 - HERE$OddTimestamp.written is the @ServerTimestamp; declare it as Instant or OffsetDateTime, not \
				java.lang.String
				 - HERE$Twins.two is stored as 'one', and so is another property; rename one with @Column"""
			.replace("HERE$", HERE));
	}

	@Test
	void startsWithSoundEntities() {
		assertThatCode(() -> context(Sound.class).initialize()).doesNotThrowAnyException();
	}

	@Test
	void reportsMissingKeys() {
		assertThat(problems(NoPartitionKey.class)).containsExactly(
				"NoPartitionKey has no @PartitionKey; put one on the class, with a template such as \"{department}\", or on a property");
		assertThat(problems(NoRowKey.class)).containsExactly(
				"NoRowKey has no @RowKey; put one on the class, with a template such as \"{department}\", or on a property");
	}

	@Test
	void reportsDoubleKeys() {
		assertThat(problems(TwoPartitionKeys.class)).containsExactly(
				"TwoPartitionKeys has @PartitionKey more than once; write one template on the class: [{p}, {q}]");
		assertThat(problems(TwoRowKeys.class))
			.containsExactly("TwoRowKeys has @RowKey more than once; write one template on the class: [{r}, {q}]");
	}

	@Test
	void reportsUnknownPropertyInTemplate() {
		assertThat(problems(UnknownInTemplate.class)).containsExactly(
				"UnknownInTemplate @RowKey: Key template \"x_{nmae}\": there is no property 'nmae' that could stand in a key; the properties are [p, name]");
	}

	@Test
	void reportsTypeThatCannotStandInKey() {
		assertThat(problems(DoubleInKey.class)).containsExactly(
				"DoubleInKey @RowKey: Key template \"{weight}\": part {weight} is of type java.lang.Double, which cannot stand in a key; declare it as BigDecimal with its digits, such as {weight:10.2}, or as a whole number of a smaller unit");
	}

	@Test
	void reportsUnsupportedType() {
		assertThat(problems(Unsupported.class)).singleElement()
			.asString()
			.startsWith("Unsupported.labels is of type java.util.List, which the service does not know; annotate it "
					+ "with @Json, with @Flattened if it is an object of its own, with @Transient if it is not to be "
					+ "stored, or register a converter. Types that are known: [BigDecimal, BigInteger, Boolean,");
	}

	@Test
	void reportsUnsupportedTypeInKeyOnce() {
		assertThat(problems(UnsupportedKey.class)).singleElement()
			.asString()
			.startsWith("UnsupportedKey.id is of type java.lang.Object, which the service does not know");
		assertThat(problems(UnsupportedInTemplate.class)).hasSize(1);
	}

	@Test
	void reportsTypeThatIsNotStoredAsSaid() {
		assertThat(problems(StoredAsOther.class)).containsExactly(
				"StoredAsOther.name is of type java.lang.String, which is not stored as Integer; leave the type out of @Column");
	}

	@Test
	void reportsTypeOfColumnThatIsStoredAsJson() {
		assertThat(problems(JsonStoredAsOther.class)).containsExactly(
				"JsonStoredAsOther.labels is of type java.util.List, which is not stored as Integer; leave the type out of @Column");
	}

	@Test
	void takesRawTypesOfJson() {
		assertThat(problems(RawJson.class)).isEmpty();
	}

	@Test
	void reportsNameOfTableThatFails() {
		assertThat(problems(OddName.class, NoRowKey.class)).hasSize(2)
			.contains("OddName has @Table(\"1 / 0\"), which cannot be resolved: / by zero");
	}

	@Test
	void reportsIllegalColumnNames() {
		String rule = ", which the service or this module refuses as the name of a property (up to 255 letters, digits "
				+ "and underscores, the first a letter, not PartitionKey, RowKey or Timestamp); rename it with @Column";
		assertThat(problems(IllegalColumns.class)).containsExactly(
				"IllegalColumns.timestamp would be stored as 'Timestamp'" + rule,
				"IllegalColumns.dashed would be stored as 'a-b'" + rule,
				"IllegalColumns.digit would be stored as '1a'" + rule,
				"IllegalColumns._own would be stored as '_own'" + rule,
				"IllegalColumns.dollar would be stored as 'a$b'" + rule,
				"IllegalColumns.odata would be stored as 'odata.type'" + rule,
				"IllegalColumns.longName would be stored as '" + IllegalColumns.LONG + "'" + rule);
	}

	@Test
	void takesNamesWithLettersOfAnyScript() {
		assertThat(problems(Scripts.class)).isEmpty();
	}

	@Test
	void reportsDuplicateColumns() {
		assertThat(problems(Twins.class))
			.containsExactly("Twins.two is stored as 'one', and so is another property; rename one with @Column");
		assertThat(problems(FlattenedTwins.class)).containsExactly(
				"FlattenedTwins.address_city is stored as 'address_city', and so is another property; rename one with @Column");
		assertThat(problems(TypeTwins.class))
			.containsExactly("TypeTwins.kind is stored as 'kind', and so is the @EntityType; rename one with @Column");
	}

	@Test
	void reportsErrorsOfColumnsAndKeysTogether() {
		assertThat(problems(KeysAndColumns.class)).hasSize(3)
			.anyMatch((problem) -> problem.contains("no @PartitionKey"))
			.anyMatch((problem) -> problem.contains("no property 'x'"))
			.anyMatch((problem) -> problem.contains("stored as 'one'"));
	}

	@Test
	void reportsTooManyColumns() {
		assertThat(problems(wide("Wide252", 252, false))).isEmpty();
		assertThat(problems(wide("Wide253", 253, false))).singleElement()
			.asString()
			.endsWith(
					"Wide253 has 253 stored properties, and a row takes 252; store some of them in a row of their own with @Part, or in one with @Json");
		assertThat(problems(wide("WideTyped", 252, true))).singleElement().asString().contains("253 stored properties");
	}

	/**
	 * The token of a write is a column, too.
	 */
	@Test
	void countsColumnsOfThisModule() {
		assertThat(problems(wide("WideVersioned251", 251, WideVersionedBase.class))).isEmpty();
		assertThat(problems(wide("WideVersioned252", 252, WideVersionedBase.class))).singleElement()
			.asString()
			.endsWith("WideVersioned252 has 252 stored properties, and a row takes 251 beside 1 of this module; "
					+ "store some of them in a row of their own with @Part, or in one with @Json");
		assertThat(problems(wide("WideIndexed251", 251, WideIndexedBase.class))).isEmpty();
		assertThat(problems(wide("WideIndexed252", 252, WideIndexedBase.class))).singleElement()
			.asString()
			.contains("a row takes 251 beside 1 of this module");
		assertThat(problems(wide("WideFar251", 251, WideFarBase.class))).singleElement()
			.asString()
			.contains("a row takes 250 beside 2 of this module");
	}

	@Test
	void reportsVersionThatIsNotText() {
		assertThat(problems(OddVersion.class)).containsExactly(
				"OddVersion.version is the @Version, which holds the ETag; declare it as String, not java.lang.Long");
	}

	@Test
	void reportsTwoVersions() {
		assertThat(problems(TwoVersions.class)).singleElement()
			.asString()
			.startsWith("TwoVersions: Attempt to add version property");
	}

	@Test
	void reportsTwoIdentifiers() {
		assertThat(problems(TwoIdentifiers.class, NoRowKey.class)).hasSize(2)
			.first()
			.asString()
			.startsWith("TwoIdentifiers: Attempt to add id property");
	}

	@Test
	void reportsOddTimestamp() {
		assertThat(problems(OddTimestamp.class)).containsExactly(
				"OddTimestamp.written is the @ServerTimestamp; declare it as Instant or OffsetDateTime, not java.lang.String");
	}

	@Test
	void reportsOddBags() {
		assertThat(problems(OddBag.class))
			.containsExactly("OddBag.others holds @OtherProperties; declare it as Map<String, Object>");
		assertThat(problems(TextBag.class))
			.containsExactly("TextBag.others holds @OtherProperties; declare it as Map<String, Object>");
		assertThat(problems(TwoBags.class))
			.containsExactly("TwoBags.more holds @OtherProperties, and so does another property; keep one of them");
	}

	@Test
	void reportsVersionInsideOfFlattenedObject() {
		assertThat(problems(VersionInside.class)).containsExactly(
				"VersionInside.part.etag is a @Version or holds @OtherProperties inside of a flattened object; it belongs to the entity itself");
	}

	@Test
	void reportsTimestampThatIsTheVersion() {
		assertThat(problems(TimestampAsVersion.class)).containsExactly(
				"TimestampAsVersion.written is the @ServerTimestamp and the @Version, which holds the ETag; leave out one of them");
	}

	@Test
	void reportsJsonInKeysWhateverItsType() {
		assertThat(problems(JsonInKeys.class)).containsExactly(
				"JsonInKeys @RowKey: Key template \"r_{id}\": 'id' is @Json, and equal values may have different texts; leave out @Json, or register a converter to a type that can stand in a key");
		assertThat(problems(JsonInIndexKey.class)).containsExactly(
				"JsonInIndexKey @SecondaryIndex(\"no\"): Key template \"n_{no}_{r}\": 'no' is @Json, and equal values may have different texts; leave out @Json, or register a converter to a type that can stand in a key");
	}

	@Test
	void reportsTimestampInsideOfFlattenedObject() {
		assertThat(problems(TimestampInside.class)).containsExactly(
				"TimestampInside.audit.written is the @ServerTimestamp inside of a flattened object; it belongs to the entity itself");
	}

	@Test
	void reportsIndexThatIsDeclaredTwice() {
		assertThat(problems(IndexTwice.class))
			.containsExactly("IndexTwice @SecondaryIndex(\"name\") is declared twice");
	}

	@Test
	void reportsNameOfIndexThatKeysCannotHave() {
		assertThat(problems(IndexWithSlash.class))
			.containsExactly("IndexWithSlash @SecondaryIndex(\"by/name\") has a name that keys and logs cannot have; "
					+ "use 1 to 100 letters, digits, '_' and '-'");
	}

	@Test
	void reportsIndexWithoutName() {
		assertThat(problems(IndexWithoutName.class)).containsExactly(
				"IndexWithoutName @SecondaryIndex(\"\") has no name; give it one, such as that of the property to find "
						+ "entities by",
				"IndexWithoutName @SecondaryIndex(\" \") has no name; give it one, such as that of the property to find "
						+ "entities by");
	}

	@Test
	void reportsUnknownIncludedProperty() {
		assertThat(problems(IncludesUnknown.class)).containsExactly(
				"IncludesUnknown @SecondaryIndex(\"name\") includes 'nmae', which is not a property; the properties are [p, r, name]");
	}

	@Test
	void reportsUnknownPropertyInIndex() {
		assertThat(problems(IndexOfUnknown.class)).containsExactly(
				"IndexOfUnknown @SecondaryIndex(\"name\"): Key template \"n_{nmae}\": there is no property 'nmae' that could stand in a key; the properties are [p, r, name]");
	}

	@Test
	void reportsUniqueIndexWithOwnKey() {
		assertThat(problems(UniqueWithKey.class)).containsExactly(
				"UniqueWithKey @SecondaryIndex(\"name\") is unique and holds the entity's own key, so that no two keys could ever be equal; leave the properties of the entity's key out of its row key");
	}

	@Test
	void reportsIndexBesidesEntityWithoutLiteral() {
		assertThat(problems(NoLiteral.class)).containsExactly(
				"NoLiteral and NoLiteral's index \"name\" lie in the table 'NoLiteral' and could have the same keys: the row key templates \"{r}\" and \"name_{name}\" do not begin with different literals. Begin each with a literal of its own, such as \"noliteral_{r}\" and \"name_name_{name}\"");
	}

	@Test
	void refusesIndexBesidesEntityWithoutLiteralWhoeverUsesItFirst() {
		TablePersistentEntity<?> entity = context().getRequiredPersistentEntity(NoLiteral.class);
		assertThat(catchThrowableOfType(TableMappingException.class, () -> EntityModel.of(entity)))
			.hasMessageContaining("NoLiteral and NoLiteral's index \"name\" lie in the table 'NoLiteral'");
	}

	@Test
	void takesIndexInPartitionThatBeginsDifferently() {
		assertThat(problems(OtherPartition.class)).isEmpty();
	}

	@Test
	void keepsRowsOfWritesApartFromEntitiesWithIndexInOtherPartition() {
		assertThat(problems(FarWithoutLiteral.class)).containsExactly(
				"FarWithoutLiteral lies in the table 'FarWithoutLiteral' among rows that indexes in other partitions need, whose row keys begin with '~t|'; begin its row key with a literal of its own, such as \"farwithoutliteral_{r}\"");
	}

	@Test
	void keepsFurtherRowsOfListsApartFromAllRowsInTheirPartition() {
		String rule = "in the table 'FarLists' among rows of long lists of ids, whose row keys begin with '~l|'; begin its row key with a literal of its own, such as ";
		String other = ", or declare the index with the lists with overflow = false";
		assertThat(problems(FarLists.class))
			.contains("FarLists's index \"name\" lies " + rule + "\"name_{name}\"" + other,
					"FarLists's index \"rows\" lies " + rule + "\"rows_{name}_{p}_{r}\"" + other)
			.noneMatch((problem) -> problem.startsWith("FarLists lies "))
			.noneMatch((problem) -> problem.startsWith("FarLists's index \"elsewhere\" lies "));
		assertThat(problems(ShortFarLists.class)).isEmpty();
		assertThat(problems(LiteralFarLists.class)).isEmpty();
	}

	@Test
	void reportsUniqueIndexInOtherPartitionThatCannotBe() {
		assertThat(problems(FarUnique.class)).containsExactly(
				"FarUnique @SecondaryIndex(\"late\") is unique and EVENTUAL, and an index that is updated later cannot refuse a write now; make it STRONG, or put the properties of the entity's key into its row key",
				"FarUnique @SecondaryIndex(\"copies\") is unique in another partition, where its rows hold keys only; leave out include and UNVERIFIED",
				"FarUnique @SecondaryIndex(\"loose\") is unique in another partition, where its rows hold keys only; leave out include and UNVERIFIED",
				"FarUnique @SecondaryIndex(\"by-name\") lies in another partition, and its name becomes the name of a column; begin it with a letter, and use letters, digits and '_'");
	}

	@Test
	void reportsListsOfIdsThatCannotBe() {
		assertThat(problems(Lists.class)).containsExactly(
				"Lists @SecondaryIndex(\"one\") is unique and has the layout LIST, which holds any number of entities; leave out one",
				"Lists @SecondaryIndex(\"own\") has the layout LIST, and its key holds the entity's own key, so that each list would hold one id; leave the properties of the entity's key out of its row key, or leave out the layout",
				"Lists @SecondaryIndex(\"all\") has the layout LIST, and its key has no property, so that one row would name all entities; put the property to find entities by into its row key",
				"Lists @SecondaryIndex(\"copies\") has the layout LIST, whose rows hold ids only; leave out include",
				"Lists @SecondaryIndex(\"loose\") has the layout LIST and is UNVERIFIED, and there are no copies to answer from; leave out UNVERIFIED",
				"Lists @SecondaryIndex(\"strong\") has the layout LIST in another partition, where a worker changes it later; make it EVENTUAL",
				"Lists @SecondaryIndex(\"column\") has 'the ids' as its list, which is not the name of a column; begin it with a letter, and use letters, digits and '_'",
				"Lists @SecondaryIndex(\"rows\") has overflow = false and the layout ROWS, and only a list in a row goes on in further ones; leave it out");
	}

	@Test
	void reportsEntitiesOfOneTableWhoseKeysCollide() {
		assertThat(problems(Left.class, Right.class)).containsExactly(
				"Left and Right lie in the table 'Shared' and could have the same keys: the row key templates \"{r}\" and \"right_{r}\" do not begin with different literals. Begin each with a literal of its own, such as \"left_{r}\" and \"right_right_{r}\", or tell the types apart with @EntityType");
	}

	@Test
	void takesAClassWithTheFormerKeysOfAnotherOne() {
		assertThat(problems(Right.class, FormerRight.class)).isEmpty();
		assertThat(problems(FormerRight.class, Right.class)).isEmpty();
		assertThat(problems(LowerCase.class, FormerRight.class)).singleElement()
			.asString()
			.contains("could have the same keys");
		assertThat(problems(Right.class, IndexedFormerRight.class)).singleElement()
			.asString()
			.contains("IndexedFormerRight's index \"clash\"")
			.contains("could have the same keys");
	}

	@Test
	void knowsThatNamesOfTablesHaveNoCase() {
		assertThat(problems(Left.class, LowerCase.class)).singleElement()
			.asString()
			.contains("could have the same keys");
	}

	@Test
	void takesEntitiesThatAreToldByType() {
		assertThat(problems(ToldLeft.class, ToldRight.class)).isEmpty();
	}

	@Test
	void reportsUnrelatedEntitiesOfOneType() {
		assertThat(problems(ToldLeft.class, ToldTwin.class)).singleElement()
			.asString()
			.contains("could have the same keys");
		assertThat(problems(ToldLeft.class, ToldElsewhere.class)).singleElement()
			.asString()
			.contains("could have the same keys");
	}

	@Test
	void reportsSubtypeWithoutEntityType() {
		assertThat(problems(Base.class, Untold.class)).containsExactly(
				"Untold inherits @EntityType and has none of its own, so that its rows could not be told apart; annotate it");
	}

	@Test
	void reportsSubtypesOfOneEntityType() {
		assertThat(problems(Base.class, Told.class, ToldAgain.class))
			.contains("Base and its subtypes have the same @EntityType: [told, told]");
	}

	@Test
	void reportsSubtypeToldByOtherProperty() {
		assertThat(problems(Base.class, ToldByOther.class)).contains(HERE + "ToldByOther and " + HERE
				+ "Base are told apart by different properties; name one in @EntityType(property)");
	}

	@Test
	void takesAbstractBaseWithoutEntityType() {
		assertThat(problems(Generic.class, Concrete.class)).isEmpty();
	}

	@Test
	void reportsAbstractBaseWithoutKnownSubclass() {
		assertThat(problems(Base.class)).containsExactly(
				"Base is abstract and has an @EntityType, and no class that extends it is known, so that nothing could be read as one; let the packages that are scanned, or the managed types of the mapping context, hold its subclasses");
		assertThat(problems(Base.class, Told.class)).isEmpty();
	}

	@Test
	void reportsAbstractBaseWhoseSubclassesAloneHaveEntityType() {
		assertThat(problems(UntoldBase.class, ToldBelow.class)).containsExactly(
				"UntoldBase is abstract and has keys, and only its subclasses have an @EntityType, so that nothing could be read as one; annotate it with @EntityType, too");
		assertThat(problems(UntoldBase.class)).isEmpty();
	}

	@Test
	void reportsIllegalNameOfEntityType() {
		assertThat(problems(ToldByIllegal.class)).containsExactly(
				"ToldByIllegal has the type property '_kind', which the service or this module refuses; rename it in @EntityType(property)");
	}

	@Test
	void reportsFlatteningIntoItself() {
		assertThat(problems(Node.class)).containsExactly("Node.parent would be flattened into itself; use @Json");
		assertThat(problems(Chain.class)).containsExactly("Chain.link.next would be flattened into itself; use @Json");
	}

	@Test
	void reportsFlatteningOfWhatIsNoObject() {
		assertThat(problems(FlatList.class)).containsExactly(
				"FlatList.parts is @Flattened and of type java.util.List, which is no object with properties of its own; use @Json",
				"FlatList.name is @Flattened and of type java.lang.String, which is no object with properties of its own; use @Json");
	}

	@Test
	void reportsFlatteningOfAbstractTypes() {
		String rule = ", of which no row can be read; declare a concrete class, or use @Json with a type that Jackson reads";
		assertThat(problems(FlatAbstract.class)).containsExactly(
				"FlatAbstract.base is @Flattened and of the abstract type " + HERE + "AbstractPart" + rule,
				"FlatAbstract.shape is @Flattened and of the abstract type " + HERE + "Shape" + rule);
	}

	@Test
	void reportsJsonOfWhatHasColumnsOfItsOwn() {
		String rule = " is @Json, and its properties are columns of their own; leave out @Json or ";
		assertThat(problems(FlatJson.class)).containsExactly("FlatJson.city" + rule + "@Flattened",
				"FlatJson.sound" + rule + "@Link");
	}

	@Test
	void reportsKeysOfPropertiesWithoutASingleValue() {
		String rule = " has a @PartitionKey or @RowKey, and no single value; write the templates on the class, with "
				+ "properties that have one";
		assertThat(problems(ObjectKeys.class)).containsExactly("ObjectKeys.city" + rule + ", such as {city.…}");
		assertThat(problems(VersionKey.class)).containsExactly("VersionKey.version" + rule);
	}

	@Test
	void reportsTimeOfTheServiceInKeys() {
		String rule = "is the @ServerTimestamp, which the service sets when the key is known; use a time of your own";
		assertThat(problems(TimestampKey.class))
			.containsExactly("TimestampKey @RowKey: Key template \"{written}\": 'written' " + rule);
		assertThat(problems(TimestampIndex.class)).containsExactly(
				"TimestampIndex @SecondaryIndex(\"written\"): Key template \"w_{written}_{r}\": 'written' " + rule);
	}

	@Test
	void reportsParametersOfConstructorsThatNoPropertyFills() {
		String rule = "' and no such property to fill it; name it like the property, or let another constructor make "
				+ "what is read with @PersistenceCreator";
		assertThat(problems(Renaming.class)).containsExactly("Renaming has a constructor with the parameter 'id" + rule,
				"Renaming has a constructor with the parameter 'called" + rule);
	}

	@Test
	void reportsParametersOfConstructorsWithExpressions() {
		assertThat(problems(Computing.class))
			.containsExactly("Computing has a constructor with @Value on the parameter "
					+ "'r', which no row has a value for; compute it in the constructor, or let another one make what is "
					+ "read with @PersistenceCreator");
	}

	@Test
	void reportsInterfacesWithoutGetters() {
		assertThat(problems(WithoutGetters.class, Implementing.class))
			.containsExactly("WithoutGetters is an interface without getters, and "
					+ "so without properties; declare getters such as getId(), or let it be an abstract class");
	}

	@Test
	void reportsAmbiguousConstructors() {
		assertThat(problems(Ambiguous.class)).containsExactly(
				"Ambiguous has several constructors, and none says that it makes what is read; annotate one with @PersistenceCreator");
	}

	@Test
	void reportsFinalFieldThatNothingFills() {
		String rule = " is final, and no parameter of the constructor has its name, so that what is stored would not "
				+ "come back; add one, let the field not be final, or annotate it with @Transient";
		assertThat(problems(FinalField.class)).containsExactly("FinalField.labels" + rule, "FinalField.etag" + rule);
	}

	@Test
	void takesTransientParametersAndWithers() {
		assertThat(problems(TransientParameter.class)).isEmpty();
		assertThat(problems(FinalWithWither.class)).isEmpty();
		assertThat(problems(Inner.class)).isEmpty();
	}

	@Test
	void reportsSyntaxOfTemplate() {
		assertThat(problems(OddTemplate.class)).singleElement()
			.asString()
			.startsWith("OddTemplate @RowKey: Key template \"{r\":");
	}

	@Test
	void refusesIdentifierWithOneNameForTwoKeyProperties() {
		IdMapping ids = IdMapping.of(context().getRequiredPersistentEntity(Trip.class));
		String rule = "The keys of Trip are made of [from.city, to.city], of which an identifier would have several under "
				+ "one name; use a TableKey";
		assertThatIllegalArgumentException().isThrownBy(() -> ids.check(City.class)).withMessage(rule);
		assertThatIllegalArgumentException().isThrownBy(() -> ids.toKey(new City("Bonn"))).withMessage(rule);
		assertThatCode(() -> ids.check(TableKey.class)).doesNotThrowAnyException();
	}

	private static List<String> problems(Class<?>... types) {
		try {
			context(types).initialize();
			return List.of();
		}
		catch (TableMappingException ex) {
			return ex.getProblems()
				.stream()
				.map((problem) -> problem.startsWith(HERE) && !problem.contains(" and " + HERE)
						? problem.substring(HERE.length()) : problem)
				.toList();
		}
	}

	private static TableMappingException start(Class<?>... types) {
		return catchThrowableOfType(TableMappingException.class, () -> context(types).initialize());
	}

	private static TableMappingContext context(Class<?>... types) {
		TableMappingContext context = new TableMappingContext(new TableCustomConversions());
		context.setInitialEntitySet(new LinkedHashSet<>(Arrays.asList(types)));
		return context;
	}

	/**
	 * A class with many fields, which nobody wants to read in the source.
	 */
	private static Class<?> wide(String name, int columns, boolean typed) {
		return wide(name, columns, typed ? WideTypedBase.class : WideBase.class);
	}

	private static Class<?> wide(String name, int columns, Class<?> base) {
		ClassWriter writer = new ClassWriter(0);
		String parent = base.getName().replace('.', '/');
		String internal = MappingErrorsTests.class.getPackageName().replace('.', '/') + "/" + name;
		writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, internal, null, parent, null);
		IntStream.range(0, columns)
			.forEach(
					(i) -> writer.visitField(Opcodes.ACC_PUBLIC, "c" + i, "Ljava/lang/String;", null, null).visitEnd());
		if (base == WideTypedBase.class) {
			writer.visitAnnotation("L" + EntityType.class.getName().replace('.', '/') + ";", true).visitEnd();
		}
		var constructor = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
		constructor.visitCode();
		constructor.visitVarInsn(Opcodes.ALOAD, 0);
		constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, parent, "<init>", "()V", false);
		constructor.visitInsn(Opcodes.RETURN);
		constructor.visitMaxs(1, 1);
		constructor.visitEnd();
		byte[] bytes = writer.toByteArray();
		return new ClassLoader(MappingErrorsTests.class.getClassLoader()) {
			Class<?> define() {
				return defineClass(internal.replace('/', '.'), bytes, 0, bytes.length);
			}
		}.define();
	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	public static class WideBase {

		String p;

		String r;

	}

	@EntityType
	public static class WideTypedBase extends WideBase {

	}

	public static class WideVersionedBase extends WideBase {

		@Version
		String version;

	}

	@RowKey("w_{r}")
	@SecondaryIndex(name = "near", rowKey = "near_{c0}_{r}", include = {})
	public static class WideIndexedBase extends WideBase {

	}

	@RowKey("w_{r}")
	@SecondaryIndex(name = "far", partitionKey = "far_{c0}", rowKey = "far_{r}", include = {})
	public static class WideFarBase extends WideBase {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	record Sound(String p, String r) {

	}

	@Table
	@RowKey("{r}")
	record NoPartitionKey(String p, String r) {

	}

	@Table
	@PartitionKey("{p}")
	record NoRowKey(String p, String r) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	record TwoPartitionKeys(String p, @PartitionKey String q, String r) {

	}

	@Table
	@PartitionKey("{p}")
	record TwoRowKeys(String p, @RowKey String r, @RowKey String q) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("x_{nmae}")
	record UnknownInTemplate(String p, String name) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{weight}")
	record DoubleInKey(String p, double weight) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	record Unsupported(String p, String r, List<String> labels) {

	}

	@Table
	@PartitionKey("{p}")
	record UnsupportedKey(String p, @RowKey Object id) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("x_{id:6}")
	record UnsupportedInTemplate(String p, Object id) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	record StoredAsOther(String p, String r, @Column(type = int.class) String name) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	static class IllegalColumns {

		static final String LONG = "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"
				+ "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"
				+ "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"
				+ "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn";

		String p;

		String r;

		@Column("Timestamp")
		String timestamp;

		@Column("a-b")
		String dashed;

		@Column("1a")
		String digit;

		String _own;

		@Column("a$b")
		String dollar;

		@Column("odata.type")
		String odata;

		@Column(LONG)
		String longName;

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	record Scripts(String p, String r, String größe, @Column("名前") String name, String timestamp) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	record TimestampAsVersion(String p, String r, @ServerTimestamp @Version Instant written) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("r_{id}")
	record JsonInKeys(String p, @Json UUID id) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("r_{r}")
	@SecondaryIndex(name = "no", rowKey = "n_{no}_{r}")
	record JsonInIndexKey(String p, String r, @Json int no) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	static class FinalField {

		String p;

		String r;

		@Json
		final List<String> labels = new ArrayList<>();

		@Version
		final String etag = null;

		final String kind = "a constant";

		@Transient
		final List<String> notes = new ArrayList<>();

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	record TransientParameter(String p, String r, @Transient String note) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	static class FinalWithWither {

		final String p;

		final String r;

		FinalWithWither() {
			this(null, null);
		}

		private FinalWithWither(String p, String r) {
			this.p = p;
			this.r = r;
		}

		FinalWithWither withP(String p) {
			return new FinalWithWither(p, this.r);
		}

		FinalWithWither withR(String r) {
			return new FinalWithWither(this.p, r);
		}

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	class Inner {

		String p;

		String r;

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	record Twins(String p, String r, String one, @Column("one") String two) {

	}

	record City(String city) {

	}

	@Table
	@PartitionKey("{from.city}")
	@RowKey("{to.city}")
	record Trip(@Flattened City from, @Flattened City to) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	record FlattenedTwins(String p, String r, @Flattened City address, String address_city) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	@EntityType(property = "kind")
	record TypeTwins(String p, String r, String kind) {

	}

	@Table
	@RowKey("{x}")
	record KeysAndColumns(String p, String one, @Column("one") String two) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	record OddVersion(String p, String r, @Version Long version) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	record TwoVersions(String p, String r, @Version String one, @Version String two) {

	}

	@Table
	record TwoIdentifiers(@Id @PartitionKey String p, @Id @RowKey String r) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	record OddTimestamp(String p, String r, @ServerTimestamp String written) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	record OddBag(String p, String r, @OtherProperties List<String> others) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	record TextBag(String p, String r, @OtherProperties Map<String, String> others) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	record TwoBags(String p, String r, @OtherProperties Map<String, Object> others,
			@OtherProperties Map<String, Object> more) {

	}

	record Versioned(String name, @Version String etag) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	static final class Renaming {

		final String p;

		final String r;

		final String name;

		@Transient
		final boolean fresh;

		Renaming(String p, String id, String called, boolean fresh) {
			this.p = p;
			this.r = id;
			this.name = called;
			this.fresh = fresh;
		}

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	record VersionInside(String p, String r, @Flattened Versioned part) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	record TimestampInside(String p, String r, @Flattened Audit audit) {

	}

	record Audit(String by, @ServerTimestamp Instant written) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("r_{r}")
	@SecondaryIndex(name = "name", rowKey = "n_{name}")
	@SecondaryIndex(name = "name", rowKey = "m_{name}")
	record IndexTwice(String p, String r, String name) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("r_{r}")
	@SecondaryIndex(name = "", rowKey = "n_{name}")
	@SecondaryIndex(name = " ", rowKey = "m_{name}")
	record IndexWithoutName(String p, String r, String name) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("r_{r}")
	@SecondaryIndex(name = "by/name", rowKey = "n_{name}")
	@SecondaryIndex(name = "größe-2", rowKey = "m_{name}")
	record IndexWithSlash(String p, String r, String name) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("r_{r}")
	@SecondaryIndex(name = "name", rowKey = "n_{name}", include = "nmae")
	record IncludesUnknown(String p, String r, String name) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("r_{r}")
	@SecondaryIndex(name = "name", rowKey = "n_{nmae}")
	record IndexOfUnknown(String p, String r, String name) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("r_{r}")
	@SecondaryIndex(name = "name", rowKey = "n_{name}_{r}", unique = true)
	record UniqueWithKey(String p, String r, String name) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	@SecondaryIndex(name = "name", rowKey = "name_{name}")
	record NoLiteral(String p, String r, String name) {

	}

	@Table
	@PartitionKey("part_{p}")
	@RowKey("row_{r}")
	@SecondaryIndex(name = "name", partitionKey = "name_{name}", rowKey = "row_{p}_{r}")
	record OtherPartition(String p, String r, String name) {

	}

	@Table
	@PartitionKey("part_{p}")
	@RowKey("r_{r}")
	@SecondaryIndex(name = "name", partitionKey = "names", rowKey = "{name}", layout = IndexLayout.LIST,
			consistency = IndexConsistency.EVENTUAL)
	@SecondaryIndex(name = "rows", partitionKey = "names", rowKey = "{name}_{p}_{r}",
			consistency = IndexConsistency.EVENTUAL)
	@SecondaryIndex(name = "elsewhere", partitionKey = "elsewhere", rowKey = "{name}_{p}_{r}",
			consistency = IndexConsistency.EVENTUAL)
	record FarLists(String p, String r, String name) {

	}

	@Table
	@PartitionKey("part_{p}")
	@RowKey("r_{r}")
	@SecondaryIndex(name = "name", partitionKey = "names", rowKey = "{name}", layout = IndexLayout.LIST,
			overflow = false, consistency = IndexConsistency.EVENTUAL)
	record ShortFarLists(String p, String r, String name) {

	}

	@Table
	@PartitionKey("part_{p}")
	@RowKey("r_{r}")
	@SecondaryIndex(name = "name", partitionKey = "names", rowKey = "name_{name}", layout = IndexLayout.LIST,
			consistency = IndexConsistency.EVENTUAL)
	@SecondaryIndex(name = "elsewhere", partitionKey = "elsewhere", rowKey = "{name}_{p}_{r}",
			consistency = IndexConsistency.EVENTUAL)
	record LiteralFarLists(String p, String r, String name) {

	}

	@Table
	@PartitionKey("part_{p}")
	@RowKey("{r}")
	@SecondaryIndex(name = "name", partitionKey = "name_{name}", rowKey = "{p}_{r}")
	record FarWithoutLiteral(String p, String r, String name) {

	}

	@Table
	@PartitionKey("part_{p}")
	@RowKey("row_{r}")
	@SecondaryIndex(name = "late", partitionKey = "late_{name}", rowKey = "late",
			consistency = IndexConsistency.EVENTUAL)
	@SecondaryIndex(name = "copies", partitionKey = "copies_{name}", rowKey = "copies", include = "name")
	@SecondaryIndex(name = "loose", partitionKey = "loose_{name}", rowKey = "loose", reads = IndexReads.UNVERIFIED)
	@SecondaryIndex(name = "by-name", partitionKey = "by_{name}", rowKey = "by_{p}_{r}")
	record FarUnique(String p, String r, String name) {

	}

	@Table
	@PartitionKey("part_{p}")
	@RowKey("row_{r}")
	@SecondaryIndex(name = "one", rowKey = "one_{name}", layout = IndexLayout.LIST, unique = true)
	@SecondaryIndex(name = "own", rowKey = "own_{name}_{r}", layout = IndexLayout.LIST)
	@SecondaryIndex(name = "all", rowKey = "all", layout = IndexLayout.LIST)
	@SecondaryIndex(name = "copies", rowKey = "copies_{name}", layout = IndexLayout.LIST, include = "name")
	@SecondaryIndex(name = "loose", rowKey = "loose_{name}", layout = IndexLayout.LIST, reads = IndexReads.UNVERIFIED)
	@SecondaryIndex(name = "strong", partitionKey = "strong", rowKey = "strong_{name}", layout = IndexLayout.LIST)
	@SecondaryIndex(name = "column", rowKey = "column_{name}", layout = IndexLayout.LIST, list = "the ids")
	@SecondaryIndex(name = "rows", rowKey = "rows_{name}_{r}", overflow = false)
	record Lists(String p, String r, String name) {

	}

	@Table("Shared")
	@PartitionKey("{p}")
	@RowKey("{r}")
	record Left(String p, String r) {

	}

	@Table("Shared")
	@PartitionKey("{p}")
	@RowKey("right_{r}")
	record Right(String p, String r) {

	}

	@Table("Shared")
	@PartitionKey("{p}")
	@RowKey("{r}")
	@FormerKeys(of = Right.class)
	record FormerRight(String p, String r) {

	}

	@Table("Shared")
	@PartitionKey("{p}")
	@RowKey("former_{r}")
	@SecondaryIndex(name = "clash", rowKey = "right_{r}")
	@FormerKeys(of = Right.class)
	record IndexedFormerRight(String p, String r) {

	}

	@Table("shared")
	@PartitionKey("{p}")
	@RowKey("{r}")
	record LowerCase(String p, String r) {

	}

	@Table("Shared")
	@PartitionKey("{p}")
	@RowKey("{r}")
	@EntityType("left")
	record ToldLeft(String p, String r) {

	}

	@Table("Shared")
	@PartitionKey("{p}")
	@RowKey("{r}")
	@EntityType("right")
	record ToldRight(String p, String r) {

	}

	@Table("Shared")
	@PartitionKey("{p}")
	@RowKey("{r}")
	@EntityType("left")
	record ToldTwin(String p, String r) {

	}

	@Table("Shared")
	@PartitionKey("{p}")
	@RowKey("{r}")
	@EntityType(value = "right", property = "kind")
	record ToldElsewhere(String p, String r) {

	}

	@Table("Bases")
	@EntityType
	@PartitionKey("{p}")
	@RowKey("{r}")
	abstract static class Base {

		String p;

		String r;

	}

	static class Untold extends Base {

	}

	@EntityType("told")
	static class Told extends Base {

	}

	@EntityType("told")
	static class ToldAgain extends Base {

	}

	@EntityType(property = "kind")
	static class ToldByOther extends Base {

	}

	@Table("UntoldBases")
	@PartitionKey("{p}")
	@RowKey("{r}")
	abstract static class UntoldBase {

		String p;

		String r;

	}

	@EntityType("below")
	static class ToldBelow extends UntoldBase {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	@EntityType(property = "_kind")
	record ToldByIllegal(String p, String r) {

	}

	@Table
	abstract static class Generic<I> {

		@RowKey
		I id;

	}

	@PartitionKey("p")
	static class Concrete extends Generic<Integer> {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	static class Node {

		String p;

		String r;

		@Flattened
		Node parent;

	}

	static class Link {

		String name;

		@Flattened
		Link next;

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	static class Chain {

		String p;

		String r;

		@Flattened
		Link link;

	}

	abstract static class AbstractPart {

		String name;

	}

	interface Shape {

		String getName();

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	record FlatAbstract(String p, String r, @Flattened AbstractPart base, @Flattened Shape shape) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	record FlatJson(String p, String r, @Flattened @Json City city,
			@Json @io.azuretables.mapping.Link(Sound.class) TableKey sound) {

	}

	@Table
	@RowKey("{r}")
	record ObjectKeys(@PartitionKey @Flattened City city, String r) {

	}

	@Table
	@PartitionKey("{p}")
	record VersionKey(String p, @RowKey @Version String version) {

	}

	@Table
	@PartitionKey("{p}")
	record TimestampKey(String p, @RowKey @ServerTimestamp Instant written) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("r_{r}")
	@SecondaryIndex(name = "written", rowKey = "w_{written}_{r}")
	record TimestampIndex(String p, String r, @ServerTimestamp Instant written) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	record JsonStoredAsOther(String p, String r, @Json @Column(type = Integer.class) List<String> labels) {

	}

	static class Tree<T extends Tree<T>> {

		public List<T> children = List.of();

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	@SuppressWarnings("rawtypes")
	record RawJson(String p, String r, @Json Tree tree, @Json List labels) {

	}

	@Table("#{1 / 0}")
	@PartitionKey("{p}")
	@RowKey("{r}")
	record OddName(String p, String r) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	record FlatList(String p, String r, @Flattened List<City> parts, @Flattened String name) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	static class Computing {

		String p;

		String r;

		Computing(String p, @Value("#root.r ?: 'none'") String r) {
			this.p = p;
			this.r = r;
		}

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	@EntityType
	interface WithoutGetters {

		String p();

		String r();

	}

	@EntityType
	record Implementing(String p, String r) implements WithoutGetters {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	static class Ambiguous {

		String p;

		String r;

		Ambiguous(String p) {
		}

		Ambiguous(String p, String r) {
		}

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r")
	record OddTemplate(String p, String r) {

	}

}
