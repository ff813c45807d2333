import { expect, test } from 'vitest'
import { defaultRelayFees, treasuryVariables } from './treasury-settings.ts'

const read = (text: string) => treasuryVariables.RELAY_FEES_PER_DAY.safeParse(text)

test('reads the fees per day of each chain in coins, and 0 as none', () => {
  expect(read('1:0.05, 56:2').data).toEqual(
    new Map([
      [1, 50_000_000_000_000_000n],
      [56, 2_000_000_000_000_000_000n],
    ]),
  )
  expect(read('0').data).toEqual(new Map())
})

test.each(['1', '1:', '1:0', '1:x', '1:1,1:2', '1:0.0000000000000000001', '1:1,'])(
  'rejects %j',
  (text) => {
    expect(read(text).success).toBe(false)
  },
)

test('relays nothing in production unless a setting says so', () => {
  expect(defaultRelayFees(true).size).toBe(0)
  expect([...defaultRelayFees(false).keys()]).toEqual([31_337, 31_338])
})
