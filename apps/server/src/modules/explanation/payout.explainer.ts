import { WITHDRAWAL_PAUSE_MS } from '@solstice/rules/account'
import { referralText } from '@solstice/rules/invite'
import { tokenText } from '@solstice/rules/round'
import type { TraceInputs, TraceOutcome } from '@solstice/rules/trace'
import { payoutStanding, type PayoutStanding } from '#/modules/payout/payout-state.service.ts'
import { explained, isoOf, known, nextStep } from './explained.ts'
import type { Explainer, Explanation, OperatorPart, PublicPart } from './explainer.ts'
import { findFailure, findWithdrawal } from './entry-states.queries.ts'

type Outcome = TraceOutcome<'payout'>

export const explainPayout: Explainer = async (ctx, { memberId }, key) => {
  const standing = await payoutStanding(ctx, memberId, { payoutId: Number(key) })
  return standing && explanationOf(standing, ctx.now(), await findFailure(ctx.db, standing.payout))
}

/** A withdrawal is explained by its payout, which has the same state. */
export const explainWithdrawal: Explainer = async (ctx, { memberId }, key) => {
  const withdrawal = await findWithdrawal(ctx.db, { memberId, withdrawalId: Number(key) })
  if (!withdrawal) return undefined
  const standing = await payoutStanding(ctx, memberId, { key: `withdrawal:${withdrawal.id}` })
  if (standing) return explanationOf(standing, ctx.now(), withdrawal.failure)
  const { status, failure, symbol, createdAt, txHash } = withdrawal
  const outcome = status === 'CONFIRMED' ? 'PAID' : status === 'REQUESTED' ? 'QUEUED' : status
  const amount = referralText(withdrawal.amount)
  return explained({ rule: 'payout', outcome }, ctx.now(), {
    name: null,
    inputs: known({
      purpose: 'WITHDRAWAL',
      amount,
      symbol,
      failure,
      txHash,
      createdAt: isoOf(createdAt),
    }),
  })
}

function explanationOf(
  standing: PayoutStanding,
  now: Date,
  failure: string | null | undefined,
): Explanation {
  const { payout } = standing
  const outcome = outcomeOf(standing)
  return explained(
    { rule: 'payout', outcome },
    payout.confirmedAt ?? payout.failedAt ?? now,
    {
      inputs: inputsOf(standing, outcome, failure),
      steps: stepsOf(outcome),
      next: nextOf(standing, outcome),
    },
    { hiddenInputs: hiddenOf(standing), links: linksOf(standing) },
  )
}

function outcomeOf({ payout: { state, heldFor }, decision, isStopped }: PayoutStanding): Outcome {
  switch (state) {
    case 'CONFIRMED':
      return 'PAID'
    case 'FAILED':
      return 'FAILED'
    case 'SENT':
      return storedHold(heldFor) ?? 'SENT'
    case 'RESERVED':
      if (isStopped) return 'TREASURY_STOPPED'
      return storedHold(heldFor) ?? 'QUEUED'
    case 'QUEUED':
      if (decision?.kind === 'hold') return decision.why
      if (isStopped) return 'TREASURY_STOPPED'
      // Only the chain and the signer decide these; the rest is decided again by the rule above.
      return storedHold(heldFor) ?? 'QUEUED'
  }
}

const OUTSIDE: readonly Outcome[] = ['LOW_BALANCE', 'SECOND_NODE']

function storedHold(heldFor: string | null): Outcome | undefined {
  if (heldFor?.startsWith('SIGNER_')) return 'SIGNER'
  return OUTSIDE.find((outcome) => outcome === heldFor)
}

