import { expect, test } from 'vitest'
import { missingToWithdraw, maxWithdrawal, readAmount } from './withdraw-amount.ts'

const limits = { minWithdraw: '10', withdrawable: '150.5', withdrawLimitLeft: '100' }

test.each([
  ['10', { amount: '10' }],
  [' 12,50 ', { amount: '12.5' }],
  ['100.000000', { amount: '100' }],
  ['20.', { amount: '20' }],
  ['', { problem: 'needed' }],
  ['ten', { problem: 'wrong' }],
  ['-10', { problem: 'wrong' }],
  ['1e3', { problem: 'wrong' }],
  ['0', { problem: 'wrong' }],
  ['10.0000001', { problem: 'tooFine' }],
  ['10,000', { problem: 'tooMuch' }],
  ['1,000.50', { problem: 'tooMuch' }],
  ['1,000,000', { problem: 'tooMuch' }],
  ['0,125', { problem: 'tooSmall' }],
  ['10,1234', { amount: '10.1234' }],
  ['10,00,0', { problem: 'wrong' }],
  ['10.5,0', { problem: 'wrong' }],
  ['.5', { problem: 'tooSmall' }],
  ['9.999999', { problem: 'tooSmall' }],
  ['150.6', { problem: 'tooMuch' }],
  ['100.000001', { problem: 'overLimit' }],
])('reads an amount typed as %j as %j', (typed, read) => {
  expect(readAmount(typed, limits)).toEqual(read)
})

test('limits the maximum by both the balance and the daily limit', () => {
  expect(maxWithdrawal(limits)).toBe('100')
  expect(maxWithdrawal({ ...limits, withdrawable: '9.5' })).toBe('9.5')
})

test.each([
  ['0', '10'],
  ['9.999999', '0.000001'],
  ['10', undefined],
  ['150.5', undefined],
])('returns for a balance of %s that %s is missing for a withdrawal', (withdrawable, missing) => {
  expect(missingToWithdraw(limits, { withdrawable })).toBe(missing)
})
