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
 * Draws rows of tables, blobs, and the requests that touch them.
 *
 * A picture is { tables: [{ name, rows: [{ partitionKey, rowKey, properties }] }],
 * blobs: [{ name, size }] }. A request is { service, operation, target, keys:
 * [{ partitionKey, rowKey }], filter, rows }. What differs is told by a word and a sign,
 * not by colour alone.
 *
 * A row may have a category and a kind, which are shown beside its key; classes are
 * numbered, and each number has its colour. A request may say
 * which rows it brought: returned and leftOut have their keys, and complete is true where
 * nothing of its range is left to be read.
 */

const STYLE = `
.az { --line: #d0d5dd; --soft: #f4f6f8; --dim: #5b6472; --plus: #0f6b3a; --plus-bg: #e3f5ea; --minus: #a3261c;
	--minus-bg: #fdeae8; --change: #7a4d00; --change-bg: #fdf3da; --read: #1652b0; --read-bg: #e4edfc;
	--type-0: #0f6b3a; --type-1: #8a3a00; --type-2: #7a1f7a; --type-3: #005f73; --type-4: #8a1c3c; --type-5: #4f46a5;
	container-type: inline-size; font-size: .9rem; }
@media (prefers-color-scheme: dark) {
	.az { --line: #3a4250; --soft: #1e242d; --dim: #a3adbb; --plus: #7ddba4; --plus-bg: #12301f; --minus: #ff9d94;
		--minus-bg: #3d1714; --change: #f2c566; --change-bg: #37290a; --read: #8fb8ff; --read-bg: #15294a;
		--type-0: #7ddba4; --type-1: #ffb27d; --type-2: #e3a0e6; --type-3: #7fd6e6; --type-4: #ff9fb5; --type-5: #b9b3ff; }
}
.az h4 { margin: .8rem 0 .3rem; font: 600 .85rem ui-monospace, monospace; overflow-wrap: anywhere; }
.az p { margin: .3rem 0; color: var(--dim); }
.az table { border-collapse: collapse; width: 100%; table-layout: fixed; }
.az th, .az td { border-bottom: 1px solid var(--line); padding: .3rem .4rem; text-align: left; vertical-align: top;
	overflow-wrap: anywhere; }
.az thead th { font-weight: 600; color: var(--dim); font-size: .8rem; }
.az .key { font-family: ui-monospace, monospace; font-weight: 400; }
.az .partition { width: 16%; background: var(--soft); }
.az .mark { width: 5.6rem; }
.az .row { width: 30%; }
.az .property { display: inline-block; margin: 0 .3rem .15rem 0; padding: 0 .3rem; border-radius: .2rem;
	background: var(--soft); max-width: 100%; }
.az .property b { font-weight: 600; }
.az .property.system { color: var(--dim); }
.az .property.differs { background: var(--change-bg); outline: 1px solid var(--change); }
.az .sign { display: inline-block; padding: 0 .3rem; border-radius: .2rem; font-size: .8rem; font-weight: 600; }
.az .new .sign { color: var(--plus); background: var(--plus-bg); }
.az .gone .sign { color: var(--minus); background: var(--minus-bg); }
.az .changed .sign { color: var(--change); background: var(--change-bg); }
.az .gone .row { text-decoration: line-through; }
.az .number { display: inline-block; min-width: 1.3em; text-align: center; border-radius: 1em; margin: 0 .1rem;
	color: var(--read); background: var(--read-bg); font-size: .8rem; font-weight: 600; }
.az .touched { box-shadow: inset .25rem 0 0 var(--read); background: var(--read-bg); }
.az .kind { display: inline-block; margin-left: .3rem; padding: 0 .3rem; border-radius: .2rem; font: .75rem system-ui, sans-serif;
	border: 1px solid var(--line); color: var(--dim); }
${[0, 1, 2, 3, 4, 5].map((n) => `.az .type-${n} { --type: var(--type-${n}); }`).join('\n')}
.az .kind-ENTITY { border-color: var(--type); color: var(--type); font-weight: 600; background: color-mix(in srgb, var(--type) 14%, transparent); }
.az .kind-INDEX, .az .kind-LIST { border-color: var(--type); color: var(--type); border-style: dashed; }
.az .kind-LIST { border-style: double; border-width: 3px; }
.az .kind-TOKEN, .az .kind-PART, .az .kind-KEPT { border-color: var(--change); color: var(--change); }
.az .reach-read .sign, .az .reach-fetched .sign { color: var(--read); background: var(--read-bg); }
.az .reach-filtered .sign, .az .reach-left .sign { color: var(--change); background: var(--change-bg); }
.az .reach-read, .az .reach-fetched { box-shadow: inset .25rem 0 0 var(--read); }
.az .reach-filtered, .az .reach-left { box-shadow: inset .25rem 0 0 var(--change); }
.az .row button { font: inherit; color: inherit; background: none; border: 0; padding: 0; text-align: left; cursor: pointer;
	text-decoration: underline; text-decoration-style: dotted; overflow-wrap: anywhere; }
.az .key, .az .property { unicode-bidi: isolate; }
.az ol { list-style: none; margin: .3rem 0; padding: 0; }
.az li { padding: .25rem .4rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
.az li:focus-visible { outline: 2px solid var(--read); }
.az li code { color: var(--dim); font-size: .8rem; }
@container (max-width: 34rem) {
	.az thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
	.az table, .az tbody { display: block; }
	.az tr { display: grid; grid-template-columns: 1fr auto; grid-auto-flow: dense; padding: .2rem 0;
		border-bottom: 1px solid var(--line); }
	.az td, .az th { border: 0; padding: .1rem .4rem; grid-column: 1 / -1; }
	.az .partition { width: auto; }
	.az .row { width: auto; grid-column: 1; }
	.az .mark { width: auto; grid-column: 2; }
}
`

