/**
 * One thing in a list that may have been asked for before the thing was there. Until the list was
 * asked again nobody knows that it is missing: it is on its way. `null` is what is not there.
 */
export function sought<Item, Query extends { isFetchedAfterMount: boolean; error: Error | null }>(
  query: Query,
  found: Item | undefined,
): Omit<Query, 'data'> & { data: Item | null | undefined } {
  const isKnown = query.isFetchedAfterMount && !query.error
  return { ...query, data: found ?? (isKnown ? null : undefined) }
}

/** What was just made may reach the list late: so long it is asked for. */
const SEEK_MS = 20_000
const AGAIN_MS = 2000

export function seekAgain(sinceMs: number, nowMs = Date.now()): number | false {
  return nowMs - sinceMs < SEEK_MS ? AGAIN_MS : false
}
