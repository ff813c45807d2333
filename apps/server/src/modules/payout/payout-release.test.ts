import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { HOUR_MS, MINUTE_MS } from '@solstice/rules/duration'
import type { AppContext, TreasurySigner } from '#/platform/process/context.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { SignerError } from '#/platform/process/signer-error.ts'
import { createWorker } from '#/platform/process/worker.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anOperator } from '#test/test-operator.ts'
import { payoutFixtures } from '#test/test-payout.ts'
import { fundTreasury, advanceChains, transfersBetween } from '#test/test-treasury.ts'
import { chainOf } from '#test/test-wallet.ts'
import { payMembers } from './payout.jobs.ts'

let server: TestApp
let treasury: string
const { purposes, request, shown } = payoutFixtures(() => server)
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  treasury = await fundTreasury(server)
})
afterAll(() => server.close())

test('releases the nonce of a payout that the signer refuses, and the payout can be cancelled', async () => {
  const { treasury: signer, db } = server.ctx
  if (!signer) throw new Error('There is no treasury')
  const silent: TreasurySigner = {
    ...signer,
    sign: () => Promise.reject(new SignerError('The signer crashed')),
  }
  const ctx: AppContext = { ...server.ctx, treasury: silent }
  const changed = await request({ purpose: 'WITHDRAWAL', key: 'withdrawal:900001' })
  await createWorker(ctx, [payMembers(purposes)]).runDue()
  const reserved = await shown(changed)
  await db.execute(sql`update payouts set amount = amount + 1 where id = ${changed.id}`)
  const behind = await request()
  server.worker = createWorker(server.ctx, [payMembers(purposes)])
  server.clock.advance(MINUTE_MS)
  await advanceChains(server, 8)
  const refused = await shown(changed)
  const finance = await anOperator(server, 'FINANCE')
  const body = { reason: 'The payout was changed' }
  const givenUp = await finance.call('payout.cancel', { params: { payoutId: changed.id }, body })

  expect(reserved).toMatchObject({ state: 'RESERVED', txHash: null })
  expect(refused).toMatchObject({ state: 'QUEUED', heldFor: 'SIGNER_CHANGED', nonce: null })
  expect(await transfersBetween(server, treasury, behind.address)).toEqual([5_000_000n])
  expect(givenUp).toMatchObject({ code: 0, data: { state: 'FAILED' } })
  expect(await transfersBetween(server, treasury, changed.address)).toEqual([])
})

test('waits before asking the signer again when its clock is behind', async () => {
  const { treasury: signer } = server.ctx
  if (!signer) throw new Error('There is no treasury')
  let requests = 0
  const slow: TreasurySigner = {
    ...signer,
    admit: async () => {
      requests += 1
      if (requests > 3) throw new SignerError('Too many signing requests')
      const until = new Date(server.ctx.now().getTime() - HOUR_MS)
      return { kind: 'refused', why: 'DAY_LIMIT', until }
    },
  }
  const refused = await request()
  server.worker = createWorker({ ...server.ctx, treasury: slow }, [payMembers(purposes)])
  const at = server.ctx.now()
  await server.worker.runDue()
  const held = await shown(refused)
  server.worker = createWorker(server.ctx, [payMembers(purposes)])
  server.clock.advance(MINUTE_MS)
  await advanceChains(server)

  expect(requests).toBe(1)
  expect(held).toMatchObject({ state: 'QUEUED', heldFor: 'SIGNER_DAY_LIMIT' })
  expect(held.notBefore).toEqual(new Date(at.getTime() + MINUTE_MS))
  expect(await transfersBetween(server, treasury, refused.address)).toEqual([5_000_000n])
})

/**
 * Returns a payout that released its nonce although it was signed; optionally the lost signature is
 * broadcast before.
 */
async function releasedAfterSigning({ isBroadcastLater }: { isBroadcastLater: boolean }) {
  const { treasury: signer } = server.ctx
  if (!signer) throw new Error('There is no treasury')
  let lost: string | undefined
  const crashingSigner: TreasurySigner = {
    ...signer,
    sign: async (attempt, tx) => {
      const signed = await signer.sign(attempt, tx)
      lost = signed.kind === 'signed' ? signed.raw : undefined
      throw new SignerError('The signer crashed')
    },
  }
  const support = await anOperator(server, 'SUPPORT')
  const payout = await request()
  const params = { userId: payout.memberId }
  const body = { reason: 'Reviewed the case' }
  await createWorker({ ...server.ctx, treasury: crashingSigner }, [payMembers(purposes)]).runDue()
  if (isBroadcastLater) await chainOf(server).node.call('eth_sendRawTransaction', [lost])
  await support.call('operator.suspendMember', { params, body })
  server.worker = createWorker(server.ctx, [payMembers(purposes)])
  server.clock.advance(MINUTE_MS)
  await server.worker.runDue()
  await support.call('operator.restoreMember', { params, body })
  return payout
}

/** Ends the hold of the member and polls without a new block, before fees would be raised. */
async function pollWithoutBlock({ id }: { id: number }): Promise<void> {
  await server.ctx.db.execute(sql`update payouts set not_before = null where id = ${id}`)
  server.clock.advance(2000)
  await server.worker.runDue()
}

const cancelBy = async (payoutId: number) => {
  const finance = await anOperator(server, 'FINANCE')
  return finance.call('payout.cancel', { params: { payoutId }, body: { reason: 'Not needed' } })
}

test('neither pays nor cancels a payout that released its nonce before the cancellation is final', async () => {
  const payout = await releasedAfterSigning({ isBroadcastLater: false })
  await pollWithoutBlock(payout)
  const waiting = await shown(payout)
  const refused = await cancelBy(payout.id)
  const cancelGas = await rowsOf(
    server.ctx.db,
    sql`select a.gas::text from payout_attempts a join payouts c on c.id = a.payout_id
      where c.cancels = ${payout.id}`,
  )
  await advanceChains(server, 8)

  expect(waiting).toMatchObject({ state: 'QUEUED', nonce: null })
  expect(refused).toMatchObject({ code: Code.INVALID_REQUEST })
  expect(cancelGas).toEqual([{ gas: '21000' }])
  expect(await shown(payout)).toMatchObject({ state: 'CONFIRMED' })
  expect(await transfersBetween(server, treasury, payout.address)).toEqual([5_000_000n])
})

test('does not pay again when the lost signature is mined instead of the cancellation', async () => {
  const payout = await releasedAfterSigning({ isBroadcastLater: true })
  await pollWithoutBlock(payout)
  await advanceChains(server, 8)

  expect(await transfersBetween(server, treasury, payout.address)).toEqual([5_000_000n])
  expect(await shown(payout)).toMatchObject({ state: 'QUEUED', nonce: null })
  expect(await cancelBy(payout.id)).toMatchObject({ code: Code.INVALID_REQUEST })
})
