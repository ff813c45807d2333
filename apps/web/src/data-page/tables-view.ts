import {
  EXPORT_GROUPS,
  type ExportData,
  type ExportRow,
  type ExportTable,
} from '@solstice/points-log/export-file'
import { element } from '#/recovery/dom.ts'
import { fill, timeText, type DataTexts, type Language } from './texts.ts'

/** More rows would make the page slow; the JSON has them all. */
const SHOWN_ROWS = 200

type Wording = { texts: DataTexts; language: Language }

/** Returns one part for each group, which is filled when it is opened. */
export function tablesView(wording: Wording, data: ExportData): HTMLElement[] {
  return EXPORT_GROUPS.map((group) => {
    const tables = data.tables.filter((table) => table.group === group)
    const filled = tables.filter(({ rows }) => rows.length > 0)
    const count = tables.reduce((sum, { rows }) => sum + rows.length, 0)
    return foldedPart('card', wording.texts.groups[group], count, () =>
      filled.length > 0
        ? filled.map((table) => tableView(wording, table))
        : [element('p', { class: 'soft' }, wording.texts.empty)],
    )
  })
}

function foldedPart(
  name: string,
  label: string,
  count: number,
  fillIn: () => HTMLElement[],
): HTMLDetailsElement {
  const part = element(
    'details',
    { class: name },
    element(
      'summary',
      {},
      element('span', {}, label),
      element('span', { class: 'count' }, count.toLocaleString()),
    ),
  )
  part.addEventListener('toggle', () => part.append(...fillIn()), { once: true })
  return part
}

function tableView(wording: Wording, { name, rows }: ExportTable): HTMLElement {
  const { texts } = wording
  const names: Readonly<Record<string, string>> = texts.tables
  return foldedPart('table', names[name] ?? name, rows.length, () => [
    ...rows.slice(0, SHOWN_ROWS).map((row) => rowView(wording, row)),
    ...(rows.length > SHOWN_ROWS
      ? [element('p', { class: 'faint' }, fill(texts.more, { count: rows.length - SHOWN_ROWS }))]
      : []),
  ])
}

function rowView(wording: Wording, row: ExportRow): HTMLElement {
  const picture = pictureOf(row)
  const fields = Object.entries(row).filter(
    ([name, value]) => value !== null && !(picture && name === 'content'),
  )
  return element(
    'div',
    { class: 'row' },
    ...(picture ? [picture] : []),
    element(
      'dl',
      {},
      ...fields.map(([name, value]) =>
        element(
          'div',
          {},
          element('dt', {}, labelOf(name)),
          element('dd', {}, valueOf(wording, value)),
        ),
      ),
    ),
  )
}

function pictureOf({ contentType, content }: ExportRow): HTMLImageElement | undefined {
  if (typeof contentType !== 'string' || typeof content !== 'string') return undefined
  return element('img', { src: `data:${contentType};base64,${content}`, alt: '', width: '96' })
}

/** Returns "created at" for `createdAt`. */
const labelOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

function valueOf({ texts, language }: Wording, value: unknown): string {
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (typeof value === 'string') return INSTANT.test(value) ? timeText(language, value) : value
  return typeof value === 'number' ? String(value) : JSON.stringify(value)
}
