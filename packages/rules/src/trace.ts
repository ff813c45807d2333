/**
 * A trace says why a rule decided as it did: the rule, its version, the inputs it read and the
 * outcome. It is stored with the posting or the refusal, so that an old decision is explained by the
 * rules of its day, and replaying the inputs through the same version gives the same outcome.
 */
export type TraceValue = string | number | boolean | null
export type TraceInputs = Readonly<Record<string, TraceValue>>

/** Lists every rule that explains itself, with all its outcomes. Each one has a text per language. */
export const TRACE_OUTCOMES = {
  'check-in': ['GRANTED', 'CHECK_IN_CLOSED', 'DONE_TODAY', 'AVAILABLE'],
  spin: ['GRANTED', 'NO_SPINS_LEFT', 'COMMITMENT_CHANGED', 'AVAILABLE'],
  ticket: ['GRANTED', 'DONE_TODAY', 'AVAILABLE'],
  mission: [
    'GRANTED',
    'AVAILABLE',
    'DONE',
    'DONE_TODAY',
    'BUDGET_SPENT',
    'SEASON_UPCOMING',
    'SEASON_ENDED',
    'SEASON_PAUSED',
    'MISSION_OFF',
    'NOT_EXECUTABLE',
    'LINK_NOT_OPENED',
    'LINK_OPENED_TOO_RECENTLY',
    'CODE_WRONG',
    'WALLET_MISSING',
    'ONCHAIN_UNPROVEN',
    'ONCHAIN_ADDRESS_USED',
    'CHAIN_UNREACHABLE',
    'MEMBER_SUSPENDED',
    'MEMBER_DISABLED',
    'MEMBER_DELETED',
  ],
  round: [
    'GRANTED',
    'WAITING_FOR_WALLET',
    'EXPIRED',
    'NO_XP',
    'TOO_FEW_DAYS',
    'TOO_SMALL',
    'NOT_SETTLED',
  ],
  friend: [
    'WALLET_MISSING',
    'CHECK_INS_MISSING',
    'WAITING',
    'CLAIMABLE',
    'CLAIMED',
    'REFERRER_CAP',
    'SEASON_BUDGET',
    'NOT_COUNTED',
  ],
  invite: ['GRANTED'],
  payout: [
    'PAID',
    'QUEUED',
    'SENT',
    'MEMBER_CAP',
    'DAY_CAP',
    'ABOVE_CAP',
    'NO_CAP',
    'PAUSED',
    'FROZEN',
    'FAIR_PLAY',
    'MEMBER_SUSPENDED',
    'MEMBER_DISABLED',
    'TREASURY_STOPPED',
    'LOW_BALANCE',
    'SIGNER',
    'SECOND_NODE',
    'FAILED',
  ],
  push: [
    'SENT',
    'QUIET_HOURS',
    'QUEUED',
    'SWITCHED_OFF',
    'NO_DEVICE',
    'DEVICE_GONE',
    'EXPIRED',
    'REPLACED',
    'FAILED',
  ],
  purchase: ['GRANTED', 'PENDING', 'FAILED', 'CANCELLED'],
  refund: [
    'WAITING',
    'GIVEN_BACK',
    'CREDITED',
    'WAS_CREDITED',
    'NOTHING_PAID',
    'SPENT',
    'DECLINED',
    'UNMATCHED',
  ],
  adjustment: ['GRANTED'],
  refusal: ['REFUSED'],
} as const satisfies Record<string, readonly string[]>

export type TraceRule = keyof typeof TRACE_OUTCOMES
export type TraceOutcome<Rule extends TraceRule = TraceRule> = (typeof TRACE_OUTCOMES)[Rule][number]

export type Trace<Rule extends TraceRule = TraceRule> = {
  rule: Rule
  version: number
  inputs: TraceInputs
  outcome: TraceOutcome<Rule>
}
