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
 * The report on the design of the tables: what entities and methods cost, and what is
 * worth a look.
 */

import { bars } from './charts.js'
import { advised, attempt, button, call, choice, copy, element, field, list, path, plural, say } from './parts.js'

const WORDS = { SPREAD: 'spread over partitions', APPEND: 'appending: rows written at one time go to one partition', SINGLE: 'one partition for all' }

const code = (text) => element('code', {}, text || '(empty)')
const percent = (share) => share > 0 && share < .01 ? 'less than 1 %' : `${Math.round(100 * share)} %`
const number = (count) => count.toLocaleString('en')

function facts(one, measure) {
	const size = one.size
	const many = one.rate?.partitions
	const known = [
		['partition key', element('span', {}, code(one.partitionKey), ` ${WORDS[one.partitioning]}`)],
		['row key', code(one.rowKey)],
		['rows of an entity', `${one.rows} at most`],
		['bytes of an entity', size ? `${number(size.meanBytes)}, ${number(size.meanIndexBytes)} of them in index rows: the mean of ${plural(size.entities, 'entity', 'entities')}`
			: element('span', {}, 'not measured ', button('Measure', measure, 'small'))],
		size && ['the largest row', `${percent(size.ofLimit)} of what the service takes`],
		size?.storedBytes && ['all stored entities', `${number(size.storedBytes)} bytes`],
		['share of the busiest partition', one.busiest !== null ? `${percent(one.busiest)} of the rows in the last ten seconds` : 'no request in the last ten seconds'],
		one.rate && ['rows written at the greatest load', `${one.rate.rowsPerSecond.toFixed(2)} a second: ${many === 1 ? '1 partition is' : `${many} partitions are`} enough`],
	]
	return element('dl', { class: 'facts' }, known.filter(Boolean).map(([name, content]) => element('div', {}, element('dt', {}, name), element('dd', {}, content))))
}

function methods(one) {
	const shown = one.methods.filter((method) => !method.inherited || method.calls !== null)
	if (shown.length === 0) {
		return undefined
	}
	return list(['method', 'path', 'index', 'most requests', 'typical', 'calls a month', 'transactions'], shown.map((method) => [
		`${method.repository}.${method.name}`, path(method.path), method.index ?? '', method.worst, method.requests === null ? '' : String(method.requests),
		method.calls === null ? '' : number(method.calls), method.transactions === null ? (method.calls === null ? '' : 'not known') : number(method.transactions)]))
}

function drawClass(one, measure) {
	return element('section', { 'aria-label': one.name }, element('h3', {}, one.name, ' ', element('small', {}, `table ${one.table}`)),
		one.findings.map((finding) => element('div', { class: 'finding' }, element('b', {}, finding.kind.replaceAll('_', ' ').toLowerCase()), ' ', finding.text, advised(finding.text))),
		facts(one, measure),
		one.indexes.length > 0 ? list(['index', 'where', 'keys', 'methods'], one.indexes.map((index) => [index.name, index.kind,
			element('span', {}, code(index.partitionKey), ' | ', code(index.rowKey)), index.methods.join(', ') || 'none'])) : undefined,
		methods(one))
}

function costs(report, unknown) {
	const called = report.classes.flatMap((one) => one.methods).filter((method) => method.transactions !== null)
		.sort((one, other) => other.transactions - one.transactions)
	if (report.transactions === null && unknown.length === 0) {
		return undefined
	}
	return element('section', { class: 'transactions', 'aria-label': 'Billable transactions' }, element('h3', {}, 'Billable transactions'),
		element('p', {}, element('b', {}, number(report.transactions ?? 0)), ' in a month for the calls that you gave.',
			unknown.length > 0 ? ` Not known, and not counted: ${unknown.join(', ')}.` : ''),
		bars(['method', 'transactions in a month'], called.map((method) => ({ name: `${method.repository}.${method.name}`,
			value: method.transactions, text: number(method.transactions) }))))
}

