import { PAGE_SIZE_MAX } from '@solstice/contract/paging'

/** Returns a list as its only page. */
export function onePage<Item>(list: Item[]) {
  return { list, page: 1, size: PAGE_SIZE_MAX, totalCount: list.length, hasNext: false }
}

/** Returns an empty page of a list that is read by cursor. */
export function noEntries() {
  return { ...onePage<never>([]), totalCount: null, nextCursor: null }
}
