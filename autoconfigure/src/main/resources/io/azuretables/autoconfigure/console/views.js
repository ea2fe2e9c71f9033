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
 * Tables with their rows, and plans of repository methods.
 */

import { bars } from './charts.js'
import { attempt, button, call, check, element, field, list, measured, path, plural, requests, rows, say, time, value }
	from './parts.js'

let changes

/*
 * Shows a row as it is stored, and as the object that it becomes.
 */
export async function openRow(table, key, page, changed) {
	const content = element('div')
	const dialog = element('dialog', { 'aria-label': 'Row', onclose: () => dialog.remove() }, content)
	document.body.append(dialog)
	dialog.showModal()
	const load = (wanted) => attempt(content, async () => {
		const found = await call('row', { table, ...wanted })
		const { row, object } = found
		const open = (other) => button('Open', () => load(other))
		const close = button('Close', () => dialog.close())
		content.replaceChildren(
			element('div', { class: 'bar' }, element('h3', {}, row.kind), close),
			list(['column', 'value', 'type'], [
				['PartitionKey', value(row.partitionKey), 'Edm.String'], ['RowKey', value(row.rowKey), 'Edm.String'],
				...Object.entries(row.properties).map(([name, text]) => [name, value(text), row.types[name]]),
				['Timestamp', value(row.timestamp), ''], ['ETag', value(row.etag), '']]),
			element('p', { class: 'cost' }, `${plural(found.size, 'byte')} by the formula of the service · ${plural(found.requests.length, 'request')}`))
		if (found.entity) {
			content.append(element('p', {}, 'Stands for the entity ', value(`${found.entity.partitionKey} | ${found.entity.rowKey}`), ' ', open(found.entity)))
		}
		if (found.unreadable) {
			content.append(element('div', { class: 'problem' }, found.unreadable))
		}
		if (object) {
			const place = element('div')
			content.append(element('h3', {}, `As ${object.type}`), place)
			drawObject(place, object)
			if (found.index?.length > 0) {
				content.append(element('h3', {}, 'Keys of its indexes'), list(['index', 'PartitionKey', 'RowKey'],
					found.index.map((one) => [one.index, value(one.partitionKey), value(one.rowKey)])))
			}
		}
		if (page.write && changes) {
			content.append(changes(table, found, () => load(wanted), () => { dialog.close(); changed?.() }))
		}
		dialog.dataset.shown = `${row.partitionKey}|${row.rowKey}`
		close.focus()
	})
	await load(key)
}

export function setChanges(made) {
	changes = made
}

function drawObject(into, object) {
	into.replaceChildren(list(['property', 'value', 'type'], object.properties.map((property) => [
		`${property.name}${property.key ? ' (key)' : ''}`, value(property.value), property.type])))
}

export const tables = {
	title: 'Tables',
	about: 'Partitions and rows as they are stored, with the requests and rows that reading them costs.',

	async show(place, page, chosen) {
		const { tables: all } = await call('tables')
		const content = element('div')
		if (all.length === 0) {
			place.replaceChildren(element('p', {}, 'There are no tables yet.'))
			return
		}
		place.replaceChildren(element('div', { class: 'columns' },
			element('ul', { 'aria-label': 'Tables' }, all.map((table) => element('li', {},
				element('a', { href: `#/tables/${encodeURIComponent(table.name)}`, 'aria-current': table.name === chosen ? 'true' : undefined }, table.name)))),
			content))
		const table = all.find((one) => one.name === chosen)
		if (!table) {
			content.append(element('p', {}, chosen ? `There is no table ${chosen}.` : 'Choose a table.'))
			return
		}
		showTable(content, table, page)
		await content.first
	},
}

