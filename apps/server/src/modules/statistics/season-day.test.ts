import { expect, test } from 'vitest'
import { madeAndSpent, paymentsOf } from './season-day.ts'

test('adds up payments by token across chains with other decimals', () => {
  const paid = (symbol: string, decimals: number, amount: bigint) =>
    ({ flow: 'INCOME', symbol, decimals, amount }) as const

  expect(
    paymentsOf([
      paid('USDT', 6, 1_500_000n),
      paid('USDS', 6, 5_000_000n),
      paid('USDS', 18, 5_000_000_000_000_000_001n),
      { ...paid('USDS', 6, 2_000_000n), flow: 'REFUND' },
      { ...paid('USDS', 6, 1_000_000n), flow: 'REVERSAL' },
    ]),
  ).toEqual([
    { symbol: 'USDS', income: '10.000000000000000001', returned: '3' },
    { symbol: 'USDT', income: '1.5', returned: '0' },
  ])
})

test('lets a returned purchase reduce what was made and what was spent', () => {
  const row = (kind: string, credited: bigint, debited: bigint) => ({ kind, credited, debited })

  expect(
    madeAndSpent([row('PRODUCT', 500n, 100n), row('REFUND', 100n, 500n), row('SPIN', 30n, 0n)]),
  ).toEqual({ made: 30n, spent: 0n })
})
