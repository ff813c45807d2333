import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppContext, TreasurySigner } from '#/platform/process/context.ts'
import { createWorker } from '#/platform/process/worker.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anOperator } from '#test/test-operator.ts'
import { payoutFixtures } from '#test/test-payout.ts'
import { fundTreasury } from '#test/test-treasury.ts'
import { payMembers } from './payout.jobs.ts'

let server: TestApp
const { purposes, request, shown } = payoutFixtures(() => server)
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  await fundTreasury(server)
})
afterAll(() => server.close())

test('delays a suspension during signing until the signature is stored', async () => {
  const { treasury } = server.ctx
  if (!treasury) throw new Error('There is no treasury')
  const support = await anOperator(server, 'SUPPORT')
  const payout = await request()
  const { memberId: userId } = payout
  let suspended: Promise<string> | undefined
  let isLocked = false
  const signer: TreasurySigner = {
    ...treasury,
    sign: async (attempt, tx) => {
      isLocked = await server.ctx.db
        .execute(sql`select id from members where id = ${userId} for no key update nowait`)
        .then(
          () => false,
          () => true,
        )
      suspended = support
        .call('operator.suspendMember', { params: { userId }, body: { reason: 'Stolen' } })
        .then(async () => (await shown(payout)).state)
      return treasury.sign(attempt, tx)
    },
  }
  const ctx: AppContext = { ...server.ctx, treasury: signer }
  await createWorker(ctx, [payMembers(purposes)]).runDue()
  const state = await suspended

  expect(isLocked).toBe(true)
  expect(state).toBe('SENT')
})
