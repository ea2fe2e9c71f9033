/*
 * Copies the pages of the repository into etc/site/target/source, where VitePress reads
 * them. A link to a page stays a link; a link to any other file of the repository
 * becomes a link to the repository.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const target = join(dirname(fileURLToPath(import.meta.url)), 'target/source')
const repository = readFileSync(join(root, 'pom.xml'), 'utf8').match(/<url>(https:\/\/github\.com[^<]+)<\/url>/)[1]

/** Pages at the root of the repository, and what they are called in the site. */
const rootPages = {
  'ARCHITECTURE.md': 'understand/architecture.md',
  'CHANGELOG.md': 'release/changelog.md',
  'CONTRIBUTING.md': 'release/contributing.md',
  'SECURITY.md': 'release/security.md',
}

function markdownIn(folder) {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = posix.join(folder, name)
    return statSync(join(root, path)).isDirectory() ? markdownIn(path) : name.endsWith('.md') ? [path] : []
  })
}

/** From the path of a page in the repository to its path in the site. */
const pages = new Map(Object.entries(rootPages))
for (const path of markdownIn('docs')) {
  pages.set(path, path.replace(/^docs\//, '').replace(/README\.md$/, 'index.md'))
}

function rewrite(page, text) {
  const place = pages.get(page)
  return text.replace(/\]\(([^)\s:#]+)(#[^)\s]*)?\)/g, (link, to, anchor = '') => {
    const path = posix.normalize(posix.join(posix.dirname(page), to)).replace(/\/$/, '')
    if (pages.has(path)) {
      return `](${posix.relative(posix.dirname(place), pages.get(path)) || posix.basename(place)}${anchor})`
    }
    if (path.startsWith('docs/images/')) {
      return `](${posix.relative(posix.dirname(place), path.replace(/^docs\//, '')).replace(/^(?!\.)/, './')})`
    }
    if (!existsSync(join(root, path))) {
      throw new Error(`${page} links to ${to}, which is not there`)
    }
    const kind = statSync(join(root, path)).isDirectory() ? 'tree' : 'blob'
    return `](${repository}/${kind}/main/${path}${anchor})`
  })
}

rmSync(target, { recursive: true, force: true })
for (const [page, place] of pages) {
  const file = join(target, place)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, rewrite(page, readFileSync(join(root, page), 'utf8')))
}
cpSync(join(root, 'docs/images'), join(target, 'images'), { recursive: true })
cpSync(join(dirname(fileURLToPath(import.meta.url)), 'public'), join(target, 'public'), { recursive: true })
const javadoc = join(root, 'target/reports/apidocs')
if (existsSync(javadoc)) {
  cpSync(javadoc, join(target, 'public/api'), { recursive: true })
}
console.log(`${pages.size} pages in ${relative(process.cwd(), target)}${existsSync(javadoc) ? ', with the API' : ', without the API: run ./mvnw javadoc:aggregate first'}`)
