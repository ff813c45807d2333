import { cappedBy, claimableAt, friendDays, referralText } from '@solstice/rules/invite'
import { maskNickname } from '@solstice/rules/nickname'
import type { TraceInputs, TraceOutcome } from '@solstice/rules/trace'
import { friendStateAt, type FriendState } from '#/modules/invite/friend.service.ts'
import { explained, isoOf, known, nextStep } from './explained.ts'
import type { Explainer, PublicPart } from './explainer.ts'

type Outcome = TraceOutcome<'friend'>

/** Explains whether a friend counts, from the facts that decide about the reward now. */
export const explainFriend: Explainer = async (ctx, { memberId }, key) => {
  const [instantMs = 0, position = 0] = key.split('.').map(Number)
  const state = await friendStateAt(ctx, memberId, { instantMs, position })
  if (!state) return undefined
  const { row, terms, referral } = state
  const now = ctx.now()
  const outcome = outcomeOf(state, now)
  const isCounted = outcome !== 'NOT_COUNTED'
  return explained(
    { rule: 'friend', outcome },
    now,
    {
      seasonId: isCounted ? (referral?.seasonId ?? null) : null,
      name: row.gone ? '***' : maskNickname(row.nickname),
      // Nothing may reveal which sign tells that a friend does not count.
      inputs: isCounted ? inputsOf(state) : known({ joinedAt: isoOf(row.referredAt) }),
      steps: isCounted ? stepsOf(state) : [],
      next: nextOf(outcome, row.reward?.claimableAt ?? claimableAt(terms, now)),
    },
    {
      hiddenInputs: hiddenOf(state, outcome),
      links: [{ kind: 'MEMBER', id: String(row.id) }],
    },
  )
}

function outcomeOf({ row, decision, facts, terms }: FriendState, now: Date): Outcome {
  // A circle that closes later and a deletion end an earned reward as well.
  if (row.reward?.state === 'EARNED') {
    if (row.gone || facts.inReferralCycle) return 'NOT_COUNTED'
    return row.reward.claimableAt <= now && row.active ? 'CLAIMABLE' : 'WAITING'
  }
  switch (row.reward?.state) {
    case 'CLAIMED':
      return 'CLAIMED'
    case 'CAPPED':
      return cappedBy(terms, facts.promisedToReferrer)
    case 'VOID':
      return 'NOT_COUNTED'
    case undefined:
  }
  if (row.gone) return 'NOT_COUNTED'
  switch (decision.kind) {
    case 'never':
      return 'NOT_COUNTED'
    case 'not-yet':
      return decision.missing === 'WALLET' ? 'WALLET_MISSING' : 'CHECK_INS_MISSING'
    case 'capped':
      return decision.why
    case 'qualifies':
      // The job that records it has not run yet.
      return 'WAITING'
  }
}

function inputsOf({ row, terms, facts, referral }: FriendState): TraceInputs {
  return known({
    symbol: terms.symbol,
    reward: referralText(row.reward?.amount ?? terms.referralReward),
    hasWallet: facts.hasWallet,
    checkInDays: Math.min(friendDays(facts), terms.checkInDays),
    checkInDaysNeeded: terms.checkInDays,
    claimDelayDays: terms.claimDelayDays,
    maxPerReferrer: referralText(terms.maxPerReferrer),
    promisedToReferrer: referralText(facts.promisedToReferrer),
    seasonBudget: referralText(terms.seasonBudget),
    joinedAt: isoOf(row.referredAt),
    qualifiedAt: isoOf(referral?.qualifiedAt),
    claimableAt: isoOf(row.reward?.claimableAt),
  })
}

function stepsOf({ row, terms, facts }: FriendState): PublicPart['steps'] {
  const isQualified = row.reward !== undefined
  return [
    { check: 'WALLET', passed: facts.hasWallet || isQualified },
    { check: 'CHECK_INS', passed: friendDays(facts) >= terms.checkInDays || isQualified },
  ]
}

function nextOf(outcome: Outcome, at: Date): PublicPart['next'] {
  if (outcome === 'WAITING') return nextStep('TIME', at)
  const isMissing = outcome === 'WALLET_MISSING' || outcome === 'CHECK_INS_MISSING'
  return isMissing ? nextStep('FRIEND') : null
}

/** The facts by which the rule recognises a second account. */
function hiddenOf({ row, facts, decision }: FriendState, outcome: Outcome): TraceInputs {
  // A friend who counts has used the mailbox and the wallet for this very reward.
  const { samePerson, ownWallet, walletServed } = row.reward ? NOT_ASKED : facts
  return known({
    friendId: row.id,
    notCountedFor: outcome === 'NOT_COUNTED' ? signOf(row, decision) : undefined,
    inReferralCycle: facts.inReferralCycle,
    samePerson,
    ownWallet,
    walletServed,
    budgetLeft: referralText(facts.budgetLeft > 0n ? facts.budgetLeft : 0n),
  })
}

const NOT_ASKED = { samePerson: undefined, ownWallet: undefined, walletServed: undefined }

function signOf(row: FriendState['row'], decision: FriendState['decision']): string {
  if (row.gone) return 'DELETED'
  return row.reward === undefined && decision.kind === 'never' ? decision.why : 'CIRCLE'
}
