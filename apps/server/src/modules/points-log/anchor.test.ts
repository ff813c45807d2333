import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAddress } from '@solstice/contracts/create-address'
import { verifyMember } from '@solstice/points-log/member'
import { nodeCrypto } from '@solstice/points-log/node-crypto'
import { DAY_MS, MINUTE_MS } from '@solstice/rules/duration'
import { jobKinds } from '#/job-kinds.ts'
import { readLogs } from '#/modules/chain/chain-reading.service.ts'
import { findPayoutPage } from '#/modules/payout/payout-list.queries.ts'
import { treasuryPayouts } from '#/modules/payout/payout.service.ts'
import { CALL_POINTS, PAYMENT_POINTS } from '#/platform/process/fault-points.ts'
import { createWorker } from '#/platform/process/worker.ts'
import { insertMember } from '#test/insert-members.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { credit } from '#test/test-ledger.ts'
import { advanceChains, fundTreasury } from '#test/test-treasury.ts'
import { chainOf } from '#test/test-wallet.ts'
import { queueAnchor } from './anchor.jobs.ts'
import { anchorOf, requestAnchor } from './anchor.service.ts'
import { memberLog } from './member-log.service.ts'
import { findNewestCheckpoint } from './points-log.queries.ts'
import { appendPostings } from './points-log.service.ts'

let server: TestApp
let member: number
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  await fundTreasury(server)
  member = await insertMember(server.ctx.db)
})
afterAll(() => server.close())

async function grow(): Promise<void> {
  await credit(server.ctx.db, member, 5n)
  while ((await appendPostings(server.ctx)) === 'part');
}

const purposes = async () =>
  (await findPayoutPage(server.ctx.db, {}, { page: 1, size: 100 }))
    .map(({ purpose }) => purpose)
    .toReversed()

const posted = (address: string) =>
  readLogs(chainOf(server).node, { address, fromBlock: '0x0', toBlock: 'latest' })

test('nothing is requested while the log is empty, and nothing without a treasury', async () => {
  await requestAnchor(server.ctx)
  await grow()
  await requestAnchor({ ...server.ctx, treasury: undefined })
  await requestAnchor({ ...server.ctx, settings: { ...server.ctx.settings, pointsLogChain: 0 } })

  expect(await purposes()).toEqual([])
  expect(await anchorOf(server.ctx.db)).toBeUndefined()
})

test('the job deploys the contract once, and posts the newest checkpoint once a day', async () => {
  const { ctx } = server
  await grow()
  await queueAnchor(ctx, ctx.now())
  await advanceChains(server, 20)
  const newest = await findNewestCheckpoint(ctx.db)
  const anchor = await anchorOf(ctx.db)
  expect(await purposes()).toEqual(['DEPLOY', 'ANCHOR'])
  expect(anchor).toMatchObject({
    chainId: 31_337,
    address: createAddress(ctx.treasury?.address ?? '', 0),
    size: newest?.size,
    root: newest?.root,
  })
  expect(await posted(anchor?.address ?? '')).toMatchObject([
    { data: `0x${newest?.root.toString('hex')}` },
  ])

  await grow()
  await advanceChains(server, 10)
  expect(await purposes()).toEqual(['DEPLOY', 'ANCHOR'])
  server.clock.advance(DAY_MS)
  await advanceChains(server, 20)
  expect(await purposes()).toEqual(['DEPLOY', 'ANCHOR', 'ANCHOR'])
  expect((await anchorOf(ctx.db))?.size).toBe((newest?.size ?? 0) + 1)
  expect(await posted(anchor?.address ?? '')).toHaveLength(2)
  server.clock.advance(DAY_MS)
  await advanceChains(server, 10)
  expect(await purposes()).toHaveLength(3)

  await grow()
  const page = await memberLog(ctx, member, { after: 0, seen: 0 })
  expect(page.anchor).toMatchObject({ address: anchor?.address, size: (newest?.size ?? 0) + 1 })
  expect(page.anchor?.consistency).not.toEqual([])
  expect(verifyMember(nodeCrypto, { memberId: member, page })).toMatchObject({ ok: true })
})

test('a process that dies at any point of a deployment or an anchor repeats and loses nothing', async () => {
  const { ctx } = server
  await grow()
  server.clock.advance(DAY_MS)
  const passed: string[] = []
  const atFaultPoint = (point: string) => {
    if (passed.includes(point)) return
    passed.push(point)
    throw new Error(`Died at ${point}`)
  }
  const dying = { ...ctx, atFaultPoint, settings: { ...ctx.settings, pointsLogChain: 31_338 } }
  const payouts = treasuryPayouts(dying)
  const worker = createWorker({ ...dying, payouts }, jobKinds)
  const before = (await purposes()).length
  await ctx.db.execute(sql`delete from jobs`)
  await queueAnchor(ctx, ctx.now())
  for (let round = 0; round < 60; round += 1) {
    await chainOf(server, 31_338).control.mine(1)
    // Longer than every wait of a job that failed.
    server.clock.advance(2 * MINUTE_MS)
    await worker.runDue()
  }

  expect((await purposes()).slice(before)).toEqual(['DEPLOY', 'ANCHOR'])
  const anchor = await anchorOf(ctx.db)
  expect(anchor?.chainId).toBe(31_338)
  const filter = { address: anchor?.address, fromBlock: '0x0', toBlock: 'latest' }
  expect(await readLogs(chainOf(server, 31_338).node, filter)).toHaveLength(1)
  expect(passed.toSorted()).toEqual(
    [...CALL_POINTS, ...PAYMENT_POINTS.filter((point) => point.startsWith('payout'))].toSorted(),
  )
})
