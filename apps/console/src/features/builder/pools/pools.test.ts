import { expect, test } from 'vitest'
import { aboveCap, coverOf, sumOfPools } from './pools.ts'

const draftOf = (...pools: string[]) => ({ rounds: pools.map((pool) => ({ pool })) })

test('sums pools exactly', () => {
  expect(sumOfPools(draftOf('0.1', '0.2', '2500'))).toBe('2500.3')
  expect(sumOfPools(draftOf('1', ''))).toBeUndefined()
  expect(sumOfPools(draftOf())).toBeUndefined()
})

test('names the rounds that would wait for another day', () => {
  expect(aboveCap(draftOf('2500', '2500.000001', 'x'), '2500')).toEqual([2])
})

test('adds up a token over all chains whose node answers', () => {
  const usds = (amount: string) => ({ symbol: 'USDS', amount })

  expect(coverOf({ lanes: [{ balances: [usds('1.5')] }, { balances: [usds('2')] }] }, 'USDS')).toBe(
    '3.5',
  )
  expect(coverOf({ lanes: [{ balances: null }] }, 'USDS')).toBeUndefined()
  expect(coverOf({ lanes: [{ balances: [] }] }, 'USDS')).toBe('0')
})
