import { referralText, referralUnits } from '@solstice/rules/invite'

type Limits = {
  minWithdraw: string
  withdrawable: string
  withdrawLimitLeft: string
}

export type ReadAmount =
  | { amount: string }
  | { problem: 'needed' | 'wrong' | 'tooSmall' | 'tooMuch' | 'overLimit' }

const units = (text: string): bigint => referralUnits(text) ?? 0n

/** What was typed, as the server takes it; a comma is a point to many. */
export function readAmount(typed: string, limits: Limits): ReadAmount {
  const text = typed.trim().replace(',', '.').replace(/\.$/, '').replace(/^\./, '0.')
  if (text === '') return { problem: 'needed' }
  const amount = referralUnits(text)
  if (amount === undefined || amount === 0n) return { problem: 'wrong' }
  if (amount < units(limits.minWithdraw)) return { problem: 'tooSmall' }
  if (amount > units(limits.withdrawable)) return { problem: 'tooMuch' }
  if (amount > units(limits.withdrawLimitLeft)) return { problem: 'overLimit' }
  return { amount: referralText(amount) }
}

/** As much as balance and day allow. */
export function mostOf({
  withdrawable,
  withdrawLimitLeft,
}: Pick<Limits, 'withdrawable' | 'withdrawLimitLeft'>): string {
  return units(withdrawable) < units(withdrawLimitLeft) ? withdrawable : withdrawLimitLeft
}
