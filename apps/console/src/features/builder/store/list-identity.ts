import { getIn, listAt, numberAt, textAt } from '#/lib/season-draft.ts'
import type { Draft } from '#/lib/season-draft.ts'

/**
 * The fields by which items of these lists are the same in two drafts, from the most reliable one.
 * Rounds follow each other in time, so their position is their identity.
 */
const IDENTITY: Readonly<Record<string, readonly string[]>> = {
  missions: ['missionId'],
  products: ['position', 'name.en'],
  tiers: ['emblem', 'minXp', 'name.en'],
  banners: ['imageUrl', 'title.en'],
}

export const identityOf = (list: string) =>
  Object.hasOwn(IDENTITY, list) ? IDENTITY[list] : undefined

/** An item that differs in all of these fields has only taken the place of a removed one. */
const NATURE: Readonly<Record<string, readonly string[]>> = {
  missions: ['type'],
  products: ['name.en', 'payType'],
}

/** True if an item is another one than `from`, although both have the same identity. */
export function isReplaced(list: string, from: unknown, item: unknown): boolean {
  const fields = NATURE[list] ?? []
  // A field that was empty is filled in by editing the same item.
  const differs = (field: string) =>
    textAt(from, field) !== '' && textAt(from, field) !== textAt(item, field)
  return fields.length > 0 && fields.every(differs)
}

/** The fields that the builder numbers itself when it adds an item. */
const NUMBERS = { missions: 'missionId', products: 'position' } as const

export type NumberedList = keyof typeof NUMBERS

export const highestIn = (draft: Draft, list: NumberedList): number =>
  Math.max(0, ...listAt(draft, list).map((item) => numberAt(item, NUMBERS[list]) ?? 0))

/** Returns the items that alone have their value of a field, by that value. */
export function uniqueBy(items: readonly unknown[], field: string): ReadonlyMap<string, number> {
  const positions = new Map<string, number>()
  const repeated = new Set<string>()
  for (const [at, item] of items.entries()) {
    const value = getIn(item, field)
    if ((typeof value !== 'string' && typeof value !== 'number') || value === '') continue
    const name = String(value)
    if (positions.has(name)) repeated.add(name)
    positions.set(name, at)
  }
  for (const name of repeated) positions.delete(name)
  return positions
}

/** Returns the position of each item of `base` in another version of the list. */
export function matchItems(
  list: string,
  base: readonly unknown[],
  other: readonly unknown[],
): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  for (const field of identityOf(list) ?? []) {
    const taken = new Set(found.values())
    // Items that were found already must not make the values of the others ambiguous.
    const open = base.map((item, at) => (found.has(at) ? undefined : item))
    const candidates = other.map((item, at) => (taken.has(at) ? undefined : item))
    const positions = uniqueBy(candidates, field)
    for (const [value, at] of uniqueBy(open, field)) {
      const position = positions.get(value)
      if (position === undefined || isReplaced(list, base[at], other[position])) continue
      found.set(at, position)
    }
  }
  return found
}
