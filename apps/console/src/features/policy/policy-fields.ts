import type { CallData } from '@solstice/contract/wire'

export type Policy = CallData<'approval.policy'>
export type PolicyField = keyof Policy

export type PolicyGroup = 'adjust' | 'money' | 'programme'

/** The limits in the order in which the page explains them. */
export const POLICY_GROUPS: Readonly<Record<PolicyGroup, readonly PolicyField[]>> = {
  adjust: ['adjustXp', 'adjustTickets', 'adjustCredit', 'adjustUsds', 'adjustDayFactor'],
  money: ['refundUsds', 'refundDayUsds', 'payoutUsds', 'payoutDayUsds', 'holdUsds', 'holdDayUsds'],
  programme: [
    'campaignMembers',
    'productXpPerUsd',
    'productTicketsPerUsd',
    'productTicketsPer1000Xp',
    'productXpPerTicket',
    'pricePercent',
  ],
}

const UNITS: Partial<Record<PolicyField, string>> = {
  adjustXp: 'XP',
  adjustUsds: 'USDS',
  refundUsds: 'USDS',
  refundDayUsds: 'USDS',
  payoutUsds: 'USDS',
  payoutDayUsds: 'USDS',
  holdUsds: 'USDS',
  holdDayUsds: 'USDS',
  productXpPerUsd: 'XP',
  productXpPerTicket: 'XP',
  pricePercent: '%',
}

/** Returns the unit behind the figure; the sentence names those that are words. */
export const unitOf = (field: PolicyField): string => {
  if (field === 'adjustDayFactor') return '×'
  return UNITS[field] ?? ''
}

/** The bounds of the contract. */
const BOUNDS: Partial<Record<PolicyField, readonly [min: number, max: number]>> = {
  adjustDayFactor: [1, 1000],
  pricePercent: [0, 100],
}

export const boundsOf = (field: PolicyField) => BOUNDS[field] ?? ([0, 1_000_000_000] as const)

/** Reads a new limit; undefined if it is none, or the present one. */
export function parseLimit(field: PolicyField, text: string, present: number): number | undefined {
  const digits = text.replaceAll(/[\s,]/g, '')
  const [min, max] = boundsOf(field)
  if (!/^\d{1,10}$/.test(digits)) return undefined
  const value = Number(digits)
  return value < min || value > max || value === present ? undefined : value
}