function showTable(content, table, page) {
	const partitions = element('div')
	const partition = field('PartitionKey', { name: 'partition', list: 'partitions' })
	const known = element('datalist', { id: 'partitions' })
	const whole = check('any partition', 'any')
	whole.input.checked = true
	const rowKey = field('RowKey', { name: 'row' })
	const from = field('RowKey from', { name: 'from' })
	const to = field('RowKey below', { name: 'to' })
	const prefix = field('RowKey begins with', { name: 'prefix' })
	const filter = field('OData filter', { name: 'filter', placeholder: "lastName eq 'Hall' and salary gt 10" })
	const size = field('rows of a page', { name: 'size', type: 'number', min: '1', max: '1000', value: '50' })
	const results = element('div', { class: 'results' })
	const question = () => ({ table: table.name, partition: whole.input.checked ? null : partition.input.value, rowKey: rowKey.input.value,
		from: from.input.value, to: to.input.value, prefix: prefix.input.value, filter: filter.input.value, size: size.input.value })
	partition.input.addEventListener('input', () => { whole.input.checked = false })
	const read = (next) => attempt(results, async () => {
		const asked = { ...question(), next: next ?? null }
		const answer = await call('rows', asked)
		const drawing = element('div')
		const again = () => read(next)
		results.replaceChildren(element('p', { class: 'cost' }, element('b', {}, plural(answer.requests.length, 'request')), ' · ',
			element('b', {}, plural(answer.rows.length, 'row')), ` · ${time(answer.micros)}`), drawing, requests(answer.requests))
		rows(drawing, [{ name: table.name, rows: answer.rows }], { open: (row) => openRow(table.name,
			{ partitionKey: row.partitionKey, rowKey: row.rowKey }, page, again) })
		const bar = element('div', { class: 'bar' })
		if (next) {
			bar.append(button('First page', () => read()))
		}
		if (answer.next) {
			bar.append(button('Next page', () => read(answer.next), 'first'))
		}
		results.append(bar)
		say(plural(answer.rows.length, 'row'))
		results.dataset.count = answer.rows.length
	})
	const form = element('form', { 'aria-label': 'What to read', onsubmit: (event) => { event.preventDefault(); read() } },
		partition.label, whole.label, rowKey.label, prefix.label, from.label, to.label, filter.label, size.label,
		element('button', { class: 'first' }, 'Read'), known)
	const listed = []
	const more = (after) => attempt(partitions, async () => {
		const found = await call('partitions', { table: table.name, after: after ?? null })
		listed.push(...found.partitions)
		known.replaceChildren(...listed.map((key) => element('option', { value: key })))
		partitions.replaceChildren(element('p', { class: 'cost' }, plural(listed.length, 'partition'), found.more ? ' so far' : ''),
			element('div', { class: 'bar' }, listed.map((key) => button(key || '(empty)', () => {
				partition.input.value = key
				whole.input.checked = false
				read()
			})), found.more ? button('More', () => more(listed.at(-1))) : undefined))
	})
	content.replaceChildren(element('h3', {}, table.name),
		table.kinds.length > 0 ? list(['rows', 'partition key', 'row key'], table.kinds.map((kind) =>
			[kind.label, element('code', {}, kind.partition), element('code', {}, kind.row)])) : element('p', {}, 'No mapped class is in this table.'),
		element('details', { ontoggle: (event) => { if (event.target.open && listed.length === 0) { more() } } },
			element('summary', {}, 'Partitions (one request each)'), partitions),
		shares(table), form, results)
	content.first = read()
}

/*
 * How the first rows of a table are divided, on request.
 */
function shares(table) {
	const place = element('div', { class: 'shares' })
	const read = () => attempt(place, async () => {
		const { shares: all, requests: sent } = await call('shares', { table: table.name })
		const part = (one) => ({ name: one.name || '(empty)', value: one.rows, text: `${Math.round(100 * one.rows / all.rows)} %, ${plural(one.rows, 'row')}` })
		place.replaceChildren(element('p', { class: 'cost' }, `${all.more ? 'Of the first ' : ''}${plural(all.rows, 'row')} · ${all.bytes.toLocaleString('en')} bytes · `,
			element('b', {}, plural(sent.length, 'request'))),
		...(all.rows > 0 ? [bars(['partition', 'share'], all.partitions.map(part), all.rows),
			all.otherPartitions > 0 ? element('p', { class: 'cost' }, `${plural(all.otherPartitions, 'partition has', 'partitions have')} fewer rows.`) : '',
			bars(['rows', 'bytes of a row'], all.kinds.map((one) => ({ name: one.name, value: one.bytes / one.rows,
				text: `${Math.round(one.bytes / one.rows).toLocaleString('en')} in the mean, ${one.largest.toLocaleString('en')} at most` })))] : []))
		say(`${plural(all.partitions.length + all.otherPartitions, 'partition')}`)
	})
	return element('details', { ontoggle: (event) => { if (event.target.open && !place.hasChildNodes()) { read() } } },
		element('summary', {}, 'Shares of partitions and sizes of rows (one request for each 1,000 rows, up to 20)'), place)
}

