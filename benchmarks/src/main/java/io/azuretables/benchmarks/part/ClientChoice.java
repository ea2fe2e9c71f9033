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

package io.azuretables.benchmarks.part;

import java.io.File;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Pattern;

import com.azure.core.http.HttpClient;
import com.azure.core.http.netty.NettyAsyncHttpClientBuilder;
import com.azure.core.http.okhttp.OkHttpAsyncHttpClientBuilder;
import io.azuretables.benchmarks.store.UndelayedSockets;
import io.azuretables.http.ApacheHttpClient;

/**
 * The HTTP clients that are compared.
 */
enum ClientChoice {

	NETTY("Netty", "azure-core-http-netty|netty-|reactor-netty", () -> new NettyAsyncHttpClientBuilder().build()),

	OK_HTTP("OkHttp", "azure-core-http-okhttp|okhttp|okio|kotlin-stdlib|annotations-13",
			() -> new OkHttpAsyncHttpClientBuilder(UndelayedSockets.client()).build()),

	APACHE("Apache", "azure-tables-http-client|httpcore5", ApacheHttpClient::new);

	private static final double MEBIBYTE = 1024 * 1024;

	private final String title;

	private final Pattern jars;

	private final Supplier<HttpClient> client;

	ClientChoice(String title, String jars, Supplier<HttpClient> client) {
		this.title = title;
		this.jars = Pattern.compile("(" + jars + ").*\\.jar");
		this.client = client;
	}

	String title() {
		return this.title;
	}

	HttpClient client() {
		return this.client.get();
	}

	/**
	 * How many jars of the class path are its own, and their size.
	 */
	List<String> jars() {
		List<File> files = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
			.map(File::new)
			.filter((file) -> this.jars.matcher(file.getName()).matches())
			.toList();
		double size = files.stream().mapToLong(File::length).sum() / MEBIBYTE;
		return List.of(Integer.toString(files.size()), String.format(Locale.ROOT, "%.2f", size));
	}

}