/*
 * The fields of the calls: one for each method that no other shares its name with.
 */
function mix(report, mixed) {
	const all = report.classes.flatMap((one) => one.methods).map((method) => ({ ...method, full: `${method.repository}.${method.name}` }))
		.filter((method) => mixed.includes(method.full))
	const inputs = all.map((method) => ({ method, ...field(method.full, { name: `calls-${method.full}`, inputmode: 'decimal', placeholder: '0' }) }))
	const unit = choice('calls of each method', [['second', 'a second'], ['month', 'a month']], 'second')
	unit.input.name = 'unit'
	const settings = [field('entities that a call meets', { name: 'entities', type: 'number', min: '1', value: String(report.entities) }),
		field('values of a condition with several', { name: 'values', type: 'number', min: '1', value: String(report.values) }),
		field('the greatest load, in mean loads', { name: 'peak', type: 'number', min: '1', value: '1' })]
	const stored = report.classes.map((one) => ({ one, ...field(`stored: ${one.name}`, { name: `stored-${one.type}`, inputmode: 'numeric', placeholder: '0' }) }))
	const given = (some) => some.filter(({ input }) => input.value.trim() !== '')
	const group = (name, some) => some.length > 0 ? element('fieldset', {}, element('legend', {}, name), some.map((one) => one.label)) : undefined
	return {
		parts: [element('fieldset', {}, element('legend', {}, 'Load'), unit.label, settings.map((one) => one.label)),
			group('Calls of declared methods', inputs.filter(({ method }) => !method.inherited)),
			element('details', {}, element('summary', {}, 'Calls of inherited methods'), group('Calls of inherited methods', inputs.filter(({ method }) => method.inherited))),
			element('details', {}, element('summary', {}, 'Stored entities'), group('How many are stored', stored))],
		question: () => ({ entities: settings[0].input.value, values: settings[1].input.value, peak: settings[2].input.value,
			calls: given(inputs).map(({ method, input }) => ({ method: method.full, count: input.value, unit: unit.input.value })),
			stored: given(stored).map(({ one, input }) => ({ entity: one.type, count: input.value })) }),
	}
}

export const advice = {
	title: 'Advice',
	about: 'The report on the design of the tables: what entities and methods cost, and what is worth a look. It is made of mapping and plans, without a request.',

	async show(place) {
		const report = element('div', { class: 'report' })
		let given
		const draw = async () => {
			const answer = await call('design', given ? given.question() : {})
			const measure = (one) => () => attempt(report, async () => {
				const measured = await call('measure', { entity: one.type })
				await draw()
				say(measured.entities > 0 ? `${plural(measured.entities, 'entity', 'entities')} of ${one.name} measured by ${plural(measured.requests.length, 'request')}`
					: `No ${one.name} is stored`)
			})
			const findings = answer.report.classes.reduce((sum, one) => sum + one.findings.length, 0)
			report.replaceChildren(...[findings === 0 ? element('div', { class: 'good' }, 'Nothing needs a look.')
				: element('p', { class: 'cost' }, plural(findings, 'finding'), ' in ', plural(answer.report.classes.length, 'class', 'classes')),
			costs(answer.report, answer.unknown), answer.report.classes.map((one) => drawClass(one, measure(one))),
			element('details', {}, element('summary', {}, 'As Markdown, to commit and compare'), copy(answer.markdown), element('pre', {}, answer.markdown))]
				.flat().filter(Boolean))
			return answer
		}
		const first = await draw()
		given = mix(first.report, first.mixed)
		const form = element('form', { 'aria-label': 'Load', onsubmit: (event) => {
			event.preventDefault()
			attempt(report, async () => {
				await draw()
				say('Computed')
			})
		} }, given.parts, element('button', { class: 'first' }, 'Compute'))
		place.replaceChildren(element('details', { class: 'mix' }, element('summary', {}, 'Billable transactions of a load'), form), report)
	},
}
