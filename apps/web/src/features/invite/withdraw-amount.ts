import { referralText, referralUnits } from '@solstice/rules/invite'

type Limits = {
  minWithdraw: string
  withdrawable: string
  withdrawLimitLeft: string
}

export type AmountProblem = 'needed' | 'wrong' | 'tooFine' | 'tooSmall' | 'tooMuch' | 'overLimit'
export type ReadAmount = { amount: string } | { problem: AmountProblem }

const units = (text: string): bigint => referralUnits(text) ?? 0n

/** Matches thousands separators as both languages write them: 10,000 or 1,234.50. */
const GROUPED = /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/
const TOO_MANY_DECIMALS = /^\d+\.\d{7,}$/

/**
 * Converts typed text into the amount that the server accepts. A comma counts as a decimal point
 * unless it separates thousands.
 */
export function readAmount(typed: string, limits: Limits): ReadAmount {
  const trimmed = typed.trim()
  const plain = GROUPED.test(trimmed) ? trimmed.replaceAll(',', '') : trimmed.replace(',', '.')
  const text = plain.replace(/\.$/, '').replace(/^\./, '0.')
  if (text === '') return { problem: 'needed' }
  if (TOO_MANY_DECIMALS.test(text)) return { problem: 'tooFine' }
  const amount = referralUnits(text)
  if (amount === undefined || amount === 0n) return { problem: 'wrong' }
  if (amount < units(limits.minWithdraw)) return { problem: 'tooSmall' }
  if (amount > units(limits.withdrawable)) return { problem: 'tooMuch' }
  if (amount > units(limits.withdrawLimitLeft)) return { problem: 'overLimit' }
  return { amount: referralText(amount) }
}

/** Returns the largest amount that the balance and the daily limit allow. */
export function maxWithdrawal({
  withdrawable,
  withdrawLimitLeft,
}: Pick<Limits, 'withdrawable' | 'withdrawLimitLeft'>): string {
  return units(withdrawable) < units(withdrawLimitLeft) ? withdrawable : withdrawLimitLeft
}

/** Returns the amount that the balance is missing for the minimum withdrawal. */
export function missingToWithdraw(
  { minWithdraw }: Pick<Limits, 'minWithdraw'>,
  { withdrawable }: Pick<Limits, 'withdrawable'>,
): string | undefined {
  const missing = units(minWithdraw) - units(withdrawable)
  return missing > 0n ? referralText(missing) : undefined
}
