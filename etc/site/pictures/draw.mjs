/*
 * Writes the pictures into docs/images; with --check it fails if a file there is not what
 * would be written.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pictures } from './pictures.mjs'

const images = resolve(dirname(fileURLToPath(import.meta.url)), '../../../docs/images')
const check = process.argv.includes('--check')
let stale = 0
for (const [name, svg] of Object.entries(pictures)) {
  const file = join(images, `${name}.svg`)
  if (check && (!existsSync(file) || readFileSync(file, 'utf8') !== svg)) {
    console.log(`docs/images/${name}.svg is not what is drawn: run npm run --prefix etc/site pictures`)
    stale++
  }
  if (!check) {
    writeFileSync(file, svg)
  }
}
console.log(`${Object.keys(pictures).length} pictures${check ? ', compared' : ''}`)
process.exit(stale === 0 ? 0 : 1)
