import diff from 'microdiff'
import type { Draft } from '#/lib/season-draft.ts'

type Node = Readonly<Record<string, unknown>> | readonly unknown[]

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** The comparison takes objects; positions are the names of a list's items. */
const entriesOf = (node: Node) => Object.fromEntries(Object.entries<unknown>(node))

/** Compares two values of JSON. The order of the names does not matter. */
export function isSame(one: unknown, other: unknown): boolean {
  if (!isNode(one) || !isNode(other)) return Object.is(one, other)
  if (Array.isArray(one) !== Array.isArray(other)) return false
  return diff(entriesOf(one), entriesOf(other)).length === 0
}

/**
 * Applies the changes from `base` to `mine` on top of `theirs`. A value that both changed becomes
 * mine. Lists of different lengths have no common positions, so one of them is taken as a whole.
 */
export function mergeDrafts(base: Draft, mine: Draft, theirs: Draft): Draft {
  // Three objects merge to an object.
  return merged(base, mine, theirs) as Draft
}

function merged(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (isSame(mine, base)) return theirs
  if (isSame(theirs, base) || isSame(mine, theirs)) return mine
  if (areLists(base, mine, theirs)) {
    const [from, own, other] = [base, mine, theirs] as readonly unknown[][]
    const isAligned = own?.length === from?.length && other?.length === from?.length
    return isAligned ? own?.map((item, at) => merged(from?.[at], item, other?.[at])) : mine
  }
  if (!isRecord(base) || !isRecord(mine) || !isRecord(theirs)) return mine
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)])
  return Object.fromEntries(
    Array.from(names).flatMap((name) => {
      const value = merged(base[name], mine[name], theirs[name])
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

const areLists = (...values: unknown[]) => values.every((value) => Array.isArray(value))
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isNode(value) && !Array.isArray(value)

/** The library types the values of its changes as any. A created value has no old one. */
const valueIn = (change: object, name: 'value' | 'oldValue'): unknown => Reflect.get(change, name)

export type Difference = { path: string; mine: unknown; theirs: unknown }

/** Lists the values in which two drafts differ, by their paths. */
export function differencesOf(mine: Draft, theirs: Draft): Difference[] {
  return diff(theirs, mine).map((change) => ({
    path: change.path.join('.'),
    mine: valueIn(change, 'value'),
    theirs: valueIn(change, 'oldValue'),
  }))
}
