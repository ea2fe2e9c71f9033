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

package io.azuretables.autoconfigure.aot;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import com.azure.core.annotation.ServiceInterface;
import com.azure.core.http.HttpClientProvider;
import io.azuretables.callback.BeforeConvertCallback;
import io.azuretables.key.TableKey;
import io.azuretables.http.ApacheHttpClientProvider;
import io.azuretables.repository.support.SimpleTableRepository;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.type.classreading.CachingMetadataReaderFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TableRuntimeHints} and {@link SdkRuntimeHints}.
 */
class TableRuntimeHintsTests {

	private final RuntimeHints hints = new RuntimeHints();

	@BeforeEach
	void registerHints() {
		SpringFactoriesLoader.forResourceLocation("META-INF/spring/aot.factories")
			.load(RuntimeHintsRegistrar.class)
			.stream()
			.filter((registrar) -> registrar.getClass().getPackageName().equals(getClass().getPackageName()))
			.forEach((registrar) -> registrar.registerHints(this.hints, getClass().getClassLoader()));
	}

	@Test
	void registersWhatIsFoundByReflection() {
		assertThat(RuntimeHintsPredicates.reflection()
			.onType(BeforeConvertCallback.class)
			.withMemberCategory(MemberCategory.INVOKE_PUBLIC_METHODS)).accepts(this.hints);
		assertThat(RuntimeHintsPredicates.reflection()
			.onType(SimpleTableRepository.class)
			.withMemberCategory(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS)).accepts(this.hints);
	}

	@Test
	void registersTheKeysOfLinks() {
		assertThat(RuntimeHintsPredicates.reflection()
			.onType(TableKey.class)
			.withMemberCategory(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS)).accepts(this.hints);
	}

	@Test
	void registersWhatPatternsMake() {
		for (String payload : List.of("largevalue.LargeValue", "largevalue.LargeValueTemplate$ContentChange",
				"archive.ArchiveTemplate$Move", "move.MoveTemplate$Move", "shedlock.HeldLock")) {
			assertThat(RuntimeHintsPredicates.reflection()
				.onType(TypeReference.of("io.azuretables.patterns." + payload))
				.withMemberCategory(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS)).accepts(this.hints);
		}
	}

	@Test
	void registersTheArraysOfSeries() {
		assertThat(RuntimeHintsPredicates.reflection().onType(Integer[].class)).accepts(this.hints);
		assertThat(RuntimeHintsPredicates.reflection().onType(Instant[].class)).accepts(this.hints);
	}

	@Test
	void registersTheFilesOfTheSdk() {
		assertThat(RuntimeHintsPredicates.resource().forResource("azure-data-tables.properties")).accepts(this.hints);
		assertThat(RuntimeHintsPredicates.resource().forResource("azure-core.properties")).accepts(this.hints);
	}

	@Test
	void registersTheHttpClientOfTheSdk() {
		assertThat(RuntimeHintsPredicates.resource()
			.forResource("META-INF/services/" + HttpClientProvider.class.getName())).accepts(this.hints);
		assertThat(RuntimeHintsPredicates.reflection()
			.onType(ApacheHttpClientProvider.class)
			.withMemberCategory(MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS)).accepts(this.hints);
	}

	@Test
	void registersEveryProtocolOfTheSdk() throws Exception {
		List<Class<?>> protocols = sdk("implementation/*.class")
			.filter((type) -> type.isAnnotationPresent(ServiceInterface.class))
			.toList();
		assertThat(protocols).isNotEmpty().allSatisfy((protocol) -> {
			assertThat(RuntimeHintsPredicates.proxies().forInterfaces(protocol)).accepts(this.hints);
			assertThat(RuntimeHintsPredicates.reflection()
				.onType(protocol)
				.withMemberCategory(MemberCategory.INVOKE_DECLARED_METHODS)).accepts(this.hints);
		});
	}

	@Test
	void registersEveryAnswerOfTheSdk() throws Exception {
		assertThat(Stream.concat(sdk("models/*.class"), sdk("implementation/models/*.class"))).hasSizeGreaterThan(40)
			.allSatisfy((answer) -> assertThat(RuntimeHintsPredicates.reflection()
				.onType(answer)
				.withMemberCategories(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS,
						MemberCategory.INVOKE_DECLARED_METHODS))
				.accepts(this.hints));
	}

	private static Stream<Class<?>> sdk(String files) throws Exception {
		CachingMetadataReaderFactory metadata = new CachingMetadataReaderFactory();
		List<Class<?>> types = new ArrayList<>();
		for (Resource file : new PathMatchingResourcePatternResolver()
			.getResources("classpath*:com/azure/data/tables/" + files)) {
			types.add(Class.forName(metadata.getMetadataReader(file).getClassMetadata().getClassName()));
		}
		return types.stream().filter((type) -> !type.isAnonymousClass());
	}

}
