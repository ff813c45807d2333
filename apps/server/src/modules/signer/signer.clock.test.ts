import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '@solstice/rules/duration'
import { localTreasuryKey } from '#/adapters/local-treasury-key.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { payoutFixtures } from '#test/test-payout.ts'
import { AMPLE_LIMITS } from '#test/test-signer.ts'
import { openSigner } from '#/treasury-signer.ts'
import { monotonicTime } from './signer.clock.ts'

const NOW = new Date('2026-06-23T08:00:00.000Z')
const later = (ms: number) => new Date(NOW.getTime() + ms)

describe('the signer clock', () => {
  test('advances with the monotonic clock', () => {
    let ms = 500
    const now = monotonicTime({ startTimes: [NOW], lastAt: undefined, monotonicMs: () => ms })
    ms += HOUR_MS

    expect(now()).toEqual(later(HOUR_MS))
  })

  test('starts at the slowest clock, and never before the last journal entry', () => {
    const begin = (startTimes: Date[], lastAt?: Date) =>
      monotonicTime({ startTimes, lastAt, monotonicMs: () => 0 })()

    expect(begin([later(DAY_MS), NOW])).toEqual(NOW)
    expect(begin([NOW, later(DAY_MS)])).toEqual(NOW)
    expect(begin([NOW], later(HOUR_MS))).toEqual(later(HOUR_MS))
    expect(begin([later(DAY_MS)], NOW)).toEqual(later(DAY_MS))
  })
})

describe('a signer on a machine whose clock is a day ahead', () => {
  let server: TestApp
  let folder: string
  const { request } = payoutFixtures(() => server)
  beforeAll(async () => {
    server = await startTestApp({ withChains: true })
    folder = await mkdtemp(join(tmpdir(), 'solstice-signer-'))
  })
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true })
    await server.close()
  })

  /** Opens a signer with a limit of five tokens a day that reads this machine's clocks. */
  async function open(aheadMs: () => number) {
    const { db, log } = server.ctx
    const limits = AMPLE_LIMITS.map((chain) => ({
      ...chain,
      tokens: chain.tokens.map((token) => ({ ...token, perDay: 5_000_000n })),
    }))
    const now = () => new Date(Date.now() + aheadMs())
    const parts = { db, log, now, isShared: false, monotonicMs: () => performance.now() }
    return openSigner(parts, { key: localTreasuryKey(`0x${'3c'.repeat(32)}`), limits, folder })
  }
  const fees = { gas: 60_000n, maxFeePerGas: 1n }
  const DAY_IS_OVER = { kind: 'refused', why: 'DAY_LIMIT' }

  test('gets no second day of limits, neither while it runs nor after a restart', async () => {
    const [first, second] = [await request(), await request()]
    let aheadMs = 0
    const running = await open(() => aheadMs)
    const admitted = await running.signer.admit({ payoutId: first.id, ...fees })
    aheadMs = 2 * DAY_MS
    const whileRunning = await running.signer.admit({ payoutId: second.id, ...fees })
    await running.close()
    const restarted = await open(() => aheadMs)
    const afterwards = await restarted.signer.admit({ payoutId: second.id, ...fees })
    await restarted.close()

    expect(admitted).toEqual({ kind: 'admitted' })
    expect(whileRunning).toMatchObject(DAY_IS_OVER)
    expect(afterwards).toMatchObject(DAY_IS_OVER)
  })
})