let sheet

function styled(into) {
	if (!sheet) {
		// no element: a page whose policy forbids inline styles can show rows, too
		sheet = new CSSStyleSheet()
		sheet.replaceSync(STYLE)
		document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
	}
	into.classList.add('az')
	into.replaceChildren()
}

function element(name, className, ...content) {
	const made = document.createElement(name)
	if (className) {
		made.className = className
	}
	made.append(...content)
	return made
}

const sameKey = (one, other) => one.partitionKey === other.partitionKey && one.rowKey === other.rowKey
const rowsOf = (picture, table) => picture?.tables.find((one) => one.name === table)?.rows ?? []
const sameProperties = (one, other) => {
	const names = Object.keys(one.properties)
	return names.length === Object.keys(other.properties).length
		&& names.every((name) => one.properties[name] === other.properties[name])
}

/*
 * Whether an OData filter lets a row through, as far as its keys tell. Conditions on
 * other properties are taken to be met: such rows are read by the service, too.
 */
export function covers(filter, row) {
	const tokens = filter.match(/[A-Za-z]*'(?:[^']|'')*'|[()]|[^\s()]+/g) ?? []
	let next = 0
	const compare = (name, operator, literal) => {
		const value = name === 'PartitionKey' ? row.partitionKey : name === 'RowKey' ? row.rowKey : undefined
		if (value === undefined) {
			return null
		}
		const other = literal.slice(1, -1).replaceAll("''", "'")
		switch (operator) {
			case 'eq': return value === other
			case 'ne': return value !== other
			case 'lt': return value < other
			case 'le': return value <= other
			case 'gt': return value > other
			default: return value >= other
		}
	}
	const term = () => {
		const token = tokens[next++]
		if (token === 'not') {
			const value = term()
			return value === null ? null : !value
		}
		if (token === '(') {
			const value = either()
			next++
			return value
		}
		return compare(token, tokens[next++], tokens[next++])
	}
	const both = () => {
		let value = term()
		while (tokens[next] === 'and') {
			next++
			const other = term()
			value = value === false || other === false ? false : value === null || other === null ? null : true
		}
		return value
	}
	const either = () => {
		let value = both()
		while (tokens[next] === 'or') {
			next++
			const other = both()
			value = value === true || other === true ? true : value === null || other === null ? null : false
		}
		return value
	}
	return tokens.length === 0 || either() !== false
}

function touches(request, table, row) {
	return request.service === 'table' && request.target === table
		&& (request.keys.some((key) => sameKey(key, row)) || (request.filter !== null && covers(request.filter, row)))
}

/*
 * What requests do with a row: [class, words]; nothing for a row that none reads.
 */
function reached(requests, table, row) {
	const own = requests.filter((request) => request.service === 'table' && request.target === table)
	const has = (keys) => (keys ?? []).some((key) => sameKey(key, row))
	const ranges = own.filter((request) => request.filter !== null)
	if (own.some((request) => has(request.leftOut))) {
		return ['left', 'left out on the client']
	}
	if (own.some((request) => request.filter === null && has(request.keys))) {
		return ranges.length > 0 ? ['fetched', 'fetched'] : ['read', 'read']
	}
	if (ranges.some((request) => has(request.returned))) {
		return ['read', 'read']
	}
	const passed = (request) => {
		const last = request.returned?.at(-1)
		return request.complete || (last && (row.partitionKey < last.partitionKey
			|| (row.partitionKey === last.partitionKey && row.rowKey < last.rowKey)))
	}
	return ranges.some((request) => covers(request.filter, row) && passed(request)) ? ['filtered', 'filtered away'] : undefined
}

