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
 * Queries that are typed, and what keeps tables in order: indexes, copies, queues and
 * periods.
 */

import { bars } from './charts.js'
import { advised, attempt, button, call, check, choice, element, field, list, measured, plural, say, value } from './parts.js'
import { drawPlan, openRow } from './views.js'

const EXAMPLES = {
	name: 'findByDepartmentAndLastNameStartingWith',
	odata: "department eq 'HR' and lastName eq 'Hall'",
	criteria: '{ "and": [{ "property": "department", "is": "HR" }, { "property": "lastName", "startingWith": "Ha" }] }',
}

export const query = {
	title: 'Query',
	about: 'Write a query as the name of a method, as OData, or as criteria. It is planned before it runs, and planning takes no request.',

	async show(place, page) {
		const { entities } = await call('entities')
		if (entities.length === 0) {
			place.replaceChildren(element('p', {}, 'No class is mapped.'))
			return
		}
		const properties = element('p', { class: 'cost' })
		const describe = (name) => {
			const entity = entities.find((one) => one.type === name)
			properties.replaceChildren('Keys ', element('code', {}, `${entity.partitionKey} | ${entity.rowKey}`), ` · ${entity.properties.join(', ')}`)
		}
		const entity = choice('entity', entities.map((one) => [one.type, `${one.name} (${one.table})`]), entities[0].type, describe)
		describe(entities[0].type)
		const text = field('query', { rows: '3', name: 'text', placeholder: EXAMPLES.name })
		const form = choice('written as', [['name', 'name of a method'], ['odata', 'OData filter'], ['criteria', 'criteria (JSON)']], 'name',
			(kind) => { text.input.placeholder = EXAMPLES[kind] })
		form.input.name = 'form'
		entity.input.name = 'entity'
		const sort = field('order', { name: 'sort', placeholder: 'lastName,desc' })
		const limit = field('at most', { name: 'limit', type: 'number', min: '1', max: '10000', value: '100' })
		const index = field('using the index', { name: 'index' })
		const scan = check('may scan', 'scan')
		const order = check('may sort in memory', 'order')
		const plan = element('div', { class: 'planned' })
		const results = element('div', { class: 'results' })
		const question = () => ({ entity: entity.input.value, form: form.input.value, text: text.input.value, sort: sort.input.value,
			limit: limit.input.value, index: index.input.value, scan: scan.input.checked, order: order.input.checked })
		const drawPlanned = (answer, run) => {
			if (answer.refused) {
				plan.replaceChildren(element('div', { class: 'problem refused', role: 'alert' }, answer.refused), advised(answer.refused))
				say('The query is refused')
				return
			}
			const inputs = answer.arguments.map((one) => field(`${one.name}: ${one.type}`, { name: `value-${one.name}`, placeholder: one.hint }))
			plan.replaceChildren(element('h3', {}, 'Plan'), drawPlan(answer.plan),
				element('p', { class: 'cost' }, 'Requests: ', element('b', {}, answer.bound)),
				element('form', { class: 'values', onsubmit: (event) => { event.preventDefault(); run(inputs.map((one) => one.input.value)) } },
					inputs.map((one) => one.label), element('button', { class: 'first' }, 'Run')))
			say('The query is planned')
		}
		const run = (values) => attempt(results, async () => {
			const answer = await call('query', { ...question(), run: true, arguments: values })
			if (answer.refused) {
				results.replaceChildren(element('div', { class: 'problem refused' }, answer.refused), advised(answer.refused))
				return
			}
			measured(results, answer.result, (row, table) => openRow(table, { partitionKey: row.partitionKey, rowKey: row.rowKey }, page))
			results.prepend(element('pre', {}, answer.explanation))
		})
		place.replaceChildren(element('form', { 'aria-label': 'Query', onsubmit: (event) => {
			event.preventDefault()
			results.replaceChildren()
			attempt(plan, async () => drawPlanned(await call('query', question()), run))
		} }, entity.label, form.label, text.label, sort.label, limit.label, index.label, scan.label, order.label,
		element('button', { class: 'first' }, 'Plan')), properties, plan, results)
	},
}

