import { and, eq, inArray, sql } from 'drizzle-orm'
import { missionCompletions, spinCommitments } from '#/modules/mission/mission.table.ts'
import { orders } from '#/modules/order/order.table.ts'
import { refunds } from '#/modules/refund/refund.table.ts'
import { roundRewards } from '#/modules/season/season.table.ts'
import { histories } from '#/platform/books/histories.table.ts'
import type { Db } from '#/platform/process/db.ts'

type Found = readonly (readonly [key: string, historyId: number])[]
type Finder = (db: Db, memberId: number, keys: readonly RegExpExecArray[]) => Promise<Found>

/** The key of a posting names what it records, and that names its history entry. */
const FINDERS: readonly { form: RegExp; find: Finder }[] = [
  { form: /^mission:(\d+):\d+:\d+:nonce-(\d{1,9})$/, find: ofSpins },
  { form: /^mission:(\d+):(\d+):\d+:(?!nonce-)(.+)$/, find: ofMissions },
  { form: /^invite:(\d+):\d+:(\w+)$/, find: ofInvites },
  { form: /^round:(\d+):\d+$/, find: ofRounds },
  { form: /^order:(\d+)$/, find: ofOrders },
  { form: /^refund:(\d+)$/, find: ofRefunds },
]

/**
 * Returns the history entries that postings of a member record, by the keys of the postings, with at
 * most one statement for each form of key.
 */
export async function findHistoriesOf(
  db: Db,
  memberId: number,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const { form, find } of FINDERS) {
    const matches = keys.map((key) => form.exec(key)).filter((match) => match !== null)
    if (matches.length === 0) continue
    for (const [key, historyId] of await find(db, memberId, matches)) found.set(key, historyId)
  }
  return found
}

const numbersAt = (keys: readonly RegExpExecArray[], group: number) => [
  ...new Set(keys.map((key) => Number(key[group]))),
]

async function ofSpins(db: Db, memberId: number, keys: readonly RegExpExecArray[]) {
  const { seasonId, nonce, historyId } = spinCommitments
  const rows = await db
    .select({ seasonId, nonce, historyId })
    .from(spinCommitments)
    .where(
      and(
        inArray(seasonId, numbersAt(keys, 1)),
        eq(spinCommitments.memberId, memberId),
        inArray(nonce, numbersAt(keys, 2)),
      ),
    )
  const ids = new Map(rows.map((row) => [`${row.seasonId}:${row.nonce}`, row.historyId]))
  return keys.flatMap((key) => {
    const id = ids.get(`${key[1]}:${key[2]}`)
    return id == null ? [] : [[key[0], id] as const]
  })
}

async function ofMissions(db: Db, memberId: number, keys: readonly RegExpExecArray[]) {
  const { seasonId, missionId, slot, historyId } = missionCompletions
  const rows = await db
    .select({ seasonId, missionId, slot, historyId })
    .from(missionCompletions)
    .where(
      and(
        inArray(seasonId, numbersAt(keys, 1)),
        eq(missionCompletions.memberId, memberId),
        inArray(missionId, numbersAt(keys, 2)),
        inArray(slot, [...new Set(keys.map((key) => key[3] ?? ''))]),
      ),
    )
  return rows.map((row) => {
    const key = `mission:${row.seasonId}:${row.missionId}:${memberId}:${row.slot}`
    return [key, row.historyId] as const
  })
}

async function ofInvites(db: Db, memberId: number, keys: readonly RegExpExecArray[]) {
  const { id, seasonId, tab, kind, data } = histories
  const type = sql<string>`${data} ->> 'type'`
  const rows = await db
    .select({ id, seasonId, type })
    .from(histories)
    .where(
      and(
        eq(histories.memberId, memberId),
        inArray(seasonId, numbersAt(keys, 1)),
        eq(tab, 'Earned'),
        eq(kind, 'INVITE'),
      ),
    )
  return rows.map((row) => [`invite:${row.seasonId}:${memberId}:${row.type}`, row.id] as const)
}

async function ofRounds(db: Db, memberId: number, keys: readonly RegExpExecArray[]) {
  const { roundId, historyId } = roundRewards
  const rows = await db
    .select({ roundId, historyId })
    .from(roundRewards)
    .where(and(inArray(roundId, numbersAt(keys, 1)), eq(roundRewards.memberId, memberId)))
  return rows.map((row) => [`round:${row.roundId}:${memberId}`, row.historyId] as const)
}

async function ofOrders(db: Db, memberId: number, keys: readonly RegExpExecArray[]) {
  const { id, historyId } = orders
  const rows = await db
    .select({ id, historyId })
    .from(orders)
    .where(and(inArray(id, numbersAt(keys, 1)), eq(orders.memberId, memberId)))
  return rows.flatMap((row) =>
    row.historyId === null ? [] : [[`order:${row.id}`, row.historyId] as const],
  )
}

/** The entry of a returned purchase names the entry of the purchase, which the refund names, too. */
async function ofRefunds(db: Db, memberId: number, keys: readonly RegExpExecArray[]) {
  const rows = await db
    .select({ refundId: refunds.id, historyId: histories.id })
    .from(refunds)
    .innerJoin(
      histories,
      and(
        eq(histories.memberId, refunds.memberId),
        eq(histories.seasonId, refunds.seasonId),
        eq(histories.tab, 'Purchased'),
        eq(histories.kind, 'REFUND'),
        eq(sql`(${histories.data} ->> 'purchase')::bigint`, refunds.historyId),
      ),
    )
    .where(and(inArray(refunds.id, numbersAt(keys, 1)), eq(refunds.memberId, memberId)))
  return rows.map((row) => [`refund:${row.refundId}`, row.historyId] as const)
}
