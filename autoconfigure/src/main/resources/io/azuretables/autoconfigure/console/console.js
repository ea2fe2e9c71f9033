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
 * The frame of the console: the parts that the application has, one at a time.
 */

import { attempt, element, protect, read, say } from './parts.js'
import './changes.js'
import { plans, tables } from './views.js'
import { advice } from './design.js'
import { copies, indexes, periods, query, queues } from './operations.js'

const VIEWS = { tables, plans, query, indexes, copies, queues, periods, advice }

const main = document.getElementById('main')
let page

function show() {
	const [, name, argument] = location.hash.split('/')
	const wanted = page.views.includes(name) ? name : page.views[0]
	const view = VIEWS[wanted]
	document.getElementById('nav').replaceChildren(...page.views.map((one) => element('a',
		{ href: `#/${one}`, 'aria-current': one === wanted ? 'page' : undefined }, VIEWS[one].title)))
	document.title = `${view.title} · Azure Tables console`
	const place = element('div')
	delete main.dataset.shown
	main.replaceChildren(element('h2', {}, view.title), element('p', { class: 'cost' }, view.about), place)
	say('')
	attempt(place, () => view.show(place, page, argument ? decodeURIComponent(argument) : undefined))
		.then(() => { main.dataset.shown = location.hash || '#/' })
}

attempt(main, async () => {
	page = await read('page')
	protect(page.csrf)
	document.getElementById('service').textContent = `${page.service} · ${page.write ? 'may be changed' : 'read only'}`
	window.addEventListener('hashchange', show)
	show()
})