/*
 * Shows a job until it is done.
 */
async function follow(place, started) {
	const { job } = await started
	for (;;) {
		const state = await call('job', { job })
		const counts = Object.entries(state.counts).map(([name, count]) => `${name}: ${count}`).join(' · ')
		place.replaceChildren(element('h3', {}, state.title), state.done ? '' : element('progress', { 'aria-label': state.title }),
			element('p', { class: 'cost' }, counts))
		if (state.failure) {
			place.append(element('div', { class: 'problem', role: 'alert' }, state.failure))
		}
		else if (state.done) {
			place.append(state.found === 0 && !/(MISSING|ORPHANED|STALE|REFUSED|NOT_COMPARED)/.test(counts)
				? element('div', { class: 'good' }, 'Nothing is wrong.') : element('p', {}, plural(state.found, 'finding')))
		}
		if (state.findings.length > 0) {
			const key = (one) => one ? value(`${one.partitionKey} | ${one.rowKey}`) : ''
			place.append(list(['what', 'entity', 'row'], state.findings.map((one) => [one.kind, key(one.entity), key(one.row)])))
		}
		if (state.done) {
			say(`${state.title}: done`)
			place.dataset.done = state.title
			return
		}
		await new Promise((next) => setTimeout(next, 200))
	}
}

/*
 * How many seconds ago something was sent; undefined for nothing.
 */
function seconds(now, sent) {
	return sent ? Math.max(0, Math.round((Date.parse(now) - Date.parse(sent)) / 1000)) : undefined
}

function jobs(place) {
	return (name, body) => {
		delete place.dataset.done
		attempt(place, () => follow(place, call(name, body)))
	}
}

/** How long the oldest message has waited. */
const waits = (answer) => {
	const age = seconds(answer.now, answer.waiting)
	return age === undefined ? 'no message waits' : `${age} s`
}

/** The state of an index, a summary or copies. */
const state = (one) => one.problem ?? `${one.state}${one.readable ? '' : ', not used'}`

/** What verifies and rebuilds an index, a summary or copies. */
const upkeep = (one, page, start) => element('div', { class: 'bar' },
	button('Verify', () => start('index-verify', { entity: one.type, index: one.index })),
	page.write ? button('Rebuild', () => start('index-rebuild', { entity: one.type, index: one.index }), 'danger') : undefined)

export const indexes = {
	title: 'Indexes',
	about: 'The indexes of all classes and their states. Verifying reads the index and its entities once, and changes nothing.',

	async show(place, page) {
		const answer = await call('indexes')
		const all = answer.indexes
		const report = element('div', { class: 'job' })
		const start = jobs(report)
		const lag = (one) => one.near ? 'none: one transaction' : waits(answer)
		const kind = (one) => [one.near ? 'in the partition of the entity' : 'across partitions', one.unique ? 'unique' : '', one.list ? 'lists' : '',
			one.sparse ? 'sparse' : '', one.consistency.toLowerCase()].filter(Boolean).join(', ')
		place.replaceChildren(all.length === 0 ? element('p', {}, 'No class has an index.') : list(
			['index', 'keys', 'kind', 'state', 'lag', ''], all.map((one) => [`${one.entity}.${one.index}`,
				element('code', {}, `${one.partitionKey} | ${one.rowKey}`), kind(one), state(one), lag(one), upkeep(one, page, start)])), report)
	},
}

export const copies = {
	title: 'Summaries and copies',
	about: 'Counts and sums over the entities of a partition, and copies of properties of one entity in those that refer to it.',

	async show(place, page) {
		const answer = await call('copies')
		const lag = (one) => one.near ? 'none: one transaction' : waits(answer)
		const report = element('div', { class: 'job' })
		const start = jobs(report)
		place.replaceChildren(list(['name', 'what', 'written', 'state', 'lag', ''], answer.copies.map((one) => [`${one.entity}.${one.index}`,
			one.kind, one.near ? 'in one transaction' : 'by the worker', state(one), lag(one), upkeep(one, page, start)])), report)
	},
}

