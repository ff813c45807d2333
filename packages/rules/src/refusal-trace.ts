import {
  decideWithdrawal,
  referralText,
  referralUnits,
  whyNoReferral,
  whyNoXp,
  type InviteTerms,
  type WithdrawalRequest,
  type XpClaim,
} from './invite.ts'
import type { SeasonStatus } from './season.ts'
import type { Trace, TraceInputs } from './trace.ts'

const VERSION = 1

/** Refusals whose inputs are stored. The input `decision` names the rule that decided. */
const REPLAYS: Readonly<Record<string, (inputs: TraceInputs) => string | undefined>> = {
  withdrawal: (inputs) =>
    decideWithdrawal(
      {
        minWithdraw: unitsIn(inputs, 'minWithdraw'),
        maxWithdrawPerDay: unitsIn(inputs, 'maxWithdrawPerDay'),
      },
      {
        amount: unitsIn(inputs, 'amount'),
        balance: unitsIn(inputs, 'balance'),
        withdrawnToday: unitsIn(inputs, 'withdrawnToday'),
        pausedUntil: timeIn(inputs, 'pausedUntil'),
        isFrozen: inputs['isFrozen'] === true,
        heldUntil: timeIn(inputs, 'heldUntil'),
      },
    ).kind,
  xpClaim: ({ seasonStatus, isPaused, invites, goal, claimed }) =>
    whyNoXp({
      // Written by `traceRefusedXp`.
      season: (seasonStatus ?? undefined) as SeasonStatus | undefined,
      isPaused: isPaused === true,
      invites: Number(invites),
      goal: Number(goal),
      claimed: claimed === true,
    }),
  referralClaim: (inputs) =>
    whyNoReferral({
      claimable: unitsIn(inputs, 'claimable'),
      waiting: unitsIn(inputs, 'waiting'),
    }),
}

export function traceRefusedWithdrawal(
  terms: Pick<InviteTerms, 'minWithdraw' | 'maxWithdrawPerDay' | 'symbol'>,
  request: WithdrawalRequest,
): Trace<'refusal'> {
  return traceOf('withdrawal', {
    symbol: terms.symbol,
    minWithdraw: referralText(terms.minWithdraw),
    maxWithdrawPerDay: referralText(terms.maxWithdrawPerDay),
    amount: referralText(request.amount),
    balance: referralText(request.balance),
    withdrawnToday: referralText(request.withdrawnToday),
    pausedUntil: request.pausedUntil?.toISOString() ?? null,
    isFrozen: request.isFrozen,
    // Refusals without a hold keep the inputs that they always had.
    ...(request.heldUntil ? { heldUntil: request.heldUntil.toISOString() } : {}),
  })
}

export function traceRefusedXp(claim: XpClaim): Trace<'refusal'> {
  const { season, isPaused, invites, goal, claimed } = claim
  const paused = isPaused ? { isPaused } : {}
  return traceOf('xpClaim', { seasonStatus: season ?? null, ...paused, invites, goal, claimed })
}

export function traceRefusedReferral(earned: {
  claimable: bigint
  waiting: bigint
}): Trace<'refusal'> {
  return traceOf('referralClaim', {
    claimable: referralText(earned.claimable),
    waiting: referralText(earned.waiting),
  })
}

function traceOf(decision: keyof typeof REPLAYS, inputs: TraceInputs): Trace<'refusal'> {
  const refusedFor = REPLAYS[decision]?.(inputs) ?? null
  return {
    rule: 'refusal',
    version: VERSION,
    inputs: { decision, ...inputs, refusedFor },
    outcome: 'REFUSED',
  }
}

/** Returns the outcome of stored inputs by the rules of their version; undefined if it differs. */
export function replayRefusal({
  version,
  inputs,
}: Pick<Trace, 'version' | 'inputs'>): Pick<Trace, 'rule' | 'outcome'> | undefined {
  if (version !== VERSION) return undefined
  const refusedFor = REPLAYS[String(inputs['decision'])]?.(inputs)
  const isSame = refusedFor !== undefined && refusedFor === inputs['refusedFor']
  return isSame ? { rule: 'refusal', outcome: 'REFUSED' } : undefined
}

function unitsIn(inputs: TraceInputs, name: string): bigint {
  return referralUnits(String(inputs[name])) ?? 0n
}

function timeIn(inputs: TraceInputs, name: string): Date | undefined {
  const value = inputs[name]
  return typeof value === 'string' ? new Date(value) : undefined
}
