import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobKinds } from '#/job-kinds.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { createWorker } from '#/platform/process/worker.ts'
import { insertMembers } from '#test/insert-members.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { giveWallet, postRoots, problemsOf, settleShared } from '#test/test-distribution.ts'
import { advanceChains, fundTreasury } from '#test/test-treasury.ts'
import { waitingSessions } from '#test/waiting-sessions.ts'
import { aWallet } from '#test/test-wallet.ts'
import { distributionClaims } from './distribution.table.ts'
import { endClaims, lockLeaf, setClaimed } from './reward-claim.queries.ts'
import { openClaimsOf } from './reward-claim.service.ts'
import { buildRoots } from './root.service.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  await fundTreasury(server)
  server.worker = createWorker(server.ctx, jobKinds)
  server.ctx.settings.rewardRootAbove = 1
})
afterAll(() => server.close())

const paid = async () =>
  rowsOf<{ state: string; count: number }>(
    server.ctx.db,
    sql`select state, count(*)::int as count from round_rewards group by state order by state`,
  )

/**
 * Two workers take every step at the same time, one reward at a time, and each job of the usual
 * worker dies after its commit.
 */
test('roots and claims are complete and exact with two workers and a kill after every step', async () => {
  const members = await insertMembers(server.ctx.db, 5)
  for (const memberId of members) await giveWallet(server, memberId, aWallet().address)
  const kills = new Map<string, number>()
  server.ctx.atFaultPoint = (point) => {
    if (!/^(root|claims)-/.test(point)) return
    kills.set(point, (kills.get(point) ?? 0) + 1)
    throw new Error(`simulated kill at ${point}`)
  }
  const alive = { ...server.ctx, atFaultPoint: undefined }

  await settleShared(server, members)
  for (let round = 0; round < 40; round += 1) {
    const step = () => buildRoots(alive, { start: round === 0, batch: 1 })
    await Promise.all([
      step(),
      step(),
      buildRoots(server.ctx, { start: false, batch: 1 }).catch(() => undefined),
    ])
    await advanceChains(server, 1)
    server.clock.advance(60_000)
  }
  const released = await paid()
  for (const memberId of members) await openClaimsOf(server.ctx.db, server.ctx, memberId)
  for (const memberId of members) await openClaimsOf(server.ctx.db, server.ctx, memberId)
  for (let round = 0; round < 16; round += 1) {
    await advanceChains(server, 1)
    server.clock.advance(60_000)
  }

  expect(released).toEqual([{ state: 'CLAIMABLE', count: 5 }])
  expect(await paid()).toEqual([{ state: 'PAID', count: 5 }])
  const [sent] = await rowsOf(
    server.ctx.db,
    sql`select count(*) filter (where purpose = 'ROOT')::int as roots,
        count(*) filter (where purpose = 'CLAIM')::int as claims,
        count(*) filter (where purpose = 'DEPLOY' and creates = 'DISTRIBUTOR')::int as deployments,
        sum(amount) filter (where purpose = 'FUND')::text as funded,
        count(*) filter (where state <> 'CONFIRMED')::int as open from payouts
      where purpose <> 'ANCHOR' and coalesce(creates, '') <> 'LOG_ANCHOR'`,
  )
  expect(sent).toEqual({ roots: 1, claims: 1, deployments: 1, funded: '2500000000', open: 0 })
  expect([...kills.keys()].toSorted()).toEqual([
    'claims-recorded',
    'claims-requested',
    'root-hashed',
    'root-step',
  ])
  expect(await problemsOf(server)).toEqual([])
})

test('a claim that is repeated while its payment is recorded is not opened again', async () => {
  delete server.ctx.atFaultPoint
  const { db } = server.ctx
  const members = await insertMembers(db, 2)
  for (const memberId of members) await giveWallet(server, memberId, aWallet().address)
  await settleShared(server, members)
  await postRoots(server)
  const [memberId = 0] = members
  await openClaimsOf(db, server.ctx, memberId)
  const [claim] = await db
    .select()
    .from(distributionClaims)
    .where(eq(distributionClaims.memberId, memberId))
  if (!claim) throw new Error('There is no claim')
  const { chainId, contract, address, cumulative } = claim

  let repeated: Promise<unknown> = Promise.resolve()
  await db.transaction(async (tx) => {
    await lockLeaf(tx, { chainId, contract, address })
    await setClaimed(tx, { chainId, contract, address }, cumulative)
    const to = { txHash: `0x${'ab'.repeat(32)}`, at: server.ctx.now() }
    await endClaims(tx, { chainId, contract, address, claimed: cumulative }, to)
    repeated = openClaimsOf(db, server.ctx, memberId)
    await expect.poll(() => waitingSessions(db), { timeout: 20_000 }).toBe(1)
  })
  await repeated

  const states = await db
    .select({ state: distributionClaims.state })
    .from(distributionClaims)
    .where(eq(distributionClaims.memberId, memberId))
  expect(states).toEqual([{ state: 'PAID' }])
})