export const queues = {
	title: 'Queues',
	about: 'What waits in the queues, and what workers have given up.',

	async show(place, page) {
		const table = element('div')
		const poison = element('div', { class: 'poison' })
		const look = (queue) => attempt(poison, async () => {
			const { messages } = await call('poison', { queue: queue.name })
			poison.replaceChildren(element('h3', {}, `Given up: ${queue.name}`), messages.length === 0 ? element('p', {}, 'No message.') : list(
				['id', 'type', 'failures', 'why', 'payload'], messages.map((one) => [value(one.id), one.type, String(one.failures ?? ''),
					element('div', {}, (one.errors ?? []).map((error) => value(error))), value(one.payload)])))
			if (page.write && queue.redrives && messages.length > 0) {
				poison.append(button('Send all again', () => attempt(poison, async () => {
					const { redriven } = await call('redrive', { queue: queue.name, most: 1000 })
					await draw()
					poison.replaceChildren(element('div', { class: 'good' }, `${plural(redriven, 'message')} sent again.`))
				}), 'danger'))
			}
		})
		const draw = async () => {
			const { queues: all, now } = await call('queues')
			const since = (time) => seconds(now, time) === undefined ? 'none visible' : `${seconds(now, time)} s ago`
			const waiting = all.filter((one) => one.depth > 0 || one.poison > 0)
			table.replaceChildren(list(['queue', 'messages', 'oldest', 'given up', 'worker', ''], all.map((one) => [one.name, String(one.depth),
				since(one.next), String(one.poison), one.worker, one.redrives ? button('Show what was given up', () => look(one)) : ''])),
			...(waiting.length > 0 ? [element('h3', {}, 'What waits'), bars(['queue', 'messages'], waiting.flatMap((one) => [
				{ name: one.name, value: one.depth, text: plural(one.depth, 'message') },
				{ name: `${one.name}, given up`, value: one.poison, text: plural(one.poison, 'message'), kind: 'bad' }]).filter((one) => one.value > 0))] : []),
			element('div', { class: 'bar' }, button('Refresh', () => attempt(table, draw))))
		}
		await draw()
		place.replaceChildren(table, poison)
	},
}

export const periods = {
	title: 'Periods',
	about: 'The tables of classes that are divided by a time, and when each can be dropped.',

	async show(place) {
		const { periods: all } = await call('periods')
		const day = (time) => time.replace(/T00:00:00Z$/, '').replace('T', ' ').replace(/(:00)?Z$/, ' UTC')
		const sizes = element('div')
		const counted = new Map()
		const draw = () => sizes.replaceChildren(...(counted.size > 0 ? [element('h3', {}, 'Sizes'), bars(['table', 'rows'],
			all.filter((one) => counted.has(one.table)).map((one) => ({ name: one.table, value: counted.get(one.table).rows,
				text: plural(counted.get(one.table).rows, 'row') })))] : []))
		place.replaceChildren(all.length === 0 ? element('p', {}, 'No table is there yet.') : list(
			['table', 'class', 'from', 'to', 'dropped from', 'size'], all.map((one) => {
				const size = element('span')
				size.append(button('Count', () => attempt(size, async () => {
					const found = await call('period-size', { table: one.table })
					counted.set(one.table, found)
					size.replaceChildren(`${found.more ? 'more than ' : ''}${plural(found.rows, 'row')}, ${found.bytes.toLocaleString('en')} bytes (${plural(found.requests, 'request')})`)
					draw()
				})))
				return [one.table, one.entity, day(one.start), day(one.end), day(one.dropped), size]
			})), sizes)
	},
}
