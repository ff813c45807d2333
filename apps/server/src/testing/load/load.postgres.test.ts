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

test('memory that is never given back has a slope, and what only fills while it warms up has none', () => {
  const MB = 1024 * 1024
  const samples = (heapMb: (at: number) => number) =>
    Array.from({ length: 60 }, (_, at) => ({
      atMs: at * 1000,
      heapBytes: heapMb(at) * MB,
      residentBytes: 120 * MB,
    }))

  const warmed = growthOf(samples((at) => Math.min(40 + at, 60) + (at % 2)))
  expect(Math.abs(warmed.growthMbPerMinute)).toBeLessThan(1)
  expect(growthOf(samples((at) => 40 + at / 2)).growthMbPerMinute).toBeCloseTo(30)
})