/*
 * Draws a picture. With another one, it says what differs from it: "other" is what
 * was before, or, if "gone" is the word, what comes after. With requests, each row has
 * the numbers of those that touch it; with "reach", the words for what they do with it.
 * "open" is called with a row whose key is chosen.
 */
export function drawRows(into, picture, { other, word = 'new', requests = [], reach = false, open } = {}) {
	styled(into)
	const touched = []
	for (const table of picture.tables.filter((one) => one.rows.length > 0)) {
		const body = element('tbody')
		table.rows.forEach((row, i) => {
			const match = other && rowsOf(other, table.name).find((one) => sameKey(one, row))
			const state = !other ? '' : !match ? word : sameProperties(row, match) ? '' : 'changed'
			const numbers = requests.flatMap((request, n) => touches(request, table.name, row) ? [n + 1] : [])
			const mark = element('td', 'mark')
			if (state) {
				mark.append(element('span', 'sign', { new: '+ new', gone: '− gone', changed: '~ changed' }[state]))
			}
			numbers.forEach((number) => {
				const made = element('span', 'number', String(number))
				made.title = `touched by request ${number}`
				mark.append(' ', made)
			})
			const reaches = reach ? reached(requests, table.name, row) : undefined
			if (reaches) {
				mark.prepend(element('span', 'sign', reaches[1]))
			}
			const first = i === 0 || table.rows[i - 1].partitionKey !== row.partitionKey
			const line = element('tr', reaches ? `${state} reach-${reaches[0]}` : state)
			if (first) {
				const size = table.rows.filter((one) => one.partitionKey === row.partitionKey).length
				const partition = element('th', 'partition key', row.partitionKey)
				partition.scope = 'rowgroup'
				partition.rowSpan = size
				line.append(partition)
			}
			const key = element('th', 'row key')
			if (open) {
				const button = element('button', '', row.rowKey || '(empty)')
				button.type = 'button'
				button.addEventListener('click', () => open(row, table.name))
				key.append(button)
			}
			else {
				key.append(row.rowKey)
			}
			if (row.kind) {
				key.append(' ', element('span', `kind kind-${row.category} type-${(row.number ?? 0) % 6}`, row.kind))
			}
			key.scope = 'row'
			const properties = element('td')
			Object.entries(row.properties).forEach(([name, value]) => {
				const kind = ['property']
				if (name.startsWith('_')) {
					kind.push('system')
				}
				if (match && match.properties[name] !== value) {
					kind.push('differs')
				}
				properties.append(element('span', kind.join(' '), element('b', '', name), ` ${value}`), ' ')
			})
			line.append(key, properties, mark)
			touched.push({ line, numbers })
			body.append(line)
		})
		const head = element('thead', '', element('tr', '', ...[['PartitionKey', 'partition'], ['RowKey', 'row'],
			['properties', ''], [requests.length || other ? 'what' : '', 'mark']]
			.map(([text, kind]) => element('th', kind, text))))
		head.querySelectorAll('th').forEach((one) => { one.scope = 'col' })
		into.append(element('h4', '', table.name), element('table', '', head, body))
	}
	for (const blob of picture.blobs) {
		const match = other?.blobs.some((one) => one.name === blob.name)
		const state = other && !match ? word : ''
		const line = element('p', state, '▤ ', element('span', 'key', blob.name), ` ${blob.size} bytes `)
		if (state) {
			line.append(element('span', 'sign', state === 'gone' ? '− gone' : '+ new'))
		}
		into.append(line)
	}
	if (into.childElementCount === 0) {
		into.append(element('p', '', 'No rows.'))
	}
	return (number) => touched.forEach(({ line, numbers }) => line.classList.toggle('touched', numbers.includes(number)))
}

/*
 * Draws requests as a list. Whichever has the focus or the pointer is shown by each of
 * the functions that drawRows has returned.
 */
export function drawRequests(into, requests, shows = []) {
	styled(into)
	const list = element('ol')
	requests.forEach((request, i) => {
		const target = request.filter ?? request.keys.map((key) => `${key.partitionKey} | ${key.rowKey}`).join(', ')
		const what = request.service === 'table' ? `${request.operation} ${request.target}`
			: `${request.service}: ${request.operation} ${request.target}`
		const rows = request.rows > 0 ? ` · ${request.rows} ${request.rows === 1 ? 'row' : 'rows'}` : ''
		const line = element('li', '', element('span', 'number', String(i + 1)), ` ${what}${rows} `,
			element('code', '', target))
		line.tabIndex = 0
		const show = (number) => () => shows.forEach((one) => one(number))
		line.addEventListener('focus', show(i + 1))
		line.addEventListener('mouseenter', show(i + 1))
		line.addEventListener('blur', show(0))
		line.addEventListener('mouseleave', show(0))
		list.append(line)
	})
	into.append(requests.length > 0 ? list : element('p', '', 'No request.'))
}
