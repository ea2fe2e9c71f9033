/*
 * Opens every page of the built site in a browser: light on a wide screen, and dark on
 * that of a phone. A page fails with an error of its own, a request to anywhere else,
 * a link or anchor that leads nowhere, or a layout that is wider than the screen. The
 * language that is chosen for one example must be that of all examples.
 */
import { createServer } from 'node:http'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, extname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import puppeteer from 'puppeteer-core'

const here = dirname(fileURLToPath(import.meta.url))
const site = join(here, 'target/site')
const screenshots = join(here, 'target/screenshots')
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.json': 'application/json', '.woff2': 'font/woff2' }
const shown = ['index', 'getting-started', 'keywords', 'choosing-keys', 'paging', 'queries', 'patterns/index', 'patterns/wide-entities', 'protocols', 'understand/architecture']

function browser() {
  const candidates = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  return candidates.find((path) => path && existsSync(path))
}

function files(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? (name === 'api' ? [] : files(path)) : [path]
  })
}

const executablePath = browser()
if (!executablePath) {
  console.log('No Chromium: the pages were not looked at')
  process.exit(0)
}
const server = createServer((request, response) => {
  const path = resolve(join(site, decodeURIComponent(new URL(request.url, 'http://localhost').pathname)))
  const file = existsSync(path) && statSync(path).isDirectory() ? join(path, 'index.html') : path
  if (!file.startsWith(site) || !existsSync(file)) {
    response.writeHead(404).end()
    return
  }
  response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' }).end(readFileSync(file))
})
await new Promise((started) => server.listen(0, '127.0.0.1', started))
const origin = `http://127.0.0.1:${server.address().port}`

const pages = files(site).filter((file) => file.endsWith('.html') && !file.endsWith('404.html'))
const problems = []
const anchors = new Map()
const links = []
mkdirSync(screenshots, { recursive: true })

const chromium = await puppeteer.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'], protocolTimeout: 300_000 })
const page = await chromium.newPage()
page.setDefaultTimeout(120_000)
let current = ''
page.on('pageerror', (error) => problems.push(`${current}: ${error.message}`))
page.on('console', (message) => message.type() === 'error' && problems.push(`${current}: ${message.text()}`))
page.on('requestfailed', (request) => problems.push(`${current}: failed ${request.url()}`))
page.on('response', (response) => response.status() >= 400 && problems.push(`${current}: ${response.status()} ${response.url()}`))
page.on('request', (request) => !request.url().startsWith(origin) && !request.url().startsWith('data:')
  && problems.push(`${current}: asks ${request.url()}`))

for (const [width, height, scheme] of [[1440, 900, 'light'], [390, 844, 'dark']]) {
  await page.setViewport({ width, height })
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
  for (const file of pages) {
    const name = relative(site, file)
    current = `${name} (${scheme})`
    await page.goto(`${origin}/${name}`, { waitUntil: 'load' })
    const found = await page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      dark: document.documentElement.classList.contains('dark'),
      title: document.querySelector('.vp-doc h1')?.textContent ?? '',
      ids: [...document.querySelectorAll('[id]')].map((element) => element.id),
      links: [...document.querySelectorAll('.vp-doc a[href]')].map((link) => link.href),
    }))
    if (found.width > width) {
      problems.push(`${current}: ${found.width} px wide`)
    }
    if (found.dark !== (scheme === 'dark')) {
      problems.push(`${current}: is ${found.dark ? 'dark' : 'light'}`)
    }
    if (!found.title) {
      problems.push(`${current}: has no title`)
    }
    anchors.set(`${origin}/${name}`, new Set(found.ids))
    found.links.filter((link) => link.startsWith(origin)).forEach((link) => links.push([name, link]))
    if (shown.includes(name.replace('.html', ''))) {
      await page.screenshot({ path: join(screenshots, `${name.replace(/[/.]/g, '-')}-${scheme}.png`) })
    }
  }
}

for (const [from, link] of links) {
  const [target, anchor] = link.split('#')
  const ids = anchors.get(target.endsWith('/') ? `${target}index.html` : target)
  if (target.startsWith(`${origin}/api/`)) {
    if (!existsSync(join(site, new URL(target).pathname))) {
      problems.push(`${from}: links to ${target}, which is not there`)
    }
    continue
  }
  if (!ids) {
    problems.push(`${from}: links to ${target}, which is not there`)
  } else if (anchor && !ids.has(decodeURIComponent(anchor))) {
    problems.push(`${from}: links to #${anchor}, which is not in ${target}`)
  }
}

current = 'search'
await page.setViewport({ width: 1440, height: 900 })
await page.goto(`${origin}/index.html`, { waitUntil: 'networkidle0' })
await page.click('.VPNavBarSearch button')
await page.waitForSelector('.VPLocalSearchBox input')
await page.type('.VPLocalSearchBox input', 'bucket')
await page.waitForSelector('.VPLocalSearchBox .result')
await page.screenshot({ path: join(screenshots, 'search.png') })

current = 'tabs'
const shownLanguages = () => page.$$eval('.vp-code-group input:checked', (tabs) =>
  [...new Set(tabs.map((tab) => document.querySelector(`label[for="${tab.id}"]`).textContent))].join())
const kotlin = '.vp-code-group .tabs label:nth-of-type(2)'
await page.goto(`${origin}/getting-started.html`, { waitUntil: 'networkidle0' })
await page.click(kotlin)
await page.waitForFunction(() => [...document.querySelectorAll('.vp-code-group')].every((group) =>
  group.querySelectorAll('.blocks > div')[1].classList.contains('active')))
for (const name of ['getting-started', 'queries']) {
  if (name !== 'getting-started') {
    await page.goto(`${origin}/${name}.html`, { waitUntil: 'networkidle0' })
  }
  const languages = await shownLanguages()
  if (languages !== 'Kotlin') {
    problems.push(`${name}: shows examples in ${languages} after Kotlin was chosen`)
  }
}

await chromium.close()
server.close()
console.log(`${pages.length} pages, ${links.length} links, ${problems.length} problems`)
problems.forEach((problem) => console.log(`  ${problem}`))
process.exit(problems.length === 0 ? 0 : 1)
