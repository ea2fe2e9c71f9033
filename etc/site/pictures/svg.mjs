/*
 * Draws three kinds of pictures as SVG: rows of a table, messages between actors, and
 * boxes with arrows. Colours follow the colour scheme of the reader.
 */

const CHARACTER = 7.9
const LINE = 26

const STYLE = `<style>
  text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #1f2328 }
  .head { font-weight: 600 } .note { fill: #57606a; font-family: system-ui, sans-serif }
  .label { font-family: system-ui, sans-serif }
  .frame { fill: #ffffff; stroke: #d0d7de } .line { stroke: #57606a; fill: none } .faint { stroke: #d0d7de; stroke-dasharray: 4 4 }
  .entity { fill: #dcf3e6 } .index { fill: #dbe9fb } .token { fill: #fbe7c6 } .copy { fill: #ecdffa } .other { fill: #eef0f2 }
  .read { fill: #0e7f47; fill-opacity: .22; stroke: #0e7f47 } .fetch { fill: #1f6feb; fill-opacity: .2; stroke: #1f6feb } .waste { fill: #cf222e; fill-opacity: .14; stroke: #cf222e }
  .crash { fill: #cf222e; font-size: 12px } .arrow { fill: #57606a }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .note { fill: #9da7b1 } .frame { fill: #161b22; stroke: #3d444d } .line { stroke: #9da7b1 } .faint { stroke: #3d444d }
    .entity { fill: #12402a } .index { fill: #153a66 } .token { fill: #5a420f } .copy { fill: #43286b } .other { fill: #262c34 } .arrow { fill: #9da7b1 } .crash { fill: #ff7b72 }
    .read { fill: #3fbf82; stroke: #3fbf82; fill-opacity: .3 } .fetch { fill: #58a6ff; stroke: #58a6ff; fill-opacity: .3 } .waste { fill: #ff7b72; stroke: #ff7b72; fill-opacity: .25 }
  }
</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path class="arrow" d="M0 0 8 4 0 8z"/></marker></defs>`

export const escape = (text) => String(text).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

const wide = (texts) => Math.max(0, ...texts.map((text) => text.length)) * CHARACTER

