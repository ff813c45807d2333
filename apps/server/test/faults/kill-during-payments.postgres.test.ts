import { expect, test } from 'vitest'
import { homes } from '#test/server-home.ts'
import { killDuringPayments } from './kill-during-payments.ts'
import { chanceFrom } from './scenario.ts'

const { aHome } = homes()
const SERVER_RUNS = 3

test(
  'a server that dies during payments credits or sends back each of them exactly once',
  { timeout: 300_000 },
  async () => {
    const tally = await killDuringPayments.run({
      engine: 'postgres',
      settings: await aHome(),
      chance: chanceFrom(11),
      bursts: SERVER_RUNS,
      log: () => {},
    })

    expect(tally['kills']).toBe(SERVER_RUNS)
    // The response to one withdrawal may have been lost; it is paid nevertheless.
    expect(tally['paidWithdrawals']).toBeGreaterThanOrEqual(tally['withdrawals'] ?? 0)
    expect(tally['paidRewards']).toBe(3)
    expect((tally['credited'] ?? 0) + (tally['sentBack'] ?? 0)).toBe(
      (tally['payments'] ?? 0) + (tally['strays'] ?? 0),
    )
  },
)
