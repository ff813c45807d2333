import type { ApprovalPolicy, ApprovalRuleName } from './approval-policy.ts'
import type { Asset } from './asset.ts'
import { unitsOf } from './amount.ts'
import { HOLD_ALONE_MS } from './hold/hold.ts'
import type { InviteTerms } from './invite.ts'
import type { PayType } from './refund.ts'

/** Amounts of the stable token are counted in millionths; the policy names whole units. */
export const STABLE_DECIMALS = 6
/** The policy's amounts are in this token. Any other token has no limit and always waits. */
const POLICY_SYMBOL = 'USDS'

const MICROS = 10n ** BigInt(STABLE_DECIMALS)
const PRICE_DECIMALS = 36

/** Why a call needs a second person. */
export type ApprovalCause =
  | 'AMOUNT'
  | 'DAY_SUM'
  | 'ALWAYS'
  | 'NO_LIMIT'
  | 'RAISE'
  | 'SECOND_CAMPAIGN'
  | 'DURATION'

/** An amount of a token in millionths, rounded up. */
export type TokenAmount = { symbol: string; micros: bigint }

type CapAmounts = { perMember: string; perDay: string; refundsPerDay: string }

/**
 * The facts by which a call is judged. `today` is the sum that the operator has moved alone on this
 * programme day, without this call.
 */
export type ApprovalFacts = {
  ADJUSTMENT: { asset: Asset; amount: bigint; symbol: string | null; today: bigint }
  REFUND: { isGranted: boolean; paid: TokenAmount | null; today: bigint }
  PAYOUT_CANCELLATION: { amount: TokenAmount; today: bigint }
  /**
   * The members concerned, the amounts that a decision releases or keeps on hold, per token, and how
   * long the longest hold lasts from its start if it is upheld.
   */
  HOLD: { members: number; amounts: readonly TokenAmount[]; lastsMs: number; today: bigint }
  UNFREEZE: object
  CAPS: { before: CapAmounts | undefined; after: CapAmounts }
  /** A draft is free to change, because publishing it waits. */
  SEASON: { isDraft: boolean; isPublishing: boolean }
  INVITE_TERMS: { before: InviteTerms; after: InviteTerms }
  PRODUCT: {
    /** Taking off sale, and less stock or a lower limit than before. */
    isLess: boolean
    payType: PayType
    isDraft: boolean
    givesXp: number
    givesTickets: number
    /** XP or tickets, or whole US cents of a token; undefined without a known price. */
    price: bigint | undefined
  }
  CAMPAIGN: { members: number; isSecond: boolean }
  NETWORK: object
  PRICE: { source: string | undefined; after: string | null }
  OPERATOR: { isFirstPerson: boolean; isRaise: boolean }
  POLICY: { before: ApprovalPolicy; after: ApprovalPolicy }
}

/** One person decides the holds of at most so many members at once. */
export const HOLD_MEMBERS_ALONE = 20

/** Returns why the call needs a second person; an empty list means that it runs at once. */
export function needsApproval<Rule extends ApprovalRuleName>(
  rule: Rule,
  facts: ApprovalFacts[Rule],
  policy: ApprovalPolicy,
): ApprovalCause[] {
  return DECISIONS[rule](facts, policy)
}

