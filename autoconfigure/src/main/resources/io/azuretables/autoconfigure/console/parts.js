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
 * What the parts of the console are made of. Elements are built one by one, and texts are
 * set as texts: nothing that comes from a row is ever read as HTML.
 */

import { drawRows, drawRequests } from './rows.js'

let csrf

export function protect(token) {
	csrf = token
}

const OWN = { 'X-Azure-Tables-Console': '1' }

/*
 * Calls the application.
 */
export function call(name, body = {}) {
	const headers = { ...OWN, 'Content-Type': 'application/json' }
	if (csrf) {
		headers[csrf.header] = csrf.token
	}
	return send(name, { method: 'POST', headers, body: JSON.stringify(body) })
}

/*
 * Reads what the page must know before its first call: the token of calls is a part of it.
 */
export function read(name) {
	return send(name, { headers: OWN })
}

async function send(name, request) {
	const response = await fetch(`api/${name}`, request)
	const json = response.headers.get('Content-Type')?.startsWith('application/json')
	const answer = json ? await response.json() : { problem: (await response.text()) || `Status ${response.status}` }
	if (!response.ok) {
		throw Object.assign(new Error(answer.problem ?? `Status ${response.status}`), answer)
	}
	return answer
}

export function element(name, properties = {}, ...content) {
	const made = document.createElement(name)
	for (const [key, value] of Object.entries(properties)) {
		if (key.startsWith('on')) {
			made.addEventListener(key.slice(2), value)
		}
		else if (value === true) {
			made.setAttribute(key, '')
		}
		else if (value !== undefined && value !== null && value !== false) {
			made.setAttribute(key, value)
		}
	}
	made.append(...content.flat().filter((one) => one !== undefined && one !== null))
	return made
}

export function button(text, action, kind) {
	return element('button', { type: 'button', class: kind, onclick: action }, text)
}

export function field(label, properties = {}) {
	const { value, ...attributes } = properties
	const input = properties.rows ? element('textarea', { ...attributes, spellcheck: 'false' })
		: element('input', { autocomplete: 'off', spellcheck: 'false', ...attributes, value })
	if (properties.rows && value) {
		input.value = value
	}
	return { label: element('label', { class: properties.rows ? 'wide' : undefined }, label, input), input }
}

export function check(label, name) {
	const input = element('input', { type: 'checkbox', name })
	return { label: element('label', { class: 'check' }, input, label), input }
}

export function choice(label, options, selected, changed) {
	const input = element('select', { onchange: () => changed?.(input.value) },
		options.map(([value, text]) => element('option', { value, selected: value === selected }, text ?? value)))
	return { label: element('label', {}, label, input), input }
}

export function say(text) {
	document.getElementById('status').textContent = text
}

/*
 * Does something, and shows in a place why it failed.
 */
export async function attempt(place, work) {
	place.setAttribute('aria-busy', 'true')
	try {
		return await work()
	}
	catch (problem) {
		place.replaceChildren(element('div', { class: 'problem', role: 'alert' }, problem.message))
		say('That failed')
		return undefined
	}
	finally {
		place.removeAttribute('aria-busy')
	}
}

export const plural = (count, word, words = `${word}s`) => `${count} ${count === 1 ? word : words}`

export function time(micros) {
	return micros < 10000 ? `${(micros / 1000).toFixed(1)} ms` : `${Math.round(micros / 1000)} ms`
}

/*
 * A name that a line may break before its capital letters, and nowhere else.
 */
const soft = (text) => text.split(/(?<=[a-z])(?=[A-Z])|(?<=\w\.)(?=[a-z])/).flatMap((part, i) => i > 0 ? [element('wbr'), part] : [part])

/*
 * A table whose head becomes a part of each cell on a narrow screen.
 */
export function list(heads, lines, properties = {}) {
	return element('table', { class: 'plain', ...properties },
		element('thead', {}, element('tr', {}, heads.map((head) => element('th', { scope: 'col' }, head)))),
		element('tbody', {}, lines.map((line) => element('tr', {},
			line.map((cell, i) => element(i === 0 ? 'th' : 'td', i === 0 ? { scope: 'row' } : { 'data-head': heads[i] || undefined },
				typeof cell === 'string' ? soft(cell) : cell))))))
}

/*
 * A button that copies a text.
 */
export const copy = (text) => button('Copy', () => navigator.clipboard.writeText(text).then(() => say('Copied'), () => say('The browser does not let the page copy')))

/*
 * The annotations that a message advises, to copy them.
 */
export function advised(text) {
	const annotations = text.match(/@(?:SecondaryIndex|AllowScan|AllowSort|AcceptHotPartition|Column)(?:\([^()]*\))?/g) ?? []
	return element('div', { class: 'advised' }, [...new Set(annotations)].map((annotation) =>
		element('div', { class: 'bar' }, element('code', {}, annotation), copy(annotation))))
}

export const value = (text) => text === null || text === undefined ? element('i', {}, 'none') : element('span', { class: 'value', dir: 'auto' }, text)

export const path = (name) => element('span', { class: `path path-${name}` }, name)

export function requests(all, what = 'requests') {
	const into = element('div')
	drawRequests(into, all)
	return element('details', {}, element('summary', {}, plural(all.length, 'request', what)), into)
}

export function rows(into, tables, options) {
	return drawRows(into, { tables, blobs: [] }, options)
}

/*
 * What a query or a method has returned and cost, drawn over the rows of the table.
 */
export function measured(into, result, open) {
	const density = result.rowsRead > 0 ? `${Math.round(100 * result.entities / result.rowsRead)} %` : 'none read'
	const cost = element('p', { class: 'cost' }, element('b', {}, plural(result.sent, 'request')), ' · ',
		element('b', {}, plural(result.rowsRead, 'row')), ' read · ', element('b', {}, plural(result.entities, 'entity', 'entities')),
		` · ${time(result.micros)} · density ${density}`, result.bound ? ` · at most: ${result.bound}` : '')
	const objects = element('div', { class: 'objects' })
	if (result.value !== null && result.value !== undefined) {
		objects.append(element('p', {}, 'Returned: ', element('b', {}, result.value)))
	}
	else if (result.objects.length === 0) {
		objects.append(element('p', {}, 'Nothing found.'))
	}
	else {
		const names = [...new Set(result.objects.flatMap((one) => one.properties.map((property) => property.name)))]
		objects.append(list(names, result.objects.map((one) => names.map((name) =>
			value(one.properties.find((property) => property.name === name)?.value)))))
		if (result.entities > result.objects.length) {
			objects.append(element('p', { class: 'cost' }, `The first ${result.objects.length} of ${result.more ? 'more than ' : ''}${result.entities}.`))
		}
	}
	if (result.sent > result.requests.length) {
		objects.append(element('p', { class: 'cost' }, `The first ${result.requests.length} of its requests are shown.`))
	}
	const sent = element('div')
	const drawing = element('div', { class: 'picture' })
	into.replaceChildren(cost, objects, element('h3', {}, 'Requests'), sent, element('h3', {}, 'The rows of the table'), drawing)
	const show = drawRows(drawing, result.picture, { requests: result.requests, reach: true, open })
	drawRequests(sent, result.requests, [show])
	if (result.picture.more) {
		drawing.append(element('p', {}, 'More partitions were read than are drawn.'))
	}
	say(`${plural(result.sent, 'request')}, ${plural(result.entities, 'entity', 'entities')}`)
}
