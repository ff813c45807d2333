import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '@solstice/rules/duration'
import { HOLD_TTL_MS } from '@solstice/rules/hold/hold'
import { payMembers } from '#/modules/payout/payout.jobs.ts'
import { createWorker } from '#/platform/process/worker.ts'
import { insertMember } from '#test/insert-members.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { insertHoldOf } from '#test/test-hold.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { payoutFixtures } from '#test/test-payout.ts'
import { advanceChains, fundTreasury, transfersBetween } from '#test/test-treasury.ts'

let server: TestApp
let treasury: string
let support: TestOperator
const { purposes, request, shown } = payoutFixtures(() => server)
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  treasury = await fundTreasury(server)
  support = await anOperator(server, 'SUPPORT')
})
afterAll(() => server.close())
beforeEach(() => {
  // No job records the ends of holds here.
  server.worker = createWorker(server.ctx, [payMembers(purposes)])
})

const arrived = ({ address }: { address: string }) => transfersBetween(server, treasury, address)

async function aHeldPayout() {
  const memberId = await insertMember(server.ctx.db)
  const holdId = await insertHoldOf(server, memberId)
  const payout = await request({ memberId })
  await advanceChains(server)
  expect(await shown(payout)).toMatchObject({ state: 'QUEUED', heldFor: 'FAIR_PLAY' })
  return { payout, params: { holdId } }
}

async function advance(ms: number): Promise<void> {
  server.clock.advance(ms)
  await advanceChains(server)
}

describe('a payout that a hold keeps', () => {
  test('is paid as soon as an operator has released the hold', async () => {
    const { payout, params } = await aHeldPayout()
    const body = { decision: 'RELEASE', answer: 'FAMILY', reason: 'A family' } as const
    expect((await support.call('hold.decide', { params, body })).code).toBe(0)
    await advanceChains(server)

    expect(await arrived(payout)).toEqual([5_000_000n])
  })

  test('is paid when the hold ends by its time, whether or not a job has recorded it', async () => {
    const { payout } = await aHeldPayout()
    await advance(HOLD_TTL_MS - HOUR_MS)
    const before = await arrived(payout)
    await advance(HOUR_MS)

    expect(before).toEqual([])
    expect(await arrived(payout)).toEqual([5_000_000n])
  })

  test('is paid at the date until which the hold was upheld, also if that is earlier than before', async () => {
    const { payout, params } = await aHeldPayout()
    const until = new Date(server.clock.now.getTime() + 2 * DAY_MS).toISOString()
    const body = { decision: 'UPHOLD', answer: 'NOT_EXPLAINED', reason: 'Two days', until } as const
    expect((await support.call('hold.decide', { params, body })).code).toBe(0)
    await advance(DAY_MS)
    const before = await arrived(payout)
    await advance(DAY_MS)

    expect(before).toEqual([])
    expect(await arrived(payout)).toEqual([5_000_000n])
  })
})
