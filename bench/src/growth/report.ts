import { createHash } from 'node:crypto'
import { grows, reasonOf, type Growth, type Listed } from './compare.ts'

/** Rows below this time at both sizes are counted instead of printed. */
const SHOWN_MS = 1

/** Returns the table of all noticeable statements, slowest first. */
export function growthTable(rows: readonly Growth[], listed: readonly Listed[]): string {
  const shown = rows.filter((row) => grows(row) || (row.large?.ms ?? 0) >= SHOWN_MS)
  const lines = shown.map((row) => lineOf(row, listed))
  const header = ['', 'buffers', 'small', 'ms', 'small', 'ratio', 'sent by, statement']
  const cells = [header, ...lines]
  const widths = header.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)))
  const text = cells.map((line) =>
    line
      .map((cell, at) => (at === line.length - 1 ? cell : cell.padStart(widths[at] ?? 0)))
      .join('  '),
  )
  return `${text.join('\n')}\n${rows.length - shown.length} other statements take less than ${SHOWN_MS} ms.`
}

function lineOf(row: Growth, listed: readonly Listed[]): string[] {
  const { small, large, source, sources, text } = row
  const number = (value: number | undefined, digits: number) =>
    value === Number.POSITIVE_INFINITY ? 'ended' : (value?.toFixed(digits) ?? '-')
  const more = sources > 1 ? ` and ${sources - 1} more` : ''
  return [
    markOf(row, listed),
    number(large?.buffers, 0),
    number(small?.buffers, 0),
    number(large?.ms, 2),
    number(small?.ms, 2),
    `${row.buffersRatio.toFixed(1)}/${row.msRatio.toFixed(1)}`,
    `${source}${more}: ${fingerprint(text)} ${text.slice(0, 110)}`,
  ]
}

function markOf(row: Growth, listed: readonly Listed[]): string {
  if (!grows(row)) return ''
  return reasonOf(row, listed) === undefined ? 'GROWS' : 'listed'
}

/** Identifies a statement in the table and in the stored results. */
export function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}
