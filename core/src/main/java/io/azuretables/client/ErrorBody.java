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

package io.azuretables.client;

import java.io.ByteArrayInputStream;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * What does the body of an error say? The service answers in JSON or XML, whatever was
 * asked for, or with nothing; what stands in front of it answers in HTML.
 *
 * @param code the name of the error, or empty
 * @param message the words, or empty
 */
record ErrorBody(String code, String message) {

	private static final ErrorBody UNKNOWN = new ErrorBody("", "The body of the answer is not the service's");

	private static final ErrorBody EMPTY = new ErrorBody("", "");

	private static final JsonFactory JSON = new JsonFactory();

	static ErrorBody read(byte[] body) {
		int start = start(body);
		if (start == body.length) {
			return EMPTY;
		}
		try {
			ErrorBody error = (body[start] == '<') ? readXml(body, start) : readJson(body, start);
			return error.code().isEmpty() ? UNKNOWN : error;
		}
		catch (JacksonException | XMLStreamException ex) {
			return UNKNOWN;
		}
	}

	/**
	 * Where the body begins behind a byte order mark and white space.
	 */
	private static int start(byte[] body) {
		int start = 0;
		while (start < body.length && body[start] <= ' ') {
			start++;
		}
		return start;
	}

	/**
	 * Takes the code, and the words on the level below or next to it.
	 */
	private static ErrorBody readJson(byte[] body, int start) {
		String code = "";
		String message = "";
		try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), body, start, body.length - start)) {
			for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
				if (token == JsonToken.VALUE_STRING && "code".equals(json.currentName())) {
					code = json.getString();
				}
				else if (token == JsonToken.VALUE_STRING
						&& ("value".equals(json.currentName()) || "message".equals(json.currentName()))) {
					message = json.getString();
				}
			}
		}
		return new ErrorBody(code, message);
	}

	private static ErrorBody readXml(byte[] body, int start) throws XMLStreamException {
		String code = "";
		String message = "";
		XMLStreamReader xml = xml().createXMLStreamReader(new ByteArrayInputStream(body, start, body.length - start));
		while (xml.hasNext()) {
			if (xml.next() == XMLStreamReader.START_ELEMENT) {
				switch (xml.getLocalName()) {
					case "code", "Code" -> code = xml.getElementText();
					case "message", "Message" -> message = xml.getElementText();
					default -> {
					}
				}
			}
		}
		return new ErrorBody(code.trim(), message.trim());
	}

	/**
	 * The JDK's reader, without document types and whatever they may load.
	 */
	private static XMLInputFactory xml() {
		XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
		factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
		factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
		return factory;
	}

}
