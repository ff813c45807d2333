import { expect, test } from 'vitest'
import { homes } from '#test/server-home.ts'
import { killDuringWrites } from './kill-during-writes.ts'
import { chanceFrom } from './scenario.ts'

const { aHome } = homes()
const PLACE = process.env['SOLSTICE_TEST_DB'] === 'postgres' ? 'postgres' : 'pglite'
/** A burst takes the embedded database five times as long, most of it to start again. */
const BURSTS = PLACE === 'postgres' ? 3 : 2

test(
  'a server that is killed while many write loses nothing it has acknowledged',
  { timeout: 600_000 },
  async () => {
    const tally = await killDuringWrites.run({
      place: PLACE,
      settings: await aHome(),
      chance: chanceFrom(7),
      bursts: BURSTS,
      say: () => {},
    })

    expect(tally).toMatchObject({ bursts: BURSTS, verified: BURSTS })
    expect(tally['acknowledged']).toBeGreaterThanOrEqual(5 * BURSTS)
  },
)
