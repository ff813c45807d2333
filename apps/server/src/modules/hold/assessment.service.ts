import { DAY_MS, MINUTE_MS } from '@solstice/rules/duration'
import {
  assessKeys,
  candidatesOf,
  groupSignals,
  type Assessment,
} from '@solstice/rules/hold/assessment'
import { HOLD_TTL_MS, mayOpenAgain } from '@solstice/rules/hold/hold'
import { linksOf } from '@solstice/rules/hold/links'
import type { Rhythm } from '@solstice/rules/hold/rhythm'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import { notify } from '#/platform/books/alerts.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { findCheckIns, findHoldable, findLinkFacts, findMemberIds } from './facts.queries.ts'
import { findHoldsOf, insertHold, nextGroup, takeHoldLock, type Hold } from './hold.queries.ts'
import { findSharing, replaceLinks } from './links.queries.ts'
import { addToMonth } from './months.queries.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'lastingKeys' | 'chains'>

/** The number of members of one batch. */
const LINKED_AT_ONCE = 500
const ASSESSED_AT_ONCE = 200
/** The check-ins that make a rhythm. */
const RHYTHM_MS = 14 * DAY_MS

/** Finds the links of the next members. Returns the last of them, or undefined if none is left. */
export async function linkNext(
  ctx: Context,
  after: number,
  count = LINKED_AT_ONCE,
): Promise<number | undefined> {
  const { faucet } = ctx.chains
  const faucets = faucet === undefined ? [] : [faucet.toLowerCase()]
  const facts = await findLinkFacts(ctx.db, { after, count, faucets })
  const last = facts.at(-1)
  if (!last) return undefined
  const links = facts.flatMap((each) =>
    linksOf(each).map(({ kind, key }) => ({
      memberId: each.memberId,
      kind,
      // Only whether two keys are equal matters, so none is stored readably.
      key: ctx.lastingKeys.mac('hold-link', `${kind} ${key}`),
    })),
  )
  const range = { after, last: last.memberId }
  await ctx.db.transaction((tx) => replaceLinks(tx, range, links, ctx.now()))
  return last.memberId
}

/** Assesses the next members and opens holds. Returns the last of them, if there are any. */
export async function assessNext(
  ctx: Context,
  after: number,
  count = ASSESSED_AT_ONCE,
): Promise<number | undefined> {
  const memberIds = await findMemberIds(ctx.db, { after, count })
  const last = memberIds.at(-1)
  if (last === undefined) return undefined
  const assessed = await assessMembers(ctx, memberIds)
  const found = Array.from(assessed).filter(([, { isHeld }]) => isHeld)
  if (found.length > 0) await ctx.db.transaction((tx) => openHolds(tx, ctx, new Map(found)))
  return last
}

async function assessMembers(
  ctx: Context,
  memberIds: readonly number[],
): Promise<Map<number, Assessment>> {
  const sharing = await findSharing(ctx.db, memberIds)
  const read = new Set<number>()
  const keysOf = Array.from(sharing).filter(([memberId, keys]) => {
    const candidates = candidatesOf(keys)
    if (candidates.size === 0) return false
    for (const id of [memberId, ...candidates.keys()]) read.add(id)
    return true
  })
  if (read.size === 0) return new Map()
  const rhythms = await rhythmsOf(ctx, Array.from(read))
  const none: Rhythm = new Map()
  const rhythmOf = (memberId: number) => rhythms.get(memberId) ?? none
  return new Map(
    keysOf.map(([memberId, keys]) => [memberId, assessKeys(rhythmOf(memberId), keys, rhythmOf)]),
  )
}

async function rhythmsOf(
  ctx: Context,
  memberIds: readonly number[],
): Promise<Map<number, Map<string, number>>> {
  const since = new Date(ctx.now().getTime() - RHYTHM_MS)
  const rhythms = new Map<number, Map<string, number>>()
  for (const { memberId, at } of await findCheckIns(ctx.db, memberIds, since)) {
    const day = programmeDayOf(at)
    const minute = Math.floor((at.getTime() - startOfDay(day).getTime()) / MINUTE_MS)
    const rhythm = rhythms.get(memberId) ?? new Map<string, number>()
    rhythms.set(memberId, rhythm.set(day, minute))
  }
  return rhythms
}

/** Opens the holds that are new. Members who are linked to each other get the same group. */
async function openHolds(
  tx: Db,
  ctx: Context,
  found: ReadonlyMap<number, Assessment>,
): Promise<void> {
  await takeHoldLock(tx)
  const now = ctx.now()
  const peers = Array.from(found.values()).flatMap((each) => each.peers)
  const ids = Array.from(new Set([...found.keys(), ...peers.map(({ memberId }) => memberId)]))
  const holdable = await findHoldable(tx, ids)
  const earlier = new Map<number, Hold[]>()
  const groups = new Map<number, number>()
  for (const hold of await findHoldsOf(tx, ids)) {
    earlier.set(hold.memberId, [...(earlier.get(hold.memberId) ?? []), hold])
    if (hold.endedAt === null) groups.set(hold.memberId, hold.groupId)
  }
  let held = 0
  for (const [memberId, { score, signals, peers: linked }] of found) {
    const before = earlier.get(memberId) ?? []
    const isHeld = before.some(({ endedAt }) => endedAt === null)
    const known = before.flatMap((hold) => hold.signals)
    if (isHeld || !holdable.has(memberId) || !mayOpenAgain(known, groupSignals(linked))) continue
    const shared = linked.map((peer) => groups.get(peer.memberId)).find((id) => id !== undefined)
    const groupId = shared ?? (await nextGroup(tx))
    const until = new Date(now.getTime() + HOLD_TTL_MS)
    const shown = linked.filter((peer) => holdable.has(peer.memberId))
    const hold = { memberId, groupId, score, signals, peers: shown, openedAt: now, until }
    const holdId = await insertHold(tx, hold)
    if (holdId === undefined) continue
    groups.set(memberId, groupId)
    held += 1
    await notify(tx, ctx, memberId, { code: 'HOLD_OPENED', data: { holdId } })
  }
  if (held > 0) await addToMonth(tx, { openedAt: now }, { held })
}
