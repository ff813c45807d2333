import { expect, test } from 'vitest'
import { serverFixtures } from '#test/server-fixtures.ts'
import { killDuringDistribution } from './kill-during-distribution.ts'
import { seededRandom } from './scenario.ts'

const { aDataFolder } = serverFixtures()
const SERVER_RUNS = 2

test(
  'a server that dies while it makes roots and claims pays each reward exactly once',
  { timeout: 300_000 },
  async () => {
    const tally = await killDuringDistribution.run({
      engine: 'postgres',
      settings: await aDataFolder(),
      chance: seededRandom(5),
      bursts: SERVER_RUNS,
      log: () => {},
    })

    expect(tally['atPoint']).toBe(SERVER_RUNS)
    expect(tally['paidRewards']).toBe(3 * (tally['rounds'] ?? 0))
    expect(tally['roots']).toBeGreaterThan(0)
  },
)
