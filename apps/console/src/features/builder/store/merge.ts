import diff from 'microdiff'
import { numberAt } from '#/lib/season-draft.ts'
import type { Draft } from '#/lib/season-draft.ts'
import { identityOf, isReplaced } from './list-identity.ts'
import { mergeByIdentity, mergeByPosition } from './merge-lists.ts'

type Node = Readonly<Record<string, unknown>> | readonly unknown[]

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Names such as `toString` also exist on the prototype. */
const ownValue = (node: Node, name: string): unknown =>
  Object.hasOwn(node, name) ? Reflect.get(node, name) : undefined

/** Compares two values of JSON. The order of the names does not matter. */
export function isSame(one: unknown, other: unknown): boolean {
  if (!isNode(one) || !isNode(other)) return Object.is(one, other)
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every(
      (name) => Object.hasOwn(other, name) && isSame(ownValue(one, name), ownValue(other, name)),
    )
  )
}

/**
 * Applies the changes from `base` to `mine` on top of `theirs`. A value that both changed becomes
 * mine. Lists are merged item by item where an item can be recognised; otherwise one list is taken
 * as a whole.
 */
export function mergeDrafts(base: Draft, mine: Draft, theirs: Draft): Draft {
  // Three objects merge to an object.
  return merged(base, mine, theirs) as Draft
}

function merged(base: unknown, mine: unknown, theirs: unknown, name = ''): unknown {
  if (isSame(mine, base)) return theirs
  if (isSame(theirs, base) || isSame(mine, theirs)) return mine
  const from = base === undefined ? [] : base
  if (isList(from) && isList(mine) && isList(theirs)) {
    return mergedLists({ base: from, mine, theirs }, name)
  }
  if (!isRecord(base) || !isRecord(mine) || !isRecord(theirs)) return mine
  // The fields of one kind, such as a code, do not belong to another kind.
  if (isOtherKind(mine, theirs)) return mine
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)])
  return Object.fromEntries(
    Array.from(names).flatMap((each) => {
      const value = merged(ownValue(base, each), ownValue(mine, each), ownValue(theirs, each), each)
      return value === undefined ? [] : [[each, value]]
    }),
  )
}

const isOtherKind = (one: Node, other: Node) =>
  Object.hasOwn(one, 'kind') &&
  Object.hasOwn(other, 'kind') &&
  ownValue(one, 'kind') !== ownValue(other, 'kind')

type List = readonly unknown[]
type Lists = { base: List; mine: List; theirs: List }

function mergedLists(lists: Lists, name: string): List {
  const items = { isSame, merge: merged }
  const { base, mine, theirs } = lists
  if (identityOf(name)) {
    const own = name === 'missions' ? withFreeNumbers(lists) : mine
    return mergeByIdentity(name, { base, mine: own, theirs }, items)
  }
  const isAligned = mine.length === base.length && theirs.length === base.length
  return isAligned || name === 'rounds' ? mergeByPosition(lists, items) : mine
}

/** Two editors who add a mission may give it the same number, so that mine needs another one. */
function withFreeNumbers({ base, mine, theirs }: Lists): List {
  let last = Math.max(0, ...[...base, ...mine, ...theirs].map(numberOf))
  return mine.map((mission) => {
    const number = numberOf(mission)
    const hasNumber = (each: unknown) => numberOf(each) === number
    const [from, other] = [base.find(hasNumber), theirs.find(hasNumber)]
    if (number === 0 || other === undefined || !isRecord(mission)) return mission
    const isOtherNew = from === undefined || isReplaced('missions', from, other)
    // Without a change of mine the mission stays away, because they removed it.
    if (!isOtherNew || isSame(mission, other) || isSame(mission, from)) return mission
    last += 1
    return { ...mission, missionId: last }
  })
}

const numberOf = (mission: unknown) => numberAt(mission, 'missionId') ?? 0

const isList = (value: unknown): value is List => Array.isArray(value)
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
