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

package io.azuretables.autoconfigure.console;

import io.azuretables.autoconfigure.fleet.Captain;
import io.azuretables.autoconfigure.fleet.Ship;
import io.azuretables.patterns.denormalization.DenormalizedCopies;

import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * An application with everything that the console shows: copies and rolling tables, too.
 */
@Configuration(proxyBeanMethods = false)
@AutoConfigurationPackage(basePackageClasses = Ship.class)
class FleetConsole {

	@Bean
	DenormalizedCopies<Captain, Ship> captains() {
		return DenormalizedCopies.of(Captain.class, Ship.class, "captains")
			.reference("port", "port")
			.reference("captainNumber", "number")
			.copy("captain", "name");
	}

}
