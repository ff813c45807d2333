import { table, type Column } from './table.ts'

/** Formats a time as 2026-06-23 08:00 UTC, which sorts as text and names the zone. */
export function when(time: string | null): string {
  return time === null ? '-' : `${time.slice(0, 16).replace('T', ' ')} UTC`
}

/** Formats an amount with separators, such as 1,250. */
export function amount(text: string): string {
  return BigInt(text).toLocaleString('en-US')
}

type Page<Item> = {
  list: Item[]
  page: number
  size: number
  /** Null in replies to a cursor, which no command sends. */
  totalCount: number | null
  /** True if there may be more than `totalCount`. */
  isCountPartial?: boolean
  hasNext: boolean
}

/** Renders a page of a list with a line about its position. */
export function pageTable<Item>(
  { list, page, size, totalCount, hasNext, isCountPartial = false }: Page<Item>,
  columns: readonly (Column & { of: (item: Item) => string })[],
  nothing: string,
): string {
  if (totalCount === 0) return isCountPartial ? `${nothing} Only the newest were read.` : nothing
  const count = isCountPartial ? `${totalCount} or more` : String(totalCount)
  const from = (page - 1) * size + 1
  if (list.length === 0) return `Page ${page} is beyond the end: there are ${count}.`
  const rows = list.map((item) => columns.map(({ of }) => of(item)))
  const next = hasNext ? `; more with --page ${page + 1}` : ''
  return `${table(columns, rows)}\n\n${from} to ${from + list.length - 1} of ${count}${next}`
}
