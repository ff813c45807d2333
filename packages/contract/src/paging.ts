import { z } from 'zod'

export const PAGE_SIZE = 20
export const PAGE_SIZE_MAX = 100

/** What every list takes beside its own filters. Values of a query arrive as text. */
export const pageQuery = {
  page: z.coerce.number<number | string>().int().min(1).max(1_000_000).default(1),
  size: z.coerce.number<number | string>().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE),
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

/** An id in a path, which arrives as text. */
export const pathId = z.coerce.number<number | string>().int().positive()