function inputsOf(
  { payout, caps, paid, hold, decision }: PayoutStanding,
  outcome: Outcome,
  failure: string | null | undefined,
): TraceInputs {
  const text = (units: bigint | undefined) =>
    units === undefined ? undefined : tokenText(units, payout.decimals)
  const isMemberCap = outcome === 'MEMBER_CAP' || outcome === 'ABOVE_CAP'
  const until = decision?.kind === 'hold' ? decision.until : undefined
  const pause = outcome === 'PAUSED' && hold?.why === 'PAUSED' ? hold : undefined
  return known({
    purpose: payout.purpose,
    amount: text(payout.amount),
    symbol: payout.symbol,
    createdAt: isoOf(payout.createdAt),
    sentAt:
      payout.state === 'SENT' || payout.state === 'CONFIRMED' ? isoOf(payout.reservedAt) : null,
    confirmedAt: isoOf(payout.confirmedAt),
    perMember: isMemberCap ? text(capOf(caps, payout.purpose)) : null,
    paidToMember: outcome === 'MEMBER_CAP' ? text(paid?.toMember) : null,
    perDay: outcome === 'DAY_CAP' ? text(dayCapOf(caps, payout.purpose)) : null,
    event: pause?.event,
    eventAt: pause && new Date(pause.until.getTime() - WITHDRAWAL_PAUSE_MS).toISOString(),
    until: isoOf(until),
    failure: outcome === 'FAILED' ? failure : null,
  })
}

type Purpose = PayoutStanding['payout']['purpose']

const dayCapOf = (caps: PayoutStanding['caps'], purpose: Purpose) =>
  purpose === 'REFUND' ? caps?.refundsPerDay : caps?.perDay

const capOf = (caps: PayoutStanding['caps'], purpose: Purpose) =>
  purpose === 'WITHDRAWAL' ? caps?.perMember : dayCapOf(caps, purpose)

/** The conditions in the order of the rule: the member's account, the caps, the treasury. */
const CHECKS: readonly { check: string; failed: readonly Outcome[] }[] = [
  {
    check: 'ACCOUNT',
    failed: ['MEMBER_SUSPENDED', 'MEMBER_DISABLED', 'FROZEN', 'FAIR_PLAY', 'PAUSED'],
  },
  { check: 'CAPS', failed: ['NO_CAP', 'ABOVE_CAP', 'MEMBER_CAP', 'DAY_CAP'] },
  { check: 'TREASURY', failed: ['TREASURY_STOPPED', 'LOW_BALANCE', 'SIGNER', 'SECOND_NODE'] },
]

function stepsOf(outcome: Outcome): PublicPart['steps'] {
  if (outcome === 'FAILED') return []
  const failedAt = CHECKS.findIndex(({ failed }) => failed.includes(outcome))
  const checked = failedAt === -1 ? CHECKS : CHECKS.slice(0, failedAt + 1)
  return checked.map(({ check }, index) => ({ check, passed: index !== failedAt }))
}

const END_BY_TIME: readonly Outcome[] = ['PAUSED', 'FAIR_PLAY', 'MEMBER_CAP', 'DAY_CAP']
const END_BY_SUPPORT: readonly Outcome[] = [
  'ABOVE_CAP',
  'NO_CAP',
  'MEMBER_SUSPENDED',
  'MEMBER_DISABLED',
]

function nextOf({ decision }: PayoutStanding, outcome: Outcome): PublicPart['next'] {
  if (END_BY_TIME.includes(outcome)) {
    return nextStep('TIME', decision?.kind === 'hold' ? decision.until : undefined)
  }
  if (outcome === 'FROZEN') return nextStep('SETTINGS')
  return END_BY_SUPPORT.includes(outcome) ? nextStep('SUPPORT') : null
}

function hiddenOf({ payout, caps, paid }: PayoutStanding): TraceInputs {
  const text = (units: bigint | undefined) =>
    units === undefined ? undefined : tokenText(units, payout.decimals)
  return known({
    state: payout.state,
    heldFor: payout.heldFor,
    notBefore: isoOf(payout.notBefore),
    failure: payout.failure,
    chainId: payout.chainId,
    nonce: payout.nonce,
    address: payout.address,
    perMember: text(caps?.perMember),
    perDay: text(caps?.perDay),
    refundsPerDay: text(caps?.refundsPerDay),
    paidToMember: text(paid?.toMember),
    paidToAll: text(paid?.toAll),
    paidRefunds: text(paid?.refunds),
  })
}

function linksOf({ payout }: PayoutStanding): OperatorPart['links'] {
  const { id, txHash } = payout
  return [
    { kind: 'PAYOUT', id: String(id) },
    ...(txHash === null ? [] : [{ kind: 'TRANSACTION' as const, id: txHash }]),
  ]
}
