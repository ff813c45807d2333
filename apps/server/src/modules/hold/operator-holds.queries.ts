import { and, asc, desc, eq, isNotNull, isNull, lte, or, sql, type SQL } from 'drizzle-orm'
import type { EvidenceClass } from '@solstice/rules/hold/evidence'
import { evidenceClassOf, HOLD_SIGNALS } from '@solstice/rules/hold/evidence'
import { members } from '#/modules/users/users.table.ts'
import { instantOrNull } from '#/platform/process/columns.ts'
import type { Db } from '#/platform/process/db.ts'
import { textList } from '#/platform/process/expressions.ts'
import { offsetOf, type PageQuery } from '#/platform/process/page.ts'
import { holdDecisions, holdPeers, holds } from './hold.table.ts'

export type HoldFilter = {
  filter: 'waiting' | 'appealed' | 'upheld' | 'ended' | 'all'
  evidence?: EvidenceClass | undefined
  groupId?: number | undefined
  userId?: number | undefined
  openedBefore?: Date | undefined
}

const isInForce = isNull(holds.endedAt)
const isOpen = and(isInForce, eq(holds.state, 'OPEN'))
const isAppealed = and(isInForce, isNotNull(holds.appealedAt), isNull(holds.answeredAt))
// An upheld hold with an appeal waits for an answer, too.
const isWaiting = or(isOpen, isAppealed)

function matches({ filter, evidence, groupId, userId, openedBefore }: HoldFilter) {
  const states: Record<HoldFilter['filter'], SQL | undefined> = {
    waiting: isWaiting,
    appealed: isAppealed,
    upheld: and(isInForce, eq(holds.state, 'UPHELD')),
    ended: isNotNull(holds.endedAt),
    all: undefined,
  }
  const signals = HOLD_SIGNALS.filter((signal) => evidenceClassOf(signal) === evidence)
  return and(
    states[filter],
    evidence && sql`${holds.signals} && array${textList(signals)}`,
    groupId === undefined ? undefined : eq(holds.groupId, groupId),
    userId === undefined ? undefined : eq(holds.memberId, userId),
    openedBefore && lte(holds.openedAt, openedBefore),
  )
}

const view = (db: Db) => {
  const group = sql`select count(*) from holds g where g.group_id = ${holds.groupId}`
  const lastDecision = db
    .select({ at: sql`max(${holdDecisions.decidedAt})` })
    .from(holdDecisions)
    .where(eq(holdDecisions.holdId, holds.id))
  return {
    hold: holds,
    nickname: members.nickname,
    groupHolds: sql`(${group})`.mapWith(Number),
    groupOpen: sql`(${group} and g.ended_at is null)`.mapWith(Number),
    decidedAt: sql`(${lastDecision})`.mapWith(instantOrNull),
  }
}

export type ShownHold = Awaited<ReturnType<typeof findHoldPage>>['rows'][number]

/** Lists holds: appealed ones first, then those that end first; ended ones newest first. */
export async function findHoldPage(db: Db, filter: HoldFilter, page: PageQuery) {
  const where = matches(filter)
  const isEnded = filter.filter === 'ended' || filter.filter === 'all'
  const order = isEnded
    ? [desc(holds.id)]
    : [sql`(${isAppealed}) desc`, asc(holds.until), asc(holds.id)]
  const rows = await db
    .select(view(db))
    .from(holds)
    .innerJoin(members, eq(members.id, holds.memberId))
    .where(where)
    .orderBy(...order)
    .limit(page.size)
    .offset(offsetOf(page))
  return { rows, totalCount: await db.$count(holds, where) }
}

export async function findShownHold(db: Db, holdId: number): Promise<ShownHold | undefined> {
  const [row] = await db
    .select(view(db))
    .from(holds)
    .innerJoin(members, eq(members.id, holds.memberId))
    .where(eq(holds.id, holdId))
  return row
}

/** Counts the queue; only holds that apply are read. */
export async function countQueue(db: Db, soon: Date) {
  const [row] = await db
    .select({
      waiting: sql`count(*) filter (where ${isWaiting})`.mapWith(Number),
      appealed: sql`count(*) filter (where ${isAppealed})`.mapWith(Number),
      lapsingSoon: sql`count(*) filter (where ${isOpen}
        and ${holds.until} <= ${soon.toISOString()}::timestamptz)`.mapWith(Number),
      upheld: sql`count(*) filter (where ${holds.state} = 'UPHELD')`.mapWith(Number),
      oldestWaitingAt: sql`min(${holds.openedAt}) filter (where ${isWaiting})`.mapWith(
        instantOrNull,
      ),
    })
    .from(holds)
    .where(isInForce)
  return row
}

/** Returns the linked members with the newest hold of each. */
export function findPeers(db: Db, holdId: number) {
  const newest = db
    .select({ holdId: holds.id, state: holds.state })
    .from(holds)
    .where(eq(holds.memberId, holdPeers.memberId))
    .orderBy(desc(holds.id))
    .limit(1)
    .as('newest')
  return db
    .select({
      userId: holdPeers.memberId,
      nickname: members.nickname,
      joinedAt: members.createdAt,
      signals: holdPeers.signals,
      score: holdPeers.score,
      holdId: newest.holdId,
      state: newest.state,
    })
    .from(holdPeers)
    .innerJoin(members, eq(members.id, holdPeers.memberId))
    .leftJoinLateral(newest, sql`true`)
    .where(eq(holdPeers.holdId, holdId))
    .orderBy(desc(holdPeers.score), asc(holdPeers.memberId))
}
