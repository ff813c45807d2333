import { LATEST } from '@solstice/contract/cursor'

export type PageQuery = { page: number; size: number }

/** Returns the number of rows before a page. */
export function offsetOf({ page, size }: PageQuery): number {
  return (page - 1) * size
}

/** A position in a list that is ordered by one or two numbers, newest first. */
export type Cursor = { id: number; value: number | undefined }
export type CursorQuery = PageQuery & { before?: string | undefined }

/** Parses the `before` of a request, which the contract has checked; undefined for the newest. */
export function cursorOf(before: string): Cursor | undefined {
  if (before === LATEST) return undefined
  const [id, value] = before.split('.')
  return { id: Number(id), value: value === undefined ? undefined : Number(value) }
}

function cursorText({ id, value }: Cursor): string {
  return value === undefined ? String(id) : `${id}.${value}`
}

/** Returns the entries before a cursor in the form of the contract, without a total count. */
export function pageBefore<Item>(
  { page, size }: PageQuery,
  list: Item[],
  next: Cursor | undefined,
) {
  const nextCursor = next ? cursorText(next) : null
  return { list, page, size, totalCount: null, hasNext: next !== undefined, nextCursor }
}

/**
 * Separates a page from the entry behind it, which was read to see whether another page follows.
 * Returns the last entry of the page if one does.
 */
export function splitPage<Row>(rows: readonly Row[], size: number) {
  const shown = rows.slice(0, size)
  return { shown, last: rows.length > size ? shown.at(-1) : undefined }
}

/** Returns the cursor of a list in the order of ids. */
export function idCursor(row: { id: number } | undefined): Cursor | undefined {
  return row && { id: row.id, value: undefined }
}

/** Adds to a numbered page the cursor with which a caller may continue. */
export function withCursor<Page extends { hasNext: boolean }>(
  page: Page,
  last: Cursor | undefined,
): Page & { nextCursor: string | null } {
  return { ...page, nextCursor: page.hasNext && last ? cursorText(last) : null }
}

/** Returns one page of a list in the form of the contract, with the total count. */
export function pageOf<Item>({ page, size }: PageQuery, list: Item[], totalCount: number) {
  return { list, page, size, totalCount, hasNext: page * size < totalCount }
}
