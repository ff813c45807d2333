import type { TraceOutcome, TraceRule } from '@solstice/rules/trace'
import { findTextOf } from '#/lib/i18n.ts'
import type { Tone } from '#/ui/badge.tsx'
import type { IconName } from '#/ui/icon.tsx'
import type { OperatorExplanation } from '#/features/member/api.ts'

/** The effect of a decision on the member; `open` is a state that is computed now. */
export type Verdict = 'credited' | 'deducted' | 'done' | 'refused' | 'held' | 'nothing' | 'open'

type Verdicts = { readonly [Rule in TraceRule]: Readonly<Record<TraceOutcome<Rule>, Verdict>> }

const VERDICTS: Verdicts = {
  'check-in': {
    GRANTED: 'credited',
    CHECK_IN_CLOSED: 'refused',
    DONE_TODAY: 'refused',
    AVAILABLE: 'open',
  },
  spin: {
    GRANTED: 'credited',
    NO_SPINS_LEFT: 'refused',
    COMMITMENT_CHANGED: 'refused',
    AVAILABLE: 'open',
  },
  ticket: { GRANTED: 'credited', DONE_TODAY: 'refused', AVAILABLE: 'open' },
  mission: {
    GRANTED: 'credited',
    AVAILABLE: 'open',
    DONE: 'refused',
    DONE_TODAY: 'refused',
    BUDGET_SPENT: 'refused',
    SEASON_UPCOMING: 'refused',
    SEASON_ENDED: 'refused',
    SEASON_PAUSED: 'refused',
    MISSION_OFF: 'refused',
    NOT_EXECUTABLE: 'refused',
    LINK_NOT_OPENED: 'refused',
    LINK_OPENED_TOO_RECENTLY: 'refused',
    CODE_WRONG: 'refused',
    WALLET_MISSING: 'refused',
    ONCHAIN_UNPROVEN: 'refused',
    ONCHAIN_ADDRESS_USED: 'refused',
    CHAIN_UNREACHABLE: 'refused',
    MEMBER_SUSPENDED: 'refused',
    MEMBER_DISABLED: 'refused',
    MEMBER_DELETED: 'refused',
  },
  round: {
    GRANTED: 'credited',
    WAITING_FOR_WALLET: 'held',
    EXPIRED: 'nothing',
    NO_XP: 'nothing',
    TOO_FEW_DAYS: 'nothing',
    TOO_SMALL: 'nothing',
    NOT_SETTLED: 'held',
  },
  friend: {
    WALLET_MISSING: 'nothing',
    CHECK_INS_MISSING: 'nothing',
    WAITING: 'held',
    CLAIMABLE: 'open',
    CLAIMED: 'credited',
    REFERRER_CAP: 'nothing',
    SEASON_BUDGET: 'nothing',
    NOT_COUNTED: 'nothing',
  },
  invite: { GRANTED: 'credited' },
  payout: {
    PAID: 'done',
    QUEUED: 'held',
    SENT: 'held',
    MEMBER_CAP: 'held',
    DAY_CAP: 'held',
    ABOVE_CAP: 'held',
    NO_CAP: 'held',
    PAUSED: 'held',
    FROZEN: 'held',
    FAIR_PLAY: 'held',
    MEMBER_SUSPENDED: 'held',
    MEMBER_DISABLED: 'held',
    TREASURY_STOPPED: 'held',
    LOW_BALANCE: 'held',
    SIGNER: 'held',
    SECOND_NODE: 'held',
    FAILED: 'nothing',
  },
  push: {
    SENT: 'done',
    QUIET_HOURS: 'held',
    QUEUED: 'held',
    SWITCHED_OFF: 'nothing',
    NO_DEVICE: 'nothing',
    DEVICE_GONE: 'nothing',
    EXPIRED: 'nothing',
    REPLACED: 'nothing',
    FAILED: 'nothing',
  },
  purchase: { GRANTED: 'credited', PENDING: 'held', FAILED: 'nothing', CANCELLED: 'nothing' },
  refund: {
    WAITING: 'held',
    GIVEN_BACK: 'done',
    CREDITED: 'credited',
    WAS_CREDITED: 'refused',
    NOTHING_PAID: 'refused',
    SPENT: 'refused',
    DECLINED: 'refused',
    UNMATCHED: 'done',
  },
  adjustment: { GRANTED: 'credited' },
  refusal: { REFUSED: 'refused' },
}

type Decided = Pick<OperatorExplanation, 'rule' | 'outcome' | 'sums'>

export function verdictOf({ rule, outcome, sums }: Decided): Verdict {
  const isTaken = sums.length > 0 && sums.every(({ total }) => total.startsWith('-'))
  if (rule === 'adjustment' && isTaken) return 'deducted'
  const outcomes: Readonly<Record<string, Verdict>> = VERDICTS[rule]
  // A newer server may know further outcomes.
  return outcomes[outcome] ?? 'nothing'
}

/** Some rules have their own words, such as `Not paid yet.`, and some of their outcomes too. */
function wordsOf(texts: 'verdicts' | 'titles', decided: Decided): string {
  const verdict = verdictOf(decided)
  const own = `${texts}Of.${decided.rule}`
  const paths = [`${own}.${decided.outcome}`, `${own}.${verdict}`, `${texts}.${verdict}`]
  return paths.map((path) => findTextOf('why', path)).find(Boolean) ?? verdict
}

export const verdictText = (decided: Decided): string => wordsOf('verdicts', decided)

/** Returns the question about a decision without amounts. */
export const questionText = (decided: Decided): string => wordsOf('titles', decided)

/** Returns whether the sums of an explanation have moved; others only say what is at stake. */
export const isMoved = (decided: Decided): boolean =>
  ['credited', 'deducted', 'done'].includes(verdictOf(decided))

/**
 * Whether the decision was checked: against the ledger, by replaying the stored inputs, both, or
 * not at all because nothing was stored. `differs` must be reported.
 */
export type Proof = 'both' | 'ledger' | 'replay' | 'none' | 'differs'

export function proofOf({
  replayed,
  equalsLedger,
}: Pick<OperatorExplanation, 'replayed' | 'equalsLedger'>): Proof {
  if (replayed === false || equalsLedger === false) return 'differs'
  if (replayed && equalsLedger) return 'both'
  if (equalsLedger) return 'ledger'
  return replayed ? 'replay' : 'none'
}

export const VERDICT_LOOK: Readonly<Record<Verdict, { tone: Tone; icon: IconName }>> = {
  credited: { tone: 'ok', icon: 'check' },
  deducted: { tone: 'plain', icon: 'check' },
  done: { tone: 'ok', icon: 'check' },
  open: { tone: 'ok', icon: 'play' },
  refused: { tone: 'bad', icon: 'close' },
  held: { tone: 'warn', icon: 'clock' },
  nothing: { tone: 'plain', icon: 'info' },
}