export const plans = {
	title: 'Plans',
	about: 'How each repository method is answered, and the most requests that it takes. Run one to see what it reads.',

	async show(place, page, chosen) {
		const { methods } = await call('plans')
		const name = (method) => `${method.repository}.${method.method}`
		const results = element('div')
		let inherited = false
		const draw = () => {
			const shown = methods.filter((method) => inherited || !method.inherited)
			results.replaceChildren(list(['method', 'path', 'index', 'requests', 'checked besides keys', ''], shown.map((method) => [
				name(method), path(method.path), method.index ?? '', method.requests,
				[method.filter, method.clientFilter ? `on the client: ${method.clientFilter}` : ''].filter(Boolean).join('; '),
				element('a', { href: `#/plans/${encodeURIComponent(name(method))}`, 'aria-label': `Plan of ${name(method)}` }, 'Plan')])))
		}
		const method = methods.find((one) => name(one) === chosen)
		if (method) {
			showPlan(place, method, page)
			return
		}
		const all = check('inherited methods, too', 'inherited')
		all.input.addEventListener('change', () => { inherited = all.input.checked; draw() })
		place.replaceChildren(methods.length === 0 ? element('p', {}, 'There are no repositories.') : all.label, results)
		draw()
	},
}

export function drawPlan(plan) {
	return element('div', { class: 'plan' }, element('p', {}, path(plan.path), ' ', plan.index ? `by the index ${plan.index}` : 'by the key of the entity',
		plan.fetches ? ', then each entity by its key' : ''),
	list(['', ''], [['keys that are read', element('code', {}, plan.keys)],
		['templates', element('code', {}, `${plan.partitionKey} | ${plan.rowKey}`)],
		['the service checks', plan.filter || 'nothing else'], ['the client checks', plan.clientFilter || 'nothing'],
		['order', plan.order]]),
	plan.unused.map((one) => element('div', { class: 'problem' }, one)), element('pre', {}, plan.explanation))
}

function showPlan(place, method, page) {
	const results = element('div', { class: 'results' })
	const forms = method.forms.map((form) => {
		const inputs = form.parameters.map((parameter) => field(`${parameter.name}: ${parameter.type}`, { name: parameter.name, placeholder: parameter.hint }))
		const run = (event) => {
			event.preventDefault()
			attempt(results, async () => {
				const answer = await call('run', { repository: method.id, method: method.method, signature: form.signature,
					arguments: inputs.map((one) => one.input.value) })
				measured(results, answer, (row, table) => openRow(table, { partitionKey: row.partitionKey, rowKey: row.rowKey }, page))
			})
		}
		return element('form', { onsubmit: run, 'aria-label': `Run ${form.signature}` }, inputs.map((one) => one.label), element('button', { class: 'first' }, 'Run'))
	})
	place.replaceChildren(element('p', {}, element('a', { href: '#/plans' }, 'All methods')),
		element('h3', {}, `${method.repository}.${method.method}`), drawPlan(method),
		element('p', { class: 'cost' }, 'At most: ', element('b', {}, method.requests)),
		...(forms.length > 0 ? [element('h3', {}, 'Run it'), ...forms]
			: [element('p', {}, 'This method cannot be run here: it writes, or its arguments cannot be typed as text.')]), results)
}


