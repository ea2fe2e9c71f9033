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

package io.azuretables.samples.archive;

import java.time.DateTimeException;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Archives claims by age, without waiting for the next time.
 */
@RestController
class ArchiveController {

	private final Archivist archivist;

	private final ArchiveProperties properties;

	ArchiveController(Archivist archivist, ArchiveProperties properties) {
		this.archivist = archivist;
		this.properties = properties;
	}

	@PostMapping("/archive")
	@ResponseStatus(HttpStatus.ACCEPTED)
	Archiving archive(@RequestParam(required = false) @Nullable Duration olderThan) {
		return new Archiving(this.archivist.archiveOlderThan((olderThan != null) ? olderThan : this.properties.age()));
	}

	@ExceptionHandler({ DateTimeException.class, ArithmeticException.class })
	ProblemDetail onAgeOutOfRange() {
		return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, "olderThan is longer than time can be");
	}

	/**
	 * What goes to the archive, soon.
	 *
	 * @param claims how many claims
	 */
	record Archiving(int claims) {

	}

}
