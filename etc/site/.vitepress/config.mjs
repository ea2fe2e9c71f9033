import { existsSync } from 'node:fs'
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
      page('Keys', '/keys'),
      page('Queries', '/queries'),
      page('Keywords of query methods', '/keywords'),
      page('Writing', '/writing'),
      page('Spring Boot', '/spring-boot'),
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
      page('The service', '/service'),
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
      page('Security', '/release/security'),
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
    ],
  },
].map((group) => ({ ...group, items: group.items.filter(({ link }) => exists(link)) }))

function exists(link) {
  return existsSync(`${source}${link.endsWith('/') ? `${link}index` : link}.md`)
}

function patterns() {
  return [
    page('Intra-partition index', '/patterns/intra-partition-index'),
    page('Inter-partition index', '/patterns/inter-partition-index'),
    page('Eventually consistent queue', '/patterns/eventually-consistent-queue'),
    page('Archive', '/patterns/archive'),
    page('Move', '/patterns/move'),
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
    page('Large values', '/patterns/large-values'),
    page('Type versions', '/patterns/type-versions'),
    page('Prepend and append', '/patterns/prepend-append'),
    page('Logs in blobs', '/patterns/logs-in-blobs'),
  ]
}

/** The anchors of the forge, so that a link works in both. */
const slugify = (title) => title.trim().toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-')

export default defineConfig({
  title: 'Spring Data Azure Tables',
  description: 'Spring Data repositories and templates for Azure Table Storage',
  lang: 'en',
  srcDir: source,
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
      ...(existsSync(resolve(source, 'public/api')) ? [{ text: 'API', link: '/api/index.html', target: '_self' }] : []),
    ],
    logo: '/favicon.svg',
    docFooter: { prev: 'Before', next: 'Next' },
  },
})
