export type PageQuery = { page: number; size: number }

/** How many rows come before a page. */
export function offsetOf({ page, size }: PageQuery): number {
  return (page - 1) * size
}

/** A list as the contract pages it: the rows of one page, and how many there are in all. */
export function pageOf<Item>({ page, size }: PageQuery, list: Item[], totalCount: number) {
  return { list, page, size, totalCount, hasNext: page * size < totalCount }
}
