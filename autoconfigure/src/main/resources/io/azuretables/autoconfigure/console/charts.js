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

/*
 * Bars beside numbers. The numbers are texts of a table, so that a bar says nothing that
 * cannot be read; names stand in cells, where they wrap.
 */

import { element, list, value } from './parts.js'

const SVG = 'http://www.w3.org/2000/svg'

function shape(name, attributes, ...content) {
	const made = document.createElementNS(SVG, name)
	Object.entries(attributes).forEach(([key, text]) => made.setAttribute(key, text))
	made.append(...content)
	return made
}

function bar(part, kind) {
	const width = Math.max(0, Math.min(100, 100 * part))
	return shape('svg', { class: `bar-of bar-${kind}`, viewBox: '0 0 100 8', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
		shape('rect', { class: 'whole', width: 100, height: 8 }), shape('rect', { class: 'part', width, height: 8 }))
}

/*
 * Draws a bar for each item: { name, value, text, kind }. They are as long as the greatest
 * value says, or as a value that is given as the whole.
 */
export function bars(heads, items, whole) {
	const most = whole ?? Math.max(...items.map((one) => one.value), 0)
	return list([heads[0], '', heads[1]], items.map((one) => [value(one.name),
		bar(most > 0 ? one.value / most : 0, one.kind ?? 'plain'), element('span', {}, one.text)]), { class: 'plain bars' })
}
