import { expect, test } from 'vitest'
import { homes } from '#/testing/server-home.ts'
import { growthOf } from './memory.ts'
import { runLoad } from './run-load.ts'

const { aHome } = homes()

test(
  'two servers and a worker in production serve a crowd: no fault, nothing acknowledged is lost, the books hold',
  { timeout: 300_000 },
  async () => {
    const { DATABASE_URL: databaseUrl = '' } = await aHome()

    const result = await runLoad({
      databaseUrl,
      seed: 3,
      seconds: 4,
      members: 8,
      pauseMs: 50,
      say: () => {},
    })

    expect([...result.problems, ...result.checked.problems]).toEqual([])
    expect(result.checked.kept).toBeGreaterThan(0)
    expect(result.checked.sentAgain).toBeGreaterThan(0)
    expect(result.replies.counted).toBe(result.replies.asked)
    expect(Object.keys(result.memory)).toEqual(['server 1', 'server 2', 'worker'])
  },
)

test('memory that only breathes is flat, and memory that is never given back is not', () => {
  const MB = 1024 * 1024
  const samples = (leakMbPerMinute: number) =>
    Array.from({ length: 240 }, (_, at) => ({
      atMs: at * 500,
      heapBytes: (40 + (at % 16) + (leakMbPerMinute * at) / 120) * MB,
      residentBytes: 120 * MB,
    }))

  expect(growthOf(samples(0)).growthMbPerMinute).toBeCloseTo(0, 0)
  expect(growthOf(samples(30)).growthMbPerMinute).toBeGreaterThan(25)
})