const DECISIONS: {
  [Rule in ApprovalRuleName]: (
    facts: ApprovalFacts[Rule],
    policy: ApprovalPolicy,
  ) => ApprovalCause[]
} = {
  ADJUSTMENT: judgeAdjustment,
  REFUND: ({ isGranted, paid, today }, { refundUsds, refundDayUsds }) => {
    // A purchase for XP or tickets returns only what the member paid.
    if (!isGranted || paid === null) return []
    return judgeTokens(paid, today, { each: refundUsds, day: refundDayUsds })
  },
  PAYOUT_CANCELLATION: ({ amount, today }, { payoutUsds, payoutDayUsds }) =>
    judgeTokens(amount, today, { each: payoutUsds, day: payoutDayUsds }),
  // Both decisions move money: one lets it leave, the other withholds what a member earned.
  HOLD: ({ members, amounts, lastsMs, today }, { holdUsds, holdDayUsds }) => {
    const each = amounts.filter(({ micros }) => micros > 0n)
    const causes = each.flatMap((amount) =>
      judgeTokens(amount, today, { each: holdUsds, day: holdDayUsds }),
    )
    // A large group may be decided before a round is settled, when little is on hold. A long hold also
    // keeps what its members earn later.
    return [
      ...new Set([...causes, ...(members > HOLD_MEMBERS_ALONE ? (['AMOUNT'] as const) : [])]),
      ...(lastsMs > HOLD_ALONE_MS ? (['DURATION'] as const) : []),
    ]
  },
  UNFREEZE: () => ['ALWAYS'],
  CAPS: ({ before, after }) => (before && isAtMost(after, before) ? [] : ['RAISE']),
  SEASON: ({ isDraft, isPublishing }) => (isDraft === isPublishing ? ['ALWAYS'] : []),
  INVITE_TERMS: ({ before, after }) => (isMoreGenerous(before, after) ? ['RAISE'] : []),
  PRODUCT: judgeProduct,
  CAMPAIGN: ({ members, isSecond }, { campaignMembers }) => [
    ...(members > campaignMembers ? (['AMOUNT'] as const) : []),
    ...(isSecond ? (['SECOND_CAMPAIGN'] as const) : []),
  ],
  NETWORK: () => ['ALWAYS'],
  PRICE: ({ source, after }, { pricePercent }) => {
    // The price of the source applies again.
    if (after === null) return []
    return isWithin(source, after, pricePercent) ? [] : ['AMOUNT']
  },
  // The first person has nobody to ask; the environment's token vouches for them.
  OPERATOR: ({ isFirstPerson, isRaise }) => (isRaise && !isFirstPerson ? ['ALWAYS'] : []),
  POLICY: ({ before, after }) => {
    const names = Object.keys(before) as (keyof ApprovalPolicy)[] // A policy has no other keys.
    return names.some((name) => after[name] > before[name]) ? ['RAISE'] : []
  },
}

function judgeAdjustment(
  { asset, amount, symbol, today }: ApprovalFacts['ADJUSTMENT'],
  policy: ApprovalPolicy,
): ApprovalCause[] {
  switch (asset) {
    // It moves the ranking and the shares of a pool.
    case 'SEASON_XP':
      return ['ALWAYS']
    case 'XP':
      return judgeUnits(amount, today, BigInt(policy.adjustXp), policy.adjustDayFactor)
    case 'TICKET':
      return judgeUnits(amount, today, BigInt(policy.adjustTickets), policy.adjustDayFactor)
    case 'CREDIT':
      return judgeUnits(amount, today, BigInt(policy.adjustCredit), policy.adjustDayFactor)
    case 'REFERRAL':
    case 'REWARD': {
      const each = policy.adjustUsds
      if (symbol === null) return ['NO_LIMIT']
      const amounts = { each, day: each * policy.adjustDayFactor }
      return judgeTokens({ symbol, micros: amount }, today, amounts)
    }
  }
}

function judgeUnits(
  amount: bigint,
  today: bigint,
  each: bigint,
  dayFactor: number,
): ApprovalCause[] {
  return aboveLimits(amount, today, { each, day: each * BigInt(dayFactor) })
}

function judgeTokens(
  { symbol, micros }: TokenAmount,
  today: bigint,
  limits: { each: number; day: number },
): ApprovalCause[] {
  if (symbol !== POLICY_SYMBOL) return ['NO_LIMIT']
  const each = BigInt(limits.each) * MICROS
  return aboveLimits(micros, today, { each, day: BigInt(limits.day) * MICROS })
}

function aboveLimits(
  amount: bigint,
  today: bigint,
  { each, day }: { each: bigint; day: bigint },
): ApprovalCause[] {
  return [
    ...(amount > each ? (['AMOUNT'] as const) : []),
    ...(today + amount > day ? (['DAY_SUM'] as const) : []),
  ]
}

