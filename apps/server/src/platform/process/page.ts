export type PageQuery = { page: number; size: number }

/** Returns the number of rows before a page. */
export function offsetOf({ page, size }: PageQuery): number {
  return (page - 1) * size
}

/** Returns one page of a list in the form of the contract, with the total count. */
export function pageOf<Item>({ page, size }: PageQuery, list: Item[], totalCount: number) {
  return { list, page, size, totalCount, hasNext: page * size < totalCount }
}
