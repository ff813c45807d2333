import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { PAIR_THRESHOLD, weightOf } from '@solstice/rules/hold/assessment'
import { HOUR_MS } from '@solstice/rules/duration'
import { evidenceClassesOf, evidenceClassOf } from '@solstice/rules/hold/evidence'
import { latestUntil, LAPSING_SOON_MS } from '@solstice/rules/hold/hold'
import { tokenText } from '@solstice/rules/round'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { pageOf, type PageQuery } from '#/platform/process/page.ts'
import { refuse } from '#/platform/process/refusal.ts'
import type { HeldAmount } from './amounts.queries.ts'
import { amountViews, heldAmountsOf } from './amounts.service.ts'
import { findDecisions, type Hold } from './hold.queries.ts'
import { appealOf, isEnded } from './hold.service.ts'
import {
  countQueue,
  findHoldPage,
  findPeers,
  findShownHold,
  type HoldFilter,
  type ShownHold,
} from './operator-holds.queries.ts'

type Context = Pick<AppContext, 'db' | 'now'>
type Queue = CallData<'hold.queue'>
type Shown = CallData<'hold.show'>

/** Counts the holds that wait for a decision. */
async function holdCounts(ctx: Context): Promise<Queue['counts']> {
  const soon = new Date(ctx.now().getTime() + LAPSING_SOON_MS)
  const counts = await countQueue(ctx.db, soon)
  return {
    waiting: counts?.waiting ?? 0,
    appealed: counts?.appealed ?? 0,
    lapsingSoon: counts?.lapsingSoon ?? 0,
    upheld: counts?.upheld ?? 0,
    oldestWaitingAt: counts?.oldestWaitingAt?.toISOString() ?? null,
  }
}

export async function listHolds(
  ctx: Context,
  query: PageQuery & Omit<HoldFilter, 'openedBefore'> & { ageHours?: number | undefined },
): Promise<Queue> {
  const { page, size, filter, evidence, groupId, userId, ageHours } = query
  const openedBefore =
    ageHours === undefined ? undefined : new Date(ctx.now().getTime() - ageHours * HOUR_MS)
  const chosen = { filter, evidence, groupId, userId, openedBefore }
  const { rows, totalCount } = await findHoldPage(ctx.db, chosen, { page, size })
  const amounts = await heldAmountsOf(
    ctx.db,
    rows.filter(({ hold }) => hold.endedAt === null).map(({ hold }) => hold.memberId),
  )
  const list = rows.map((row) => rowView(row, amounts.get(row.hold.memberId) ?? []))
  return { ...pageOf({ page, size }, list, totalCount), counts: await holdCounts(ctx) }
}

function rowView(
  { hold, nickname, groupHolds, groupOpen, decidedAt }: ShownHold,
  amounts: readonly HeldAmount[],
): Queue['list'][number] {
  return {
    holdId: hold.id,
    userId: hold.memberId,
    nickname,
    state: hold.state,
    score: hold.score,
    signals: hold.signals,
    evidence: evidenceClassesOf(hold.signals),
    groupId: hold.groupId,
    groupHolds,
    groupOpen,
    amounts: hold.endedAt === null ? amountViews(amounts) : [],
    openedAt: hold.openedAt.toISOString(),
    until: hold.until.toISOString(),
    endedAt: hold.endedAt?.toISOString() ?? null,
    appealedAt: hold.appealedAt?.toISOString() ?? null,
    decidedAt: decidedAt?.toISOString() ?? null,
  }
}

export async function showHold(ctx: Context, holdId: number): Promise<Shown> {
  const row = await findShownHold(ctx.db, holdId)
  if (!row) throw refuse(Code.NOT_FOUND)
  const { hold } = row
  const peers = await findPeers(ctx.db, holdId)
  const amounts = (await heldAmountsOf(ctx.db, [hold.memberId])).get(hold.memberId) ?? []
  const decisions = await findDecisions(ctx.db, [holdId])
  return {
    ...rowView(row, amounts),
    facts: factsOf(hold, peers),
    threshold: PAIR_THRESHOLD,
    members: peers.map((peer) => ({ ...peer, joinedAt: peer.joinedAt.toISOString() })),
    held:
      hold.endedAt === null
        ? amounts.map(({ kind, symbol, decimals, amount }) => ({
            kind,
            symbol,
            amount: tokenText(amount, decimals),
          }))
        : [],
    appeal: appealOf(hold),
    decisions: decisions.map((each) => ({
      decision: each.decision,
      answer: each.answer,
      reason: each.reason,
      until: each.until?.toISOString() ?? null,
      by: each.decidedBy,
      at: each.decidedAt.toISOString(),
    })),
    latestUntil: latestUntil(hold.openedAt).toISOString(),
    can: { decide: !isEnded(hold, ctx.now()) },
  }
}

type Peers = Awaited<ReturnType<typeof findPeers>>

/** Describes each signal by the members who share it; the keys themselves are not readable. */
function factsOf({ signals }: Hold, peers: Peers): Shown['facts'] {
  return signals.map((signal) => {
    const sharing = peers.filter((peer) => peer.signals.includes(signal))
    const joined = sharing.map(({ joinedAt }) => joinedAt.getTime())
    return {
      signal,
      evidence: evidenceClassOf(signal),
      weight: weightOf(signal),
      members: sharing.length,
      values:
        joined.length === 0
          ? {}
          : {
              firstJoinedAt: new Date(Math.min(...joined)).toISOString(),
              lastJoinedAt: new Date(Math.max(...joined)).toISOString(),
            },
    }
  })
}

/** Reads a hold inside the transaction that changed it. */
export const shownIn = (tx: Db, ctx: Pick<AppContext, 'now'>, holdId: number): Promise<Shown> =>
  showHold({ db: tx, now: ctx.now }, holdId)
