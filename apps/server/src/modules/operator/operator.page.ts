export type PageQuery = { page: number; size: number }

type Page<Item> = {
  list: Item[]
  page: number
  size: number
  totalCount: number
  hasNext: boolean
}

/** A list as the contract pages it, from what a query says about one stretch of it. */
export async function pageOf<Item>(
  { page, size }: PageQuery,
  read: (stretch: {
    size: number
    offset: number
  }) => Promise<{ list: Item[]; totalCount: number }>,
): Promise<Page<Item>> {
  const { list, totalCount } = await read({ size, offset: (page - 1) * size })
  return { list, page, size, totalCount, hasNext: page * size < totalCount }
}
