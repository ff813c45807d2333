import { DAY_MS } from '#/duration.ts'
import type { HoldSignal } from './evidence.ts'

/**
 * OPEN: found by the assessment. UPHELD: an operator confirmed it until a date. RELEASED: an
 * operator ended it. LAPSED: its time ran out, in the member's favour.
 */
export const HOLD_STATES = ['OPEN', 'UPHELD', 'RELEASED', 'LAPSED'] as const

/** An undecided hold ends after this time. */
export const HOLD_TTL_MS = 14 * DAY_MS
/** No decision makes a hold last longer than this, counted from its start. */
export const HOLD_MAX_MS = 180 * DAY_MS
/** One person alone upholds a hold for at most this time, counted from its start. */
export const HOLD_ALONE_MS = 30 * DAY_MS
/** Members are told that their appeal is answered within this time. */
export const APPEAL_ANSWER_MS = 5 * DAY_MS
/** The longest text of an appeal, in UTF-16 units as text fields count them. */
export const HOLD_APPEAL_MAX = 1000
/** An appeal counts once, so a text that shows nothing, such as zero-width spaces, is not one. */
export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** Holds that lapse within this time come first for operators. */
export const LAPSING_SOON_MS = 2 * DAY_MS

/** The answers that members receive, each in their language. */
export const RELEASE_ANSWERS = ['FAMILY', 'EXPLAINED', 'MISTAKE'] as const
export const UPHOLD_ANSWERS = ['SAME_PERSON', 'NOT_EXPLAINED'] as const
export const HOLD_ANSWERS = [...RELEASE_ANSWERS, ...UPHOLD_ANSWERS] as const
export type HoldAnswer = (typeof HOLD_ANSWERS)[number]

export type HoldDecision = 'RELEASE' | 'UPHOLD'

/** A device or a network that is new to the evidence is no new evidence. */
const SUPPORTING: readonly HoldSignal[] = ['DEVICE', 'NETWORK']

/**
 * Returns whether signals may open a hold for a member who had holds before. The same evidence never
 * holds twice, so that a hold that ended in the member's favour is not opened again the next day.
 */
export function mayOpenAgain(
  earlier: readonly HoldSignal[],
  signals: readonly HoldSignal[],
): boolean {
  if (earlier.length === 0) return true
  return signals.some((signal) => !earlier.includes(signal) && !SUPPORTING.includes(signal))
}

/** The latest time until which a hold can be upheld. */
export function latestUntil(openedAt: Date): Date {
  return new Date(openedAt.getTime() + HOLD_MAX_MS)
}

/** Returns whether a hold may be upheld until a time. */
export function mayUphold(openedAt: Date, until: Date, now: Date): boolean {
  return now < until && until <= latestUntil(openedAt)
}

/** Returns when an appeal is answered; a hold that ends earlier needs no answer any more. */
export function answerBy(appealedAt: Date, until: Date): Date {
  return new Date(Math.min(appealedAt.getTime() + APPEAL_ANSWER_MS, until.getTime()))
}

export type AppealFacts = { isEnded: boolean; appeal: string | null; isAppealed: boolean }

/** A repeated appeal with the same text is the same appeal; another text is not a second one. */
export function decideAppeal(
  { isEnded, appeal, isAppealed }: AppealFacts,
  text: string,
): 'record' | 'repeated' | 'appealed-before' | 'ended' {
  if (isAppealed) return appeal === text ? 'repeated' : 'appealed-before'
  return isEnded ? 'ended' : 'record'
}

const ROUNDED_ACCOUNTS = [50, 20, 10] as const
const ACCOUNTS_LEAST = 5

/** Rounds down, because an exact number would tell a farm which of its accounts are unknown. */
export function accountsAtLeast(peers: number): number {
  return ROUNDED_ACCOUNTS.find((step) => peers >= step) ?? ACCOUNTS_LEAST
}

/** A decision that ends a hold after an appeal or after upholding it is a reversal. */
export function isReversal(facts: { isAppealed: boolean; isUpheld: boolean }): boolean {
  return facts.isAppealed || facts.isUpheld
}

/** The month in UTC to which the published counts of a hold belong: that of its beginning. */
export const publishedMonth = (openedAt: Date): string => openedAt.toISOString().slice(0, 7)

/** Returns a month that is some months before the present one. */
export function monthsBefore(now: Date, months: number): string {
  return publishedMonth(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months)))
}
