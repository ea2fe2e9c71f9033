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
 * Edits and deletes what a person has opened. The application checks that nobody else has
 * changed it since.
 */

import { attempt, button, call, element, field, say } from './parts.js'
import { setChanges } from './views.js'

/*
 * A field for a property. A field of one line would lose the ends of lines; and what a
 * field makes of a value when it gets it is no change of a person.
 */
function editor(property) {
	const value = property.value ?? ''
	const made = field(`${property.name}: ${property.type}`, { name: `edit-${property.name}`, value, rows: /[\r\n]/.test(value) ? '4' : undefined })
	return { property, ...made, shown: made.input.value }
}

setChanges((table, found, reload, closed) => {
	const { row, object } = found
	const problem = element('div')
	const seen = { table, partitionKey: row.partitionKey, rowKey: row.rowKey, etag: row.etag }
	const place = element('div', { class: 'changes' }, element('h3', {}, 'Change'))
	if (!['ENTITY', 'UNKNOWN'].includes(row.category)) {
		place.append(element('p', {}, 'This row is changed by what keeps it: change its entity, or rebuild the index.'))
		return place
	}
	if (object) {
		const inputs = object.properties.filter((one) => one.editable)
			.map(editor)
		const save = (event) => {
			event.preventDefault()
			const values = Object.fromEntries(inputs.filter(({ input, shown }) => input.value !== shown)
				.map(({ property, input }) => [property.name, input.value]))
			attempt(problem, async () => {
				await call('save', { ...seen, values })
				await reload()
				say('Saved')
			})
		}
		place.append(element('form', { onsubmit: save, 'aria-label': 'Edit' }, inputs.map((one) => one.label), element('button', { class: 'first' }, 'Save')))
	}
	let asked = false
	const remove = button('Delete', () => {
		if (!asked) {
			asked = true
			remove.textContent = 'Delete it for good'
			return
		}
		attempt(problem, async () => {
			await call('delete', seen)
			closed()
			say('Deleted')
		})
	}, 'danger')
	place.append(remove, problem)
	return place
})
