import { existsSync, readdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')
const source = resolve(root, 'etc/site/target/source')

const page = (text, link) => ({ text, link })

const sidebar = [
  {
    text: 'Start',
    items: [
      page('Getting started', '/getting-started'),
      page('What Table Storage is', '/what-it-is'),
    ],
  },
  {
    text: 'Model',
    items: [
      page('Choosing keys', '/choosing-keys'),
      page('Recipes', '/recipes'),
      page('Which pattern for what', '/patterns/'),
    ],
  },
  {
    text: 'Use',
    items: [
      page('Mapping', '/mapping'),
      page('Converters', '/mapping#converters'),
      page('Kotlin', '/kotlin'),
      page('Rows without a class', '/rows'),
      page('Keys', '/keys'),
      page('Identifiers', '/identifiers'),
      page('Queries', '/queries'),
      page('Keywords of query methods', '/keywords'),
      page('Projections', '/projections'),
      page('Paging', '/paging'),
      page('Parallel reading', '/parallel-reading'),
      page('Writing', '/writing'),
      page('Transactions', '/transactions'),
      page('Callbacks, auditing, validation', '/writing#callbacks'),
      page('Spring Boot', '/spring-boot'),
      page('Tests', '/spring-boot#tests'),
      page('Web applications', '/web'),
      page('Domain events', '/web#domain-events'),
      page('Data REST and HATEOAS', '/web#hateoas-and-data-rest'),
      page('Asynchronous and reactive code', '/asynchronous'),
      page('Ahead of time', '/ahead-of-time'),
      page('Locks for scheduled tasks', '/shedlock'),
      page('Spring Batch', '/batch'),
      page('Encrypted properties', '/encryption'),
      page('Direct access', '/direct-access'),
      page('Scale', '/scale'),
      page('Several accounts', '/several-accounts'),
      page('Secondary region', '/secondary-region'),
    ],
  },
  {
    text: 'Patterns',
    collapsed: false,
    items: patterns(),
  },
  {
    text: 'Operate',
    items: [
      page('Configuration', '/configuration'),
      page('Console', '/console'),
      page('The service', '/service'),
      page('Backup', '/backup'),
      page('The design report', '/design-report'),
      page('Index and queue operations', '/operations'),
      page('Changing what is stored', '/upgrade'),
      page('Troubleshooting', '/troubleshooting'),
      page('Performance checklist', '/checklist'),
    ],
  },
  {
    text: 'Understand',
    items: [
      page('Architecture', '/understand/architecture'),
      page('Protocols', '/protocols'),
      page('Performance', '/performance'),
      page('Decisions', '/adr/'),
      page('Security', '/security'),
      ...(existsSync(`${source}/understand/api.md`) ? [page('API documentation', '/understand/api')] : []),
    ],
  },
  {
    text: 'Come from',
    items: [page('The Azure SDK and other mappers', '/coming-from')],
  },
  {
    text: 'Project',
    items: [
      page('Releases', '/releases'),
      page('Not yet', '/not-yet'),
      page('Changes', '/release/changelog'),
      page('Contributing', '/release/contributing'),
      page('Reporting vulnerabilities', '/release/security'),
    ],
  },
]

function file(link) {
  const path = link.replace(/#.*/, '')
  return `${source}${path.endsWith('/') ? `${path}index` : path}.md`
}

/** Every page is in the navigation, and nothing else; a list has a page of its own. */
function checkNavigation() {
  const linked = new Set(sidebar.flatMap(({ items }) => items).map(({ link }) => file(link)))
  const there = readdirSync(source, { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.md') && !name.startsWith('public/') && name !== 'index.md' && !/^adr\/\d/.test(name))
    .map((name) => `${source}/${name}`)
  const missing = there.filter((name) => !linked.has(name))
  const dead = [...linked].filter((name) => !existsSync(name))
  if (missing.length > 0 || dead.length > 0) {
    throw new Error(`The sidebar of config.mjs lacks ${missing.join(', ') || 'nothing'}; it names without a page: ${dead.join(', ') || 'nothing'}`)
  }
}

checkNavigation()

function patterns() {
  return [
    page('Intra-partition index', '/patterns/intra-partition-index'),
    page('Inter-partition index', '/patterns/inter-partition-index'),
    page('Eventually consistent queue', '/patterns/eventually-consistent-queue'),
    page('Archive', '/patterns/archive'),
    page('Move', '/patterns/moves'),
    page('Index entities (lists)', '/patterns/list-index'),
    page('Denormalised copies', '/patterns/denormalization'),
    page('Summaries', '/patterns/summaries'),
    page('Compound key', '/patterns/compound-key'),
    page('Related reads', '/patterns/related-reads'),
    page('Log tail', '/patterns/log-tail'),
    page('High-volume delete', '/patterns/high-volume-delete'),
    page('Data series', '/patterns/data-series'),
    page('Large values', '/patterns/large-values'),
    page('Wide entities', '/patterns/wide-entities'),
    page('Cached tables', '/patterns/cached-tables'),
    page('Type versions', '/patterns/type-versions'),
    page('Prepend and append', '/patterns/prepend-append'),
    page('Logs in blobs', '/patterns/logs-in-blobs'),
    page('Partition ownership', '/patterns/partition-ownership'),
  ]
}

/** The anchors of the forge, so that a link works in both. */
const slugify = (title) => title.trim().toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-')

export default defineConfig({
  title: 'Spring Data Azure Tables',
  description: 'Spring Data repositories and templates for Azure Table Storage',
  lang: 'en',
  srcDir: source,
  srcExclude: ['public/**'],
  outDir: resolve(root, 'etc/site/target/site'),
  cacheDir: resolve(root, 'etc/site/target/cache'),
  cleanUrls: false,
  metaChunk: true,
  lastUpdated: false,
  vite: { publicDir: resolve(source, 'public'), build: { chunkSizeWarningLimit: 2000 } },
  head: [['link', { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }]],
  markdown: { anchor: { slugify }, theme: { light: 'github-light-high-contrast', dark: 'github-dark' } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar,
    nav: [
      { text: 'Start', link: '/getting-started' },
      { text: 'Patterns', link: '/patterns/' },
      { text: 'Configuration', link: '/configuration' },
      ...(existsSync(`${source}/understand/api.md`) ? [{ text: 'API', link: '/understand/api' }] : []),
    ],
    logo: '/favicon.svg',
    docFooter: { prev: 'Before', next: 'Next' },
  },
})
