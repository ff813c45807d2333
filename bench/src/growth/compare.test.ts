import { describe, expect, test } from 'vitest'
import { compareSizes, grows, isAccepted, reasonOf, type Measured } from './compare.ts'
import type { StatementCost } from './statements.ts'

function measured(source: string, costs: Record<string, [buffers: number, ms: number]>): Measured {
  return {
    source,
    costs: new Map(
      Object.entries(costs).map(([text, [buffers, ms]]): [string, StatementCost] => [
        text,
        { calls: 1, buffers, ms },
      ]),
    ),
  }
}

function compared(small: [number, number], large: [number, number]) {
  const [row] = compareSizes(
    [measured('a call', { 'select 1': small })],
    [measured('a call', { 'select 1': large })],
  )
  if (!row) throw new Error('The comparison has no row')
  return row
}

describe('a statement grows', () => {
  test('when buffers and time more than triple and the time is above 5 ms', () => {
    expect(grows(compared([10, 2], [31, 6.1]))).toBe(true)
    expect(grows(compared([10, 2], [30, 6.1]))).toBe(false)
    expect(grows(compared([10, 2], [31, 6]))).toBe(false)
    expect(grows(compared([10, 1], [31, 5]))).toBe(false)
  })

  test('when it was not sent at the small size and takes long at the large size', () => {
    const [row] = compareSizes(
      [measured('a call', {})],
      [measured('a call', { 'select 1': [900, 40] })],
    )

    expect(row && grows(row)).toBe(true)
  })
})

test('shows a statement once, with the source where it grows', () => {
  const small = [
    measured('flat', { 'select 1': [100, 20] }),
    measured('growing', { 'select 1': [10, 1] }),
  ]
  const large = [
    measured('flat', { 'select 1': [100, 20] }),
    measured('growing', { 'select 1': [100, 10] }),
  ]

  expect(compareSizes(small, large)).toEqual([
    expect.objectContaining({ source: 'growing', sources: 2, text: 'select 1' }),
  ])
})

test('rejects a source that was measured at the small size only', () => {
  expect(() => compareSizes([measured('a call', {})], [])).toThrow('a call')
})

test('accepts a growing statement that is listed, for the listed source only', () => {
  const row = compared([10, 2], [100, 20])
  const reason = 'An operator asks for it rarely'

  expect(isAccepted(row, [])).toBe(false)
  expect(isAccepted(row, [{ startsWith: 'select 1', reason }])).toBe(true)
  expect(isAccepted(row, [{ startsWith: 'select 1', source: 'a job', reason }])).toBe(false)
  expect(isAccepted(compared([10, 2], [10, 2]), [])).toBe(true)
  expect(reasonOf(row, [{ startsWith: 'select', source: 'a call', reason }])).toBe(reason)
})
