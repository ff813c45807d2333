import { expect, test } from 'vitest'
import { serverFixtures } from '#test/server-fixtures.ts'
import { killDuringPayments } from './kill-during-payments.ts'
import { seededRandom } from './scenario.ts'

const { aDataFolder } = serverFixtures()
const SERVER_RUNS = 3

test(
  'a server that dies during payments credits or sends back each of them exactly once',
  { timeout: 300_000 },
  async () => {
    const tally = await killDuringPayments.run({
      engine: 'postgres',
      settings: await aDataFolder(),
      chance: seededRandom(11),
      bursts: SERVER_RUNS,
      log: () => {},
    })

    expect(tally['kills']).toBe(SERVER_RUNS)
    // The response to one withdrawal may have been lost; it is paid nevertheless.
    expect(tally['paidWithdrawals']).toBeGreaterThanOrEqual(tally['withdrawals'] ?? 0)
    // No server ran on most of the last day of the round. That day is excused, which suffices for a
    // member of the demo data who lacked one check-in.
    expect(tally['paidRewards']).toBe(4)
    expect((tally['credited'] ?? 0) + (tally['sentBack'] ?? 0)).toBe(
      (tally['payments'] ?? 0) + (tally['unmatchedPayments'] ?? 0),
    )
  },
)
