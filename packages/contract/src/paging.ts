import { z } from 'zod'
import { LATEST } from './cursor.ts'

export const PAGE_SIZE = 20
export const PAGE_SIZE_MAX = 100

/**
 * Accepts a number in a path or query only as digits. JavaScript would also parse 0x10, 1e3 or an
 * empty text, none of which names a season.
 */
export const digits = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(
    (value: number | string) =>
      typeof value === 'string' && !/^\d+$/.test(value) ? undefined : value,
    schema,
  )

/** Every list accepts these parameters besides its own filters. */
export const pageQuery = {
  page: digits(z.coerce.number().int().min(1).max(1_000_000)).default(1),
  size: digits(z.coerce.number().int().min(1).max(PAGE_SIZE_MAX)).default(PAGE_SIZE),
}

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    list: z.array(item),
    page: z.int().positive(),
    size: z.int().positive(),
    totalCount: z.int().min(0),
    hasNext: z.boolean(),
  })
}

/**
 * Lists that grow without limit also accept a cursor: `latest`, or `nextCursor` of the previous
 * reply. With it, `page` is ignored and the list is not counted, so that the list itself
 * costs the same however deep it is.
 */
const cursorQuery = (form: string) => ({
  ...pageQuery,
  before: z
    .string()
    .regex(new RegExp(`^(${LATEST}|${form})$`))
    .optional(),
})

/** A cursor that is the id of the last entry. */
export const idCursorQuery = cursorQuery(String.raw`\d{1,15}`)

/** A cursor with the id of the last entry and one more number, such as the balance before it. */
export const pairCursorQuery = cursorQuery(String.raw`\d{1,15}\.-?\d{1,15}`)

/** A cursor with the id of the last entry and its time in milliseconds. */
export const timeCursorQuery = cursorQuery(String.raw`\d{1,15}\.\d{1,13}`)

/** A cursor with a time in milliseconds and how many entries of that time were returned. */
export const countCursorQuery = cursorQuery(String.raw`\d{1,13}\.\d{1,6}`)

export function cursorPageOf<Item extends z.ZodType>(item: Item) {
  return pageOf(item).extend({
    /** Null in replies to `before`, which do not count the list. */
    totalCount: z.int().min(0).nullable(),
    /** The cursor of the next older entries; null if there are none. */
    nextCursor: z.string().nullable(),
  })
}

/** Parses an id in a path, which arrives as text. */
export const pathId = digits(z.coerce.number().int().positive())
