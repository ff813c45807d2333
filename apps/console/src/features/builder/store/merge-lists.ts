import { matchItems } from './list-identity.ts'

type Versions<Value> = { base: Value; mine: Value; theirs: Value }
type Lists = Versions<readonly unknown[]>

export type MergeItems = {
  isSame: (one: unknown, other: unknown) => boolean
  merge: (base: unknown, mine: unknown, theirs: unknown) => unknown
}

/** An item in the result, with its position in the lists that have it. */
type Entry = { base?: number; mine?: number; theirs?: number }

/**
 * Merges versions of a list whose items are known by fields. An item that I removed stays away, and
 * one that they removed comes back only if I changed it. The order is mine if I changed it.
 */
export function mergeByIdentity(
  list: string,
  { base, mine, theirs }: Lists,
  { isSame, merge }: MergeItems,
): unknown[] {
  const known = base.map((_, at): Entry => ({ base: at }))
  const mark = (side: 'mine' | 'theirs', items: readonly unknown[]) => {
    const entries = items.map((_, at): Entry => ({ [side]: at }))
    for (const [from, at] of matchItems(list, base, items)) {
      const entry = known[from]
      if (entry) entries[at] = Object.assign(entry, { [side]: at })
    }
    return entries
  }
  const [own, other] = [mark('mine', mine), mark('theirs', theirs)]
  // Both added the same item.
  const added = other.filter(
    ({ base: from, theirs: at }) =>
      from !== undefined ||
      !own.some(
        (entry) => entry.base === undefined && isSame(itemAt(mine, entry.mine), itemAt(theirs, at)),
      ),
  )
  return joined(own, added).flatMap((entry) => {
    const [from, ours, its] = [
      itemAt(base, entry.base),
      itemAt(mine, entry.mine),
      itemAt(theirs, entry.theirs),
    ]
    if (entry.base === undefined) return [entry.mine === undefined ? its : ours]
    if (entry.mine === undefined) return []
    if (entry.theirs === undefined) return isSame(ours, from) ? [] : [ours]
    return [merge(from, ours, its)]
  })
}

const itemAt = (list: readonly unknown[], at: number | undefined) =>
  at === undefined ? undefined : list[at]

/** Puts the entries that only one list has behind their neighbour in the other one. */
function joined(own: readonly Entry[], other: readonly Entry[]): Entry[] {
  const order = own.flatMap(({ base }) => base ?? [])
  const isMoved = order.some((base, at) => base < (order[at - 1] ?? 0))
  const [first, second] = isMoved ? [own, other] : [other, own]
  const entries = [...first]
  for (const [at, entry] of second.entries()) {
    if (entries.includes(entry)) continue
    const before = second.slice(0, at).findLast((each) => entries.includes(each))
    entries.splice(before ? entries.indexOf(before) + 1 : 0, 0, entry)
  }
  return entries
}

/** Merges lists whose items are known by their position, and which grow and shrink at the end. */
export function mergeByPosition({ base, mine, theirs }: Lists, { merge }: MergeItems): unknown[] {
  // The length is a value like any other: mine if I changed it.
  const { length } = mine.length === base.length ? theirs : mine
  return Array.from({ length }, (_, at) => {
    if (at >= mine.length) return theirs[at]
    return at >= theirs.length ? mine[at] : merge(base[at], mine[at], theirs[at])
  })
}
