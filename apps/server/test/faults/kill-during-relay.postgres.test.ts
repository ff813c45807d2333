import { expect, test } from 'vitest'
import { serverFixtures } from '#test/server-fixtures.ts'
import { killDuringRelay } from './kill-during-relay.ts'
import { seededRandom } from './scenario.ts'

const { aDataFolder } = serverFixtures()
const SERVER_RUNS = 2

test(
  'a server that dies while members without coin send tokens executes each send exactly once',
  { timeout: 600_000 },
  async () => {
    const tally = await killDuringRelay.run({
      engine: 'postgres',
      settings: await aDataFolder(),
      chance: seededRandom(5),
      bursts: SERVER_RUNS,
      log: () => {},
    })

    expect(tally['kills']).toBe(SERVER_RUNS)
    expect(tally['faults']).toBeGreaterThan(0)
    expect(tally['arrived']).toBe(2 * SERVER_RUNS)
  },
)
