import { DAY_MS, HOUR_MS, MINUTE_MS } from './duration.ts'

/** Names the rows of the approval table; each gated call belongs to one of them. */
export const APPROVAL_RULES = [
  'ADJUSTMENT',
  'REFUND',
  'PAYOUT_CANCELLATION',
  'HOLD',
  'UNFREEZE',
  'CAPS',
  'SEASON',
  'INVITE_TERMS',
  'PRODUCT',
  'CAMPAIGN',
  'NETWORK',
  'PRICE',
  'OPERATOR',
  'POLICY',
] as const
export type ApprovalRuleName = (typeof APPROVAL_RULES)[number]

/** States of a proposal. Only WAITING can change, and only once. */
export const APPROVAL_STATES = [
  'WAITING',
  'APPROVED',
  'DECLINED',
  'WITHDRAWN',
  'EXPIRED',
  'OUTDATED',
] as const
export type ApprovalState = (typeof APPROVAL_STATES)[number]

/**
 * The amounts up to which one operator acts alone, in whole units. `…Day` and `adjustDayFactor`
 * limit the sum per operator and programme day.
 */
export type ApprovalPolicy = {
  adjustXp: number
  adjustTickets: number
  adjustCredit: number
  adjustUsds: number
  adjustDayFactor: number
  refundUsds: number
  refundDayUsds: number
  payoutUsds: number
  payoutDayUsds: number
  holdUsds: number
  holdDayUsds: number
  campaignMembers: number
  productXpPerUsd: number
  productTicketsPerUsd: number
  productTicketsPer1000Xp: number
  productXpPerTicket: number
  pricePercent: number
}

export const DEFAULT_APPROVAL_POLICY: ApprovalPolicy = {
  adjustXp: 5_000,
  adjustTickets: 50,
  adjustCredit: 500,
  adjustUsds: 5,
  adjustDayFactor: 5,
  refundUsds: 20,
  refundDayUsds: 200,
  payoutUsds: 100,
  payoutDayUsds: 500,
  holdUsds: 50,
  holdDayUsds: 250,
  campaignMembers: 10_000,
  productXpPerUsd: 100,
  productTicketsPerUsd: 1,
  // At most 80 XP for a ticket that costs at least 83, so that no exchange gains anything.
  productTicketsPer1000Xp: 12,
  productXpPerTicket: 80,
  pricePercent: 5,
}

type Terms = {
  /** The roles that may approve besides the owner; `call` means the roles that may make the call. */
  approvers: readonly ('FINANCE' | 'OWNER')[] | 'call'
  expiresAfterMs: number
  /** The wait before the only qualified person confirms their own proposal, from being alone. */
  soloWaitMs: number
  /** True if the action moves money, or decides where or how much of it moves. It needs a passkey. */
  money: boolean
}

const money = { expiresAfterMs: DAY_MS, soloWaitMs: HOUR_MS, money: true } as const
const season = { expiresAfterMs: 3 * DAY_MS, soloWaitMs: 10 * MINUTE_MS, money: false } as const
const rights = { expiresAfterMs: 3 * DAY_MS, soloWaitMs: DAY_MS, money: false } as const

/** The terms of each rule: who approves, how long a proposal waits, and the wait of the solo rule. */
export const APPROVAL_TERMS: Record<ApprovalRuleName, Terms> = {
  ADJUSTMENT: { approvers: 'call', ...money },
  REFUND: { approvers: 'call', ...money },
  PAYOUT_CANCELLATION: { approvers: 'call', ...money },
  HOLD: { approvers: 'call', ...money },
  UNFREEZE: { approvers: ['FINANCE', 'OWNER'], ...money },
  // Money expires after a day, but this proposal becomes confirmable only then.
  CAPS: { approvers: ['FINANCE', 'OWNER'], ...rights, money: true },
  SEASON: { approvers: ['FINANCE', 'OWNER'], ...season },
  INVITE_TERMS: { approvers: 'call', ...money },
  PRODUCT: { approvers: 'call', ...season },
  CAMPAIGN: { approvers: 'call', ...season },
  NETWORK: { approvers: ['OWNER'], ...rights, money: true },
  PRICE: { approvers: ['OWNER'], ...season },
  OPERATOR: { approvers: ['OWNER'], ...rights },
  POLICY: { approvers: ['OWNER'], ...rights, money: true },
}