function isAtMost(after: CapAmounts, before: CapAmounts): boolean {
  const units = (text: string) => unitsOf(text, PRICE_DECIMALS)
  return (['perMember', 'perDay', 'refundsPerDay'] as const).every((name) => {
    const [from, to] = [units(before[name]), units(after[name])]
    return from !== undefined && to !== undefined && to <= from
  })
}

/** Higher values of these terms give members more. */
const GIVING = [
  'firstInviteXp',
  'totalInviteXp',
  'referralReward',
  'maxPerReferrer',
  'seasonBudget',
  'maxWithdrawPerDay',
] as const
/** Lower values of these terms give members more. */
const DEMANDING = ['totalInviteCount', 'checkInDays', 'claimDelayDays', 'minWithdraw'] as const

function isMoreGenerous(before: InviteTerms, after: InviteTerms): boolean {
  return (
    after.symbol !== before.symbol ||
    GIVING.some((name) => after[name] > before[name]) ||
    DEMANDING.some((name) => after[name] < before[name])
  )
}

function judgeProduct(
  { isLess, payType, isDraft, givesXp, givesTickets, price }: ApprovalFacts['PRODUCT'],
  policy: ApprovalPolicy,
): ApprovalCause[] {
  if (isLess) return []
  const gives = { xp: BigInt(givesXp), tickets: BigInt(givesTickets) }
  const isGenerous =
    price === undefined
      ? givesXp + givesTickets > 0
      : isAboveRate(gives, price, rateOf(payType, policy))
  return [
    // Publishing a draft waits, but nobody would notice one cheap product among many there.
    ...(isGenerous ? [price === undefined ? ('NO_LIMIT' as const) : ('AMOUNT' as const)] : []),
    ...(payType === 'TOKEN' && !isDraft ? (['ALWAYS'] as const) : []),
  ]
}

/** The most that a product may give for `units` of its price; tokens are counted in US cents. */
type Rate = { units: bigint; xp: bigint; tickets: bigint }

function rateOf(payType: PayType, policy: ApprovalPolicy): Rate {
  switch (payType) {
    case 'TOKEN':
      return {
        units: 100n,
        xp: BigInt(policy.productXpPerUsd),
        tickets: BigInt(policy.productTicketsPerUsd),
      }
    case 'XP':
      return { units: 1000n, xp: 0n, tickets: BigInt(policy.productTicketsPer1000Xp) }
    case 'TICKET':
      return { units: 1n, xp: BigInt(policy.productXpPerTicket), tickets: 0n }
  }
}

/** XP and tickets share one rate: half of each is allowed, but not all of both. */
function isAboveRate(
  gives: { xp: bigint; tickets: bigint },
  price: bigint,
  { units, xp, tickets }: Rate,
): boolean {
  if ((gives.xp > 0n && xp === 0n) || (gives.tickets > 0n && tickets === 0n)) return true
  // An asset that is not given has no share.
  const xpRate = gives.xp === 0n ? 1n : xp
  const ticketRate = gives.tickets === 0n ? 1n : tickets
  const given = (gives.xp * ticketRate + gives.tickets * xpRate) * units
  return given > price * xpRate * ticketRate
}

/** Returns whether a price differs from its source by at most this many percent. */
function isWithin(source: string | undefined, price: string, percent: number): boolean {
  const from = source === undefined ? undefined : unitsOf(source, PRICE_DECIMALS)
  const to = unitsOf(price, PRICE_DECIMALS)
  if (from === undefined || to === undefined) return false
  const difference = to > from ? to - from : from - to
  return difference * 100n <= from * BigInt(percent)
}

/** Returns an amount in millionths, rounded up, so that a fraction never passes a limit. */
export function microsOf(units: bigint, decimals: number): bigint {
  if (decimals <= STABLE_DECIMALS) return units * 10n ** BigInt(STABLE_DECIMALS - decimals)
  const scale = 10n ** BigInt(decimals - STABLE_DECIMALS)
  return (units + scale - 1n) / scale
}
