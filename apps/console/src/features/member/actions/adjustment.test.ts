import type { CallData } from '@solstice/contract/wire'
import { expect, test } from 'vitest'
import { levelOf } from './adjustment.ts'

/** Only the limits of adjustments matter here. */
const policy = {
  adjustXp: 5000,
  adjustTickets: 50,
  adjustCredit: 500,
  adjustUsds: 5,
} as CallData<'approval.policy'>

test.each([
  ['XP', '5000', 'C3'],
  ['XP', '5001', 'C4'],
  ['TICKET', '51', 'C4'],
  ['CREDIT', '500', 'C3'],
  ['REFERRAL', '5000000', 'C3'],
  ['REFERRAL', '5000001', 'C4'],
  ['SEASON_XP', '1', 'C4'],
] as const)('%s %s is %s', (asset, amount, level) => {
  expect(levelOf(asset, amount, policy)).toBe(level)
})

test('asks for a factor until the limits are known', () => {
  expect(levelOf('XP', '5001', undefined)).toBe('C3')
})
