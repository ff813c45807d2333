import { Code } from '@solstice/contract/codes'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { isReversal, latestUntil, mayUphold } from '@solstice/rules/hold/hold'
import { actorOf, type Operator } from '#/modules/operator/operator.service.ts'
import { retryHeldPayouts } from '#/modules/payout/payout.service.ts'
import { notifyWith } from '#/platform/books/alerts.ts'
import { appendAudits } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { alertsOf, isEnded } from './hold.service.ts'
import {
  findHold,
  insertDecisions,
  lockGroup,
  lockHold,
  setDecided,
  type Hold,
} from './hold.queries.ts'
import { shownIn } from './hold-operator.service.ts'
import { addToMonths } from './months.queries.ts'

type Body = CallInput<'hold.decide'>['body']

/**
 * Returns the holds that a decision concerns, locked. Throws if the named one has ended, or if one of
 * them cannot last that long.
 */
export async function holdsToDecide(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  { holdId, scope, until }: { holdId: number } & Pick<Body, 'scope' | 'until'>,
): Promise<Hold[]> {
  const found = await findHold(tx, holdId)
  if (!found) throw refuse(Code.NOT_FOUND)
  const locked =
    scope === 'GROUP'
      ? await lockGroup(tx, found.groupId)
      : [await lockHold(tx, holdId)].flatMap((hold) => hold ?? [])
  const inForce = locked.filter((hold) => !isEnded(hold, ctx.now()))
  if (!inForce.some(({ id }) => id === holdId)) throw refuse(Code.HOLD_ENDED)
  if (until !== undefined) checkUntil(inForce, new Date(until), ctx.now())
  return inForce
}

function checkUntil(holds: readonly Hold[], until: Date, now: Date): void {
  if (holds.every(({ openedAt }) => mayUphold(openedAt, until, now))) return
  const latest = Math.min(...holds.map(({ openedAt }) => latestUntil(openedAt).getTime()))
  const data = { reason: 'UNTIL', latestUntil: new Date(latest).toISOString() }
  throw refuse(Code.INVALID_REQUEST, { data })
}

/** Releases or upholds holds. Every member concerned is notified and reads the answer. */
export async function decideHolds(
  tx: Db,
  ctx: AppContext,
  by: Operator,
  { holdId, ...body }: Body & { holdId: number },
): Promise<CallData<'hold.decide'>> {
  const holds = await holdsToDecide(tx, ctx, { holdId, ...body })
  const until = body.until === undefined ? null : new Date(body.until)
  const at = ctx.now()
  const holdIds = holds.map(({ id }) => id)
  await setDecided(tx, holdIds, until ? { state: 'UPHELD', until } : { state: 'RELEASED' }, at)
  const { decision, answer, reason } = body
  const decided = { decision, answer, reason, until, decidedBy: by.name, decidedAt: at }
  await insertDecisions(tx, holdIds, decided)
  await addToMonths(
    tx,
    holds.map((hold) => ({ openedAt: hold.openedAt, counts: countsOf(hold, until !== null) })),
  )
  await notifyWith(tx, ctx, until ? 'HOLD_UPHELD' : 'HOLD_RELEASED', alertsOf(holds))
  // Payouts wait until the end that they knew, which an upheld hold may precede.
  await retryHeldPayouts(
    tx,
    ctx,
    holds.map(({ memberId }) => memberId),
  )
  await appendAudits(
    tx,
    holds.map((hold) => auditOf(by, hold, decided)),
  )
  return shownIn(tx, ctx, holdId)
}

function countsOf({ state, appealedAt }: Hold, isUpheld: boolean) {
  // An upheld hold that gets another date is counted once.
  if (isUpheld) return state === 'OPEN' ? { upheld: 1 } : {}
  const reversed = isReversal({ isAppealed: appealedAt !== null, isUpheld: state === 'UPHELD' })
  return { released: 1, ...(reversed ? { reversed: 1 } : {}) }
}

type Decided = { answer: Body['answer']; reason: string; until: Date | null; decidedAt: Date }

function auditOf(by: Operator, hold: Hold, { answer, reason, until, decidedAt }: Decided) {
  return {
    at: decidedAt,
    actor: actorOf(by),
    action: 'hold.decide',
    subject: `hold:${hold.id}`,
    data: {
      userId: hold.memberId,
      reason,
      answer,
      before: { state: hold.state, until: hold.until.toISOString() },
      after: {
        state: until ? 'UPHELD' : 'RELEASED',
        until: (until ?? hold.until).toISOString(),
      },
    },
  }
}
