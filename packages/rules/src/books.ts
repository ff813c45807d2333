import { HOUR_MS, MINUTE_MS } from './duration.ts'
import { programmeDayOf, startOfDay, type ProgrammeDay } from './programme-day.ts'

/** A calendar month of the programme, such as 2026-06. Its days begin at midnight in UTC+4. */
export type ProgrammeMonth = `${number}-${number}`

export function programmeMonthOf(instant: Date): ProgrammeMonth {
  // A programme day begins with its month.
  return programmeDayOf(instant).slice(0, 7) as ProgrammeMonth
}

/** Returns the months before (negative) or after this one. */
export function monthAfter(month: ProgrammeMonth, months = 1): ProgrammeMonth {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const first = new Date(Date.UTC(year, number - 1 + months, 1))
  // The first seven characters of an ISO time are the month.
  return first.toISOString().slice(0, 7) as ProgrammeMonth
}

/** Returns every month from one to another, newest first. */
export function monthsBetween(first: ProgrammeMonth, last: ProgrammeMonth): ProgrammeMonth[] {
  const months: ProgrammeMonth[] = []
  for (let month = last; month >= first; month = monthAfter(month, -1)) months.push(month)
  return months
}

/** Returns the instants at which a month begins and ends. */
export function monthSpan(month: ProgrammeMonth): { startAt: Date; endAt: Date } {
  const first = (of: ProgrammeMonth): ProgrammeDay => `${of}-01` as ProgrammeDay // A month and its first day.
  return { startAt: startOfDay(first(month)), endAt: startOfDay(first(monthAfter(month))) }
}

/** Transactions that began before midnight are committed by then. */
const CLOSE_AFTER_MS = HOUR_MS

/** Returns the last month that may be closed by books that are complete up to an instant. */
export function lastClosedMonth(completeAt: Date): ProgrammeMonth {
  return monthAfter(programmeMonthOf(new Date(completeAt.getTime() - CLOSE_AFTER_MS)), -1)
}

export type Movement = {
  kind: string
  credited: bigint
  debited: bigint
  postings: number
  latePostings: number
}

/** The movements of an account in a month, and before it. */
export type AccountMonth = { opening: bigint; movements: readonly Movement[] }

/** Returns the balance at the end of the month. */
export function closingOf({ opening, movements }: AccountMonth): bigint {
  return movements.reduce((sum, { credited, debited }) => sum + credited - debited, opening)
}

/** Postings sum to zero per asset and scope, and so do all balances. */
export function isBalanced(balances: readonly bigint[]): boolean {
  return balances.reduce((sum, balance) => sum + balance, 0n) === 0n
}

/** The shares of a full verification that its phases take. */
const PHASES = { guards: 0, transactions: 0, closings: 0.55, accounts: 0.9 } as const

export type VerificationProgress = {
  phase: keyof typeof PHASES
  /** The position within the phase and its end, counted in the same direction. */
  done: number
  all: number
}

/** Returns how much of a verification is done, from 0 to 1. */
export function verifiedShare({ phase, done, all }: VerificationProgress): number {
  const begin = PHASES[phase]
  const end = Math.min(1, ...Object.values(PHASES).filter((share) => share > begin))
  const part = all <= 0 ? 0 : Math.min(1, Math.max(0, done / all))
  return begin + (end - begin) * (phase === 'guards' ? 0 : part)
}

/** The ids of a partition that were given to transactions: after one, up to another. */
export type IdRange = { after: number; last: number }

/** Returns how many of the given ids are at or before one. Each partition leaves many ids unused. */
export function countIds(ranges: readonly IdRange[], upTo: number): number {
  return ranges.reduce((sum, { after, last }) => sum + Math.max(0, Math.min(upTo, last) - after), 0)
}

/** The parts of the books of an account, in the smallest unit of a token. */
export type TokenBooks = { opening: bigint; recorded: bigint; booked: bigint }

