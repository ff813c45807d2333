import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints, type CallId } from '@solstice/contract/catalogue'
import { fuzzCall } from '#test/fuzz.ts'
import { fuzzLong } from '#test/fuzz-long.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { aSeason } from '#test/test-season.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
  // The season gives calls with small ids something to find.
  await aSeason(server)
})
afterAll(() => server.close())

const REQUESTS = 12
/** The seed is the same in every run; `npm run fuzz` covers more requests. */
const SEED = 20_260_623

describe('a fuzzed call returns an envelope with a code of its contract', () => {
  test.each(Object.keys(endpoints) as CallId[])(
    '%s',
    async (id) => {
      const tally = await fuzzCall(server, id, { requests: REQUESTS, seed: SEED })

      const sent = [...tally.values()].reduce((sum, count) => sum + count, 0)
      expect(sent).toBe(REQUESTS)
    },
    120_000,
  )
})

describe('a call with texts of the maximum length neither fails nor stalls', () => {
  test.each(Object.keys(endpoints) as CallId[])(
    '%s',
    async (id) => {
      expect(await fuzzLong(server, id, { every: false })).toBeGreaterThanOrEqual(1)
    },
    120_000,
  )
})

test('the fuzzer detects a call that fails with an unexpected error', async () => {
  const broken = await startTestApp()
  broken.ctx.passwords.verify = () => Promise.reject(new Error('disk on fire'))

  const fuzzing = fuzzCall(broken, 'auth.login', { requests: 200, seed: SEED })

  await expect(fuzzing).rejects.toThrow('answered 500')
  await broken.close()
})