function svg(width, height, title, content) {
  const w = Math.ceil(width)
  const h = Math.ceil(height)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" role="img" aria-label="${escape(title)}">
<title>${escape(title)}</title>
${STYLE}
<rect x=".5" y=".5" width="${w - 1}" height="${h - 1}" rx="8" class="frame"/>
${content.join('\n')}
</svg>
`
}

const text = (x, y, content, type = '', anchor = 'start') =>
  `<text x="${Math.round(x)}" y="${Math.round(y)}" class="${type}" text-anchor="${anchor}">${escape(content)}</text>`

const arrow = (x1, y1, x2, y2, type = 'line') =>
  `<path class="${type}" d="M${Math.round(x1)} ${Math.round(y1)} L${Math.round(x2)} ${Math.round(y2)}" marker-end="url(#tip)"/>`

/**
 * Rows of a table in the order in which the service keeps them. A row is
 * [partition key, row key, properties, kind, note]; a read is {rows: [first, last], kind, label}.
 */
export function rows({ title, head = ['PartitionKey', 'RowKey', 'properties'], rows, reads = [] }) {
  const pad = 12
  const columns = [0, 1, 2].map((i) => Math.max(wide([head[i]]), wide(rows.map((row) => row[i] ?? ''))) + 2 * pad)
  const notes = wide(rows.map((row) => row[4] ?? '')) * 0.92
  const left = 16 + (reads.length > 0 ? 14 * reads.length + 10 : 0)
  const starts = [left, left + columns[0], left + columns[0] + columns[1]]
  const right = left + columns[0] + columns[1] + columns[2]
  const content = []
  let y = 30
  head.forEach((name, i) => content.push(text(starts[i] + pad, y, name, 'head')))
  y += 10
  const top = y
  const tops = []
  let partition
  for (const [pk, rk, properties = '', kind = 'entity', note = ''] of rows) {
    if (partition !== undefined && partition !== pk) {
      y += 8
    }
    tops.push(y)
    content.push(`<rect x="${left}" y="${y}" width="${Math.round(right - left)}" height="${LINE - 2}" rx="3" class="${kind}"/>`)
    content.push(text(starts[0] + pad, y + 17, partition === pk ? '' : pk))
    content.push(text(starts[1] + pad, y + 17, rk))
    content.push(text(starts[2] + pad, y + 17, properties))
    if (note) {
      content.push(text(right + 14, y + 17, note, 'note'))
    }
    partition = pk
    y += LINE
  }
  reads.forEach(({ rows: [first, last], kind = 'read', label }, i) => {
    const x = 16 + 14 * i
    content.push(`<rect x="${x}" y="${tops[first]}" width="9" height="${tops[last] - tops[first] + LINE - 2}" rx="3" class="${kind}"/>`)
    content.push(`<rect x="${left}" y="${tops[first]}" width="${Math.round(right - left)}" height="${tops[last] - tops[first] + LINE - 2}" rx="3" class="${kind}" style="fill: none; stroke-width: 1.6"/>`)
    if (label) {
      y += 22
      content.push(`<rect x="16" y="${y - 11}" width="12" height="12" rx="3" class="${kind}"/>`, text(36, y, label, 'label'))
    }
  })
  return svg(Math.max(right + (notes > 0 ? notes + 30 : 16), 36 + wide(reads.map((read) => read.label ?? '')) + 16), y + 16, title, content)
}

/**
 * Messages between actors, from above to below. A step is [from, to, text, type?], a note
 * {note, at}, or a place where a process may die {crash: text}.
 */
export function sequence({ title, actors, steps }) {
  const gap = Math.max(180, ...steps.filter(Array.isArray).filter(([from, to]) => from !== to).map(([from, to, label]) =>
    (label.length * 6.9 + 24) / Math.abs(actors.indexOf(from) - actors.indexOf(to))))
  const x = (actor) => 90 + actors.indexOf(actor) * gap
  const width = Math.max(x(actors.at(-1)) + 110, ...steps.map((step) => (step.crash ?? '').length * 6.6 + 60))
  const content = []
  let y = 76
  for (const step of steps) {
    if (step.crash) {
      content.push(`<path class="faint" d="M16 ${y - 12} H${width - 16}"/>`, text(20, y - 16, `✕ ${step.crash}`, 'crash label'))
      y += 26
      continue
    }
    if (step.note) {
      content.push(text(x(step.at) + 8, y, step.note, 'note'))
      y += 30
      continue
    }
    const [from, to, label] = step
    if (from === to) {
      content.push(`<path class="line" d="M${x(from)} ${y - 8} h26 v14 h-24" marker-end="url(#tip)"/>`, text(x(from) + 32, y + 2, label, 'label'))
    } else {
      const middle = (x(from) + x(to)) / 2
      content.push(arrow(x(from), y, x(to) + (x(to) > x(from) ? -2 : 2), y), text(middle, y - 7, label, 'label', 'middle'))
    }
    y += 36
  }
  const lines = actors.flatMap((actor) => [
    `<path class="faint" d="M${x(actor)} 48 V${y - 10}"/>`,
    `<rect x="${x(actor) - 78}" y="16" width="156" height="32" rx="6" class="other"/>`,
    text(x(actor), 37, actor, 'head label', 'middle'),
  ])
  return svg(width, y + 8, title, [...lines, ...content])
}

/**
 * Boxes at given places, with arrows between them. A box is {x, y, w, h, text, note, kind};
 * an arrow is [from, to, text].
 */
export function boxes({ title, boxes, arrows = [], width, height }) {
  const content = []
  const box = (name) => boxes.find((each) => (each.name ?? each.text) === name)
  const edge = (from, to) => {
    const [cx, cy, tx, ty] = [from.x + from.w / 2, from.y + from.h / 2, to.x + to.w / 2, to.y + to.h / 2]
    const [dx, dy] = [tx - cx, ty - cy]
    const scale = Math.min(dx ? from.w / 2 / Math.abs(dx) : Infinity, dy ? from.h / 2 / Math.abs(dy) : Infinity)
    return [cx + dx * scale, cy + dy * scale]
  }
  for (const [from, to, label, shift = 0] of arrows) {
    const [x1, y1] = edge(box(from), box(to))
    const [x2, y2] = edge(box(to), box(from))
    content.push(arrow(x1, y1 + shift, x2, y2 + shift))
    if (label) {
      content.push(text((x1 + x2) / 2, (y1 + y2) / 2 + shift - 7, label, 'note', 'middle'))
    }
  }
  for (const { x, y, w, h, text: name, note, kind = 'entity' } of boxes) {
    content.push(`<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="6" class="${kind}"/>`)
    content.push(text(x + w / 2, y + (note ? h / 2 - 3 : h / 2 + 5), name, 'head label', 'middle'))
    if (note) {
      content.push(text(x + w / 2, y + h / 2 + 15, note, 'note', 'middle'))
    }
  }
  return svg(width, height, title, content)
}

/**
 * Curves over logarithmic axes. A curve is {name, points: [[x, y], …]}; names stand at their ends.
 */
export function curves({ title, x, y, from, to, curves }) {
  const [left, top, width, height] = [92, 34, 380, 260]
  const span = Math.log10(to / from)
  const place = ([a, b]) => [left + (width * Math.log10(a / from)) / span, top + height - (height * Math.log10(b / from)) / span]
  const content = []
  for (let n = from; n <= to; n *= 10) {
    const [px, py] = place([n, n])
    content.push(`<path class="faint" d="M${Math.round(px)} ${top} V${top + height} M${left} ${Math.round(py)} H${left + width}" fill="none"/>`)
    content.push(text(px, top + height + 20, n.toLocaleString('en-US'), 'note', 'middle'), text(left - 8, py + 4, n.toLocaleString('en-US'), 'note', 'end'))
  }
  content.push(text(left + width / 2, top + height + 42, x, 'label', 'middle'), text(16, 20, y, 'label'))
  let free = Infinity
  for (const { name, points } of [...curves].sort((a, b) => a.points.at(-1)[1] - b.points.at(-1)[1])) {
    const path = points.map(place).map(([px, py]) => `${Math.round(px)} ${Math.round(py)}`)
    content.push(`<path class="line" fill="none" stroke-width="2" d="M${path.join(' L')}"/>`)
    free = Math.min(place(points.at(-1))[1] + 4, free - 18)
    content.push(text(left + width + 10, free, name, 'note'))
  }
  return svg(left + width + 30 + wide(curves.map(({ name }) => name)) * 0.92, top + height + 58, title, content)
}
