import { z } from 'zod'

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

/** Parses an id in a path, which arrives as text. */
export const pathId = digits(z.coerce.number().int().positive())
