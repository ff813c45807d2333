import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createWorker } from '#/platform/process/worker.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { payoutFixtures } from '#test/test-payout.ts'
import { advanceChains, fundTreasury, transfersBetween } from '#test/test-treasury.ts'
import { chainOf } from '#test/test-wallet.ts'
import { payMembers } from './payout.jobs.ts'

const CHAIN = 31_337

let server: TestApp
let treasury: string
let finance: TestOperator
const { purposes, request } = payoutFixtures(() => server)
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  treasury = await fundTreasury(server)
  finance = await anOperator(server, 'FINANCE')
  server.worker = createWorker(server.ctx, [payMembers(purposes)])
})
afterAll(() => server.close())

const laneOf = async () => {
  const { data } = await finance.call('payout.treasury', {})
  return data?.lanes.find(({ chainId }) => chainId === CHAIN)
}

test('a network without payouts is frozen while its node is silent, and continues at the nonce of the chain', async () => {
  // The account has a nonce, but the database has no lane of it.
  const earlier = await request()
  await advanceChains(server)
  expect(await transfersBetween(server, treasury, earlier.address)).toEqual([5_000_000n])
  await server.ctx.db.execute(sql`delete from treasury_lanes`)
  chainOf(server).node.setFault('*', { kind: 'down', status: 503 })
  const body = { chainId: CHAIN, reason: 'The node is silent' }
  const frozen = await finance.call('payout.freeze', { body })
  const recovery = await finance.call('payout.recovery', { params: { chainId: CHAIN } })
  chainOf(server).node.clearFaults()

  expect(frozen.code).toBe(0)
  expect(recovery.code).toBe(0)
  expect(await laneOf()).toMatchObject({ frozenFor: 'The node is silent', nextNonce: null })
  const known = await finance.call('payout.recovery', { params: { chainId: CHAIN } })
  expect(known.data).toMatchObject({ case: 'OPERATOR', database: { nextNonce: 1 } })

  const waiting = await request()
  await advanceChains(server)
  expect(await transfersBetween(server, treasury, waiting.address)).toEqual([])
  await finance.call('payout.unfreeze', { body: { chainId: CHAIN, reason: 'It answers again' } })
  await advanceChains(server)

  expect(await transfersBetween(server, treasury, waiting.address)).toEqual([5_000_000n])
  expect(await laneOf()).toMatchObject({ frozenAt: null, nextNonce: 2 })
})

test.each([
  ['one network', CHAIN],
  ['all payouts', null],
])('freezing %s asks no node, and shows the balances of the last time', async (_what, chainId) => {
  await finance.call('payout.treasury', {})
  const asked = vi.spyOn(chainOf(server).node, 'answer')
  const body = { chainId, reason: 'A node hangs' }
  const frozen = await finance.call('payout.freeze', { body })
  const requests = asked.mock.calls.length
  asked.mockRestore()
  await finance.call('payout.unfreeze', { body: { chainId, reason: 'It answers again' } })

  expect(requests).toBe(0)
  const lane = frozen.data?.lanes.find((each) => each.chainId === CHAIN)
  expect(chainId === null ? frozen.data?.stoppedFor : lane?.frozenFor).toBe('A node hangs')
  expect(lane?.balances).toBeNull()
})
