import { expect, test } from 'vitest'
import { serverFixtures } from '#test/server-fixtures.ts'
import { killDuringWrites } from './kill-during-writes.ts'
import { seededRandom } from './scenario.ts'

const { aDataFolder } = serverFixtures()
const ENGINE = process.env['SOLSTICE_TEST_DB'] === 'postgres' ? 'postgres' : 'pglite'
const BURSTS = 3

test(
  'a server that is killed during concurrent writes loses nothing it has acknowledged',
  { timeout: 600_000 },
  async () => {
    const tally = await killDuringWrites.run({
      engine: ENGINE,
      settings: await aDataFolder(),
      chance: seededRandom(7),
      bursts: BURSTS,
      log: () => {},
    })

    expect(tally).toMatchObject({ bursts: BURSTS, verified: BURSTS })
    expect(tally['acknowledged']).toBeGreaterThanOrEqual(5 * BURSTS)
  },
)
