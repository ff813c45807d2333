import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorker } from '#/platform/process/worker.ts'
import { configureSecondNode, type NodeBehaviours } from '#test/second-node.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { payoutFixtures } from '#test/test-payout.ts'
import { fundTreasury, advanceChains, transfersBetween } from '#test/test-treasury.ts'
import { payMembers } from './payout.jobs.ts'

let server: TestApp
let treasury: `0x${string}`
let behaviours: NodeBehaviours
const { payoutEvents, purposes, request, shown } = payoutFixtures(() => server)
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  server.worker = createWorker(server.ctx, [payMembers(purposes)])
  treasury = await fundTreasury(server)
  behaviours = await configureSecondNode(server, '4')
})
afterAll(() => server.close())
beforeEach(() => {
  payoutEvents.length = 0
  behaviours.first = 'honest'
  behaviours.second = 'honest'
})

test('keeps a large payout waiting while only one node reports its failure', async () => {
  const payout = await request({ amount: 5_000_000n })
  await server.worker.runDue()
  behaviours.first = 'reverted'
  await advanceChains(server)
  const waiting = await shown(payout)
  const payoutEventsBefore = [...payoutEvents]
  behaviours.first = 'honest'
  await advanceChains(server)

  expect(waiting).toMatchObject({ state: 'SENT', heldFor: 'SECOND_NODE' })
  expect(payoutEventsBefore).toEqual([`sent ${payout.key}`])
  expect(server.log.text).toContain('The nodes disagree on the failure of a payout')
  expect(await shown(payout)).toMatchObject({ state: 'CONFIRMED', heldFor: null })
  expect(await transfersBetween(server, treasury, payout.address)).toEqual([5_000_000n])
})

test('fails a large payout when both nodes report its failure', async () => {
  const payout = await request({ amount: 5_000_000n })
  await server.worker.runDue()
  behaviours.first = 'reverted'
  behaviours.second = 'down'
  await advanceChains(server)
  const waiting = await shown(payout)
  behaviours.second = 'reverted'
  await advanceChains(server)

  expect(waiting).toMatchObject({ state: 'SENT', heldFor: 'SECOND_NODE' })
  expect(await shown(payout)).toMatchObject({ state: 'FAILED' })
  expect(payoutEvents).toEqual([`sent ${payout.key}`, `failed ${payout.key}`])
})

test('fails a small payout on the report of one node', async () => {
  const payout = await request({ amount: 4_000_000n })
  await server.worker.runDue()
  behaviours.first = 'reverted'
  await advanceChains(server)

  expect(await shown(payout)).toMatchObject({ state: 'FAILED' })
})

test('keeps a call of a contract waiting while only one node reports its failure', async () => {
  const { db, payouts } = server.ctx
  const call = { purpose: 'DEPLOY', creates: 'LOG_ANCHOR', key: 'deploy', chainId: 31_337 } as const
  const id = await db.transaction((tx) => payouts.requestCall(tx, call))
  await server.worker.runDue()
  behaviours.first = 'reverted'
  await advanceChains(server)
  const waiting = await shown({ id })
  behaviours.second = 'reverted'
  await advanceChains(server)

  expect(waiting).toMatchObject({ state: 'SENT', heldFor: 'SECOND_NODE' })
  expect(await shown({ id })).toMatchObject({ state: 'FAILED' })
})
