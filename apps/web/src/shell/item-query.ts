/**
 * Finds an item in a list that may have been cached before the item existed. Until the list is
 * fetched again the item counts as loading (`undefined`); `null` means that it does not exist.
 */
export function itemQuery<
  Item,
  Query extends { isFetchedAfterMount: boolean; error: Error | null },
>(query: Query, found: Item | undefined): Omit<Query, 'data'> & { data: Item | null | undefined } {
  const isKnown = query.isFetchedAfterMount && !query.error
  return { ...query, data: found ?? (isKnown ? null : undefined) }
}

/** A new item may reach the list late, so it is polled for this long. */
const POLL_LIMIT_MS = 20_000
const AGAIN_MS = 2000

export function itemPollInterval(sinceMs: number, nowMs = Date.now()): number | false {
  return nowMs - sinceMs < POLL_LIMIT_MS ? AGAIN_MS : false
}