export const expectedBalance = ({ opening, recorded, booked }: TokenBooks): bigint =>
  opening + recorded + booked

/** Returns how much more is on chain than expected; negative if something is missing. */
export function differenceOf(books: TokenBooks, onChain: bigint): bigint {
  return onChain - expectedBalance(books)
}

/** The largest amount of a token. */
const AMOUNT_MAX = 2n ** 256n - 1n

const isAmount = (amount: bigint) => amount <= AMOUNT_MAX && amount >= -AMOUNT_MAX

/** Returns whether an amount and the sum of the bookings with it are amounts that a token can have. */
export function isBookable(amount: bigint, { booked }: Pick<TokenBooks, 'booked'>): boolean {
  return amount !== 0n && isAmount(amount) && isAmount(booked + amount)
}

export type DifferingTransfer = { txHash: string; onChain: bigint; recorded: bigint }

/**
 * Returns the part of a difference that no listed transfer explains. Zero means that the transfers
 * name the whole difference.
 */
export function unexplainedOf(difference: bigint, transfers: readonly DifferingTransfer[]): bigint {
  return transfers.reduce((left, { onChain, recorded }) => left - (onChain - recorded), difference)
}

type Found = DifferingTransfer & { contract: string; foundAt: Date }
type Booked = {
  id: number
  contract: string
  amount: bigint
  txHash: string | null
  bookedAt: Date
}

/**
 * Returns the booking that explains each transfer. A booking names its transfer by the hash, or stands
 * for every transfer of its token that was open when it was made, if their amounts are the same.
 */
export function bookingsOf<Transfer extends Found>(
  transfers: readonly Transfer[],
  bookings: readonly Booked[],
): Map<Transfer, number> {
  const explained = new Map<Transfer, number>()
  const named = bookings.filter(({ txHash }) => txHash !== null)
  for (const { id, contract, txHash } of named) {
    const found = transfers.find((each) => each.contract === contract && each.txHash === txHash)
    if (found) explained.set(found, id)
  }
  const unnamed = bookings.filter(({ txHash }) => txHash === null)
  for (const { id, contract, amount, bookedAt } of unnamed.toSorted(
    (one, two) => one.id - two.id,
  )) {
    const open = transfers.filter(
      (each) =>
        each.contract === contract &&
        each.foundAt.getTime() <= bookedAt.getTime() &&
        !explained.has(each),
    )
    if (open.length > 0 && unexplainedOf(amount, open) === 0n) {
      for (const each of open) explained.set(each, id)
    }
  }
  return explained
}

/** Reconciliations run every programme day, an hour after midnight. */
const NIGHT_AFTER_MS = HOUR_MS

/** Returns when the newest night of reconciliation began. */
export function lastNight(now: Date): Date {
  const shifted = new Date(now.getTime() - NIGHT_AFTER_MS)
  return new Date(startOfDay(programmeDayOf(shifted)).getTime() + NIGHT_AFTER_MS)
}

/** A node on a wrong fork has this long to return before the books leave a replaced chain. */
const REPLACED_FOR_MS = 5 * MINUTE_MS

/** Returns whether a chain that was reported as replaced is replaced for good, or an operator asks again. */
export function isReplacedForGood(
  { failedAt, requestedAt }: { failedAt: Date; requestedAt: Date | null },
  now: Date,
): boolean {
  if (requestedAt !== null && requestedAt > failedAt) return true
  return now.getTime() - failedAt.getTime() >= REPLACED_FOR_MS
}

/** Longer than a day and a night, so that a node that was down for some hours raises no alarm. */
const UNRECONCILED_AFTER_MS = 30 * HOUR_MS

/** Returns whether an account has not been reconciled for too long. */
export function isOverdue(
  { createdAt, reconciledAt }: { createdAt: Date; reconciledAt: Date | null },
  now: Date,
): boolean {
  return now.getTime() - (reconciledAt ?? createdAt).getTime() > UNRECONCILED_AFTER_MS
}
