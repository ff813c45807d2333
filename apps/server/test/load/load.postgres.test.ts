import { expect, test } from 'vitest'
import { serverFixtures } from '#test/server-fixtures.ts'
import { runLoad } from './run-load.ts'

const { aDataFolder } = serverFixtures()

test(
  'two servers and a worker in production mode serve many members without faults, lost writes or ledger errors',
  { timeout: 300_000 },
  async () => {
    const { DATABASE_URL: url = '' } = await aDataFolder()

    const result = await runLoad({
      database: { engine: 'postgres', url },
      seed: 3,
      seconds: 4,
      members: 8,
      pauseMs: 50,
      log: () => {},
    })

    expect([...result.problems, ...result.checked.problems]).toEqual([])
    expect(result.checked.kept).toBeGreaterThan(0)
    expect(result.checked.sentAgain).toBeGreaterThan(0)
    expect(result.replies.counted).toBe(result.replies.received)
    expect(Object.keys(result.memory)).toEqual(['server 1', 'server 2', 'worker'])
  },
)
