/*
 * Copies the pages of the repository into etc/site/target/source, where VitePress reads
 * them. A link to a page stays a link; a link to any other file of the repository
 * becomes a link to the repository. Each snippet gets the imports of the types that it
 * uses, from the source that it is a region of. A snippet in Java that one in Kotlin
 * follows becomes two tabs. The API documentation is that of the Javadoc jars that
 * .ci/release has made.
 */
import { execFileSync } from 'node:child_process'
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

const snippet = /(<!-- snippet: (\S+)#\S+ -->\s*\n```(?:java|kotlin)\n)([\s\S]*?```)/g

/** The use of a name: our extension functions of Kotlin follow a point, or are infix. */
function use(line, name) {
  return new RegExp(line.startsWith('import io.azuretables.kotlin.')
    ? `\\.${name}(?:<|\\(\\))| ${name} ` : `(?<![.\\w])${name}\\b`)
}

/** The imports that a part of a source needs, with those of public types of its own package. */
function imports(path, part) {
  const source = readFileSync(join(root, path), 'utf8')
  const code = part.replace(/"(\\.|[^"\\\n])*"/g, '""')
  const lines = [...source.matchAll(/^import (?:static )?[\w.]+\.(\w+);?$/gm)]
    .filter(([line, name]) => use(line, name).test(code))
    .map(([line]) => line)
  const folder = posix.dirname(path).replace('/src/test/java/', '/src/main/java/')
  const own = [...new Set(code.match(/\b[A-Z]\w+\b/g))]
    .filter((name) => `${folder}/${name}.java` !== path && existsSync(join(root, folder, `${name}.java`)))
    .filter((name) => new RegExp(`^public .*\\b${name}\\b`, 'm').test(readFileSync(join(root, folder, `${name}.java`), 'utf8')))
    .map((name) => `import ${folder.replace(/.*\/src\/main\/java\//, '').replaceAll('/', '.')}.${name};`)
  return [...own, ...lines]
}

function withImports(text) {
  return text.replace(snippet, (block, head, path, code) => {
    const needed = imports(path, code)
    return needed.length > 0 && !/^(package|import) /.test(code) ? `${head}${needed.join('\n')}\n\n${code}` : block
  })
}

const pair = /<!-- snippet: \S+ -->\s*\n```java\n((?:(?!```)[\s\S])*```)\n\n<!-- snippet: \S+ -->\s*\n```kotlin\n((?:(?!```)[\s\S])*```)/g

/** A snippet in Java that one in Kotlin follows becomes two tabs. */
function withTabs(text) {
  return text.replace(pair, (block, java, kotlin) => [
    '::: code-group', '```java [Java]\n' + java, '```kotlin [Kotlin]\n' + kotlin, ':::'].join('\n\n'))
}

/** Unpacks the API documentation of each module; gives the names of the modules. */
function unpackApi(folder) {
  const repository = join(root, 'release/repository/io/azuretables')
  const jars = existsSync(repository) ? readdirSync(repository).flatMap((module) => {
    const versions = readdirSync(join(repository, module)).filter((name) => statSync(join(repository, module, name)).isDirectory())
    return versions.map((version) => join(repository, module, version, `${module}-${version}-javadoc.jar`))
      .filter((jar) => existsSync(jar)).map((jar) => [module, jar])
  }) : []
  for (const [module, jar] of jars) {
    const place = join(folder, module)
    mkdirSync(place, { recursive: true })
    execFileSync('jar', ['--extract', '--file', jar], { cwd: place })
    rmSync(join(place, 'META-INF'), { recursive: true, force: true })
  }
  return jars.map(([module]) => module).filter((module) => existsSync(join(folder, module, 'index.html')))
}

function apiPage(modules) {
  const lines = modules.map((module) => `- <a href="/api/${module}/index.html" target="_self">${module}</a>`)
  return `# API documentation\n\nThis page leads to the Javadoc of each module.\n\n${lines.join('\n')}\n`
}

rmSync(target, { recursive: true, force: true })
for (const [page, place] of pages) {
  const file = join(target, place)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, rewrite(page, withTabs(withImports(readFileSync(join(root, page), 'utf8')))))
}
cpSync(join(root, 'docs/images'), join(target, 'images'), { recursive: true })
cpSync(join(dirname(fileURLToPath(import.meta.url)), 'public'), join(target, 'public'), { recursive: true })
const modules = unpackApi(join(target, 'public/api'))
if (modules.length > 0) {
  writeFileSync(join(target, 'understand/api.md'), apiPage(modules))
}
console.log(`${pages.size} pages in ${relative(process.cwd(), target)}, ${modules.length > 0
  ? `with the API of ${modules.length} modules` : 'without the API: run .ci/release first'}`)
