import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { evidenceClassesOf } from '@solstice/rules/hold/evidence'
import { accountsAtLeast, answerBy, decideAppeal } from '@solstice/rules/hold/hold'
import { notify, notifyWith } from '#/platform/books/alerts.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { amountViews, heldAmountsOf } from './amounts.service.ts'
import type { HeldAmount } from './amounts.queries.ts'
import {
  findDecisions,
  findHoldsOf,
  lapseNext,
  lockHold,
  setAppeal,
  type Hold,
  type HoldDecisionRow,
} from './hold.queries.ts'
import { addToMonth, addToMonths, findPublished } from './months.queries.ts'

export { eraseHoldTexts } from './hold.queries.ts'

type Context = Pick<AppContext, 'db' | 'now'>
type View = CallData<'hold.appeal'>

/** A member sees the newest ones; each new one needs new evidence, so there are few. */
const SHOWN_HOLDS = 20
const LAPSED_AT_ONCE = 200

/** A hold that has ended by its time keeps nobody's payouts, also while no job has recorded it. */
export function isEnded({ endedAt, until }: Pick<Hold, 'endedAt' | 'until'>, now: Date): boolean {
  return endedAt !== null || until <= now
}

export async function showHolds(ctx: Context, memberId: number): Promise<CallData<'hold.mine'>> {
  const holds = (await findHoldsOf(ctx.db, [memberId])).slice(0, SHOWN_HOLDS)
  return { list: await viewsOf(ctx, memberId, holds) }
}

async function viewsOf(ctx: Context, memberId: number, holds: readonly Hold[]): Promise<View[]> {
  const now = ctx.now()
  const isHeld = holds.some((hold) => !isEnded(hold, now))
  const amounts = isHeld ? await heldAmountsOf(ctx.db, [memberId]) : new Map<number, HeldAmount[]>()
  const decisions = await findDecisions(
    ctx.db,
    holds.map(({ id }) => id),
  )
  return holds.map((hold) => {
    const last = decisions.findLast(({ holdId }) => holdId === hold.id)
    return viewOf(hold, { now, last, amounts: amounts.get(memberId) ?? [] })
  })
}

function viewOf(
  hold: Hold,
  {
    now,
    last,
    amounts,
  }: { now: Date; last: HoldDecisionRow | undefined; amounts: readonly HeldAmount[] },
): View {
  const hasEnded = isEnded(hold, now)
  const endedAt = hold.endedAt ?? (hasEnded ? hold.until : null)
  return {
    holdId: hold.id,
    state: hasEnded && hold.endedAt === null ? 'LAPSED' : hold.state,
    openedAt: hold.openedAt.toISOString(),
    until: hold.until.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    evidence: evidenceClassesOf(hold.signals),
    accountsAtLeast: accountsAtLeast(hold.peers),
    amounts: hasEnded ? [] : amountViews(amounts),
    appeal: appealOf(hold),
    canAppeal: !hasEnded && hold.appealedAt === null,
    decision: last
      ? { decision: last.decision, answer: last.answer, at: last.decidedAt.toISOString() }
      : null,
  }
}

export function appealOf({ appeal, appealedAt, until }: Hold): View['appeal'] {
  if (appeal === null || appealedAt === null) return null
  return {
    text: appeal,
    at: appealedAt.toISOString(),
    answerBy: answerBy(appealedAt, until).toISOString(),
  }
}

/** Records the member's own words, once. */
export async function appealHold(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  { memberId, holdId, text }: { memberId: number; holdId: number; text: string },
): Promise<View> {
  const hold = await lockHold(tx, holdId)
  if (hold?.memberId !== memberId) throw refuse(Code.NOT_FOUND)
  const now = ctx.now()
  const facts = {
    isEnded: isEnded(hold, now),
    appeal: hold.appeal,
    isAppealed: hold.appealedAt !== null,
  }
  switch (decideAppeal(facts, text)) {
    case 'ended':
      throw refuse(Code.HOLD_ENDED)
    case 'appealed-before':
      throw refuse(Code.HOLD_ALREADY_APPEALED)
    case 'repeated':
      break
    case 'record':
      await setAppeal(tx, holdId, text, now)
      await addToMonth(tx, hold, { appealed: 1 })
      await notify(tx, ctx, memberId, { code: 'HOLD_APPEALED', data: { holdId } })
  }
  const after = (await lockHold(tx, holdId)) ?? hold
  const [view] = await viewsOf({ db: tx, now: ctx.now }, memberId, [after])
  if (!view) throw new Error('The hold has no view')
  return view
}

/** Each member is notified of the own hold. */
export const alertsOf = (holds: readonly Pick<Hold, 'id' | 'memberId'>[]) =>
  holds.map(({ id: holdId, memberId }) => ({ memberId, data: { holdId } }))

/** Ends holds whose time is up, in the member's favour. Returns `part` if more may be due. */
export async function lapseHolds(ctx: Context): Promise<'part' | 'all'> {
  return ctx.db.transaction(async (tx) => {
    const lapsed = await lapseNext(tx, ctx.now(), LAPSED_AT_ONCE)
    // An upheld hold was decided against the member, and is counted as that.
    const undecided = lapsed.filter(({ state }) => state === 'OPEN')
    await addToMonths(
      tx,
      undecided.map(({ openedAt }) => ({ openedAt, counts: { lapsed: 1 } })),
    )
    await notifyWith(tx, ctx, 'HOLD_LAPSED', alertsOf(lapsed))
    return lapsed.length === LAPSED_AT_ONCE ? 'part' : 'all'
  })
}

export async function publishedHolds(ctx: Context): Promise<CallData<'hold.published'>> {
  return findPublished(ctx.db, ctx.now())
}
