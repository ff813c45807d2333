import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { HOUR_MS } from '@solstice/rules/duration'
import { payouts } from '#/modules/payout/payout.table.ts'
import { setFrozen, setSwitch } from '#/modules/payout/treasury.queries.ts'
import type { Browser } from '#test/test-member.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { advanceChains, setStableCaps } from '#test/test-treasury.ts'
import { endPauses } from '#test/test-wallet.ts'
import { CHAIN, startWithdrawalApp, withdraw, type WithdrawalApp } from '#test/withdrawal-app.ts'

let app: WithdrawalApp
let support: TestOperator
let finance: TestOperator
beforeAll(async () => {
  app = await startWithdrawalApp()
  support = await anOperator(app.server, 'SUPPORT')
  finance = await anOperator(app.server, 'FINANCE')
})
afterAll(() => app.server.close())
beforeEach(async () => {
  await app.reset()
  app.server.ctx.payouts = app.real
  await setStableCaps(app.server)
})

type Member = Browser & { userId: number }

/** Withdraws and returns the ids of the withdrawal and of its payout. */
async function withdrawn(member: Member, amount = '12.5') {
  // The first PIN pauses withdrawals.
  await endPauses(app.server, member.userId)
  const { data, code } = await withdraw(member, amount)
  if (code !== 0 || !data) throw new Error(`The withdrawal was refused with ${code}`)
  const [payout] = await app.server.ctx.db
    .select({ id: payouts.id })
    .from(payouts)
    .where(eq(payouts.key, `withdrawal:${data.withdrawalId}`))
  return { entryId: `withdrawal:${data.withdrawalId}`, payoutId: `payout:${payout?.id}` }
}

async function explained(member: Member, { entryId }: { entryId: string }) {
  const mine = await member.call('explanation.mine', { params: { entryId } })
  expect(mine.code).toBe(0)
  const params = { userId: member.userId, entryId }
  const operator = await support.call('explanation.ofMember', { params })
  expect(operator.data).toMatchObject(mine.data ?? {})
  return { ...operator.data, mine: mine.data }
}

const hold = (change: ReturnType<typeof sql>, { userId }: Member) =>
  app.server.ctx.db.execute(sql`update members set ${change} where id = ${userId}`)

/** Returns a payout to the queue, as a hold before its signature does. */
const requeue = ({ payoutId }: { payoutId: string }, heldFor: string | null = null) =>
  app.server.ctx.db.execute(sql`update payouts set state = 'QUEUED', nonce = null, account = null,
    reserved_at = null, tx_hash = null, held_for = ${heldFor}
    where id = ${payoutId.split(':')[1]}`)

describe('a withdrawal', () => {
  test('is explained from the queue to the confirmation, as is its payout', async () => {
    const member = await app.aMember()
    const ids = await withdrawn(member)
    const queued = await explained(member, ids)
    const payout = await explained(member, { entryId: ids.payoutId })
    await advanceChains(app.server)
    const paid = await explained(member, ids)

    expect(queued.mine).toMatchObject({
      rule: 'payout',
      inputs: { purpose: 'WITHDRAWAL', amount: '12.5', symbol: 'USDS' },
    })
    expect(payout.mine).toEqual({ ...queued.mine, entryId: ids.payoutId })
    expect(paid).toMatchObject({ outcome: 'PAID', next: null })
    expect(paid.links).toMatchObject([{ kind: 'PAYOUT' }, { kind: 'TRANSACTION' }])
    // The sums over all payouts of the day are read only for a payout that still waits.
    expect(paid.hiddenInputs).not.toHaveProperty('paidToAll')
    expect(paid.hiddenInputs).not.toHaveProperty('perDay')
  })

  test.each([
    ['all chains', {}],
    ['its chain', { chainId: CHAIN }],
  ])('that waits while the treasury is stopped on %s says so', async (_where, where) => {
    const { db } = app.server.ctx
    const member = await app.aMember()
    const frozen = await finance.call('payout.freeze', {
      body: { ...where, reason: 'Checking the balance' },
    })
    const ids = await withdrawn(member)
    await advanceChains(app.server)
    const stopped = await explained(member, ids)
    await setSwitch(db, undefined)
    await setFrozen(db, CHAIN, undefined)
    const open = await explained(member, ids)

    expect(frozen.code).toBe(0)
    expect(stopped.mine).toMatchObject({
      outcome: 'TREASURY_STOPPED',
      next: null,
      steps: [
        { check: 'ACCOUNT', passed: true },
        { check: 'CAPS', passed: true },
        { check: 'TREASURY', passed: false },
      ],
    })
    expect(open.outcome).toBe('QUEUED')
  })

  test('is not explained more often than the limit of the call allows', async () => {
    const member = await app.aMember()
    const ids = await withdrawn(member)
    await explained(member, ids)
    await app.server.ctx.db.execute(sql`update rate_limits set count = 100000`)

    const limited = await member.call('explanation.mine', { params: { entryId: ids.entryId } })

    expect(limited.code).toBe(Code.TOO_MANY_REQUESTS)
  })

  test('that is above a cap names the cap and when it is checked again', async () => {
    const member = await app.aMember({ balance: '100' })
    const first = await withdrawn(member, '15')
    const second = await withdrawn(member, '15')
    const large = await withdrawn(member, '30')
    await setStableCaps(app.server, { perMember: '20' })
    await requeue(second)
    await requeue(large)

    expect(['SENT', 'PAID']).toContain((await explained(member, first)).outcome)
    expect((await explained(member, second)).mine).toMatchObject({
      outcome: 'MEMBER_CAP',
      inputs: { perMember: '20', paidToMember: '15', until: '2026-06-23T20:00:00.000Z' },
      next: { kind: 'TIME', at: '2026-06-23T20:00:00.000Z' },
      steps: [
        { check: 'ACCOUNT', passed: true },
        { check: 'CAPS', passed: false },
      ],
    })
    const above = await explained(member, large)
    expect(above.mine).toMatchObject({ outcome: 'ABOVE_CAP', next: { kind: 'SUPPORT' } })
    expect(above.mine?.inputs).not.toHaveProperty('perDay')
    expect(above.hiddenInputs).toMatchObject({ perDay: '10000', paidToMember: '15' })
  })

  test('that is held names the event and its end, or who can end it', async () => {
    const member = await app.aMember()
    const ids = await withdrawn(member)
    const at = app.server.clock.now
    await app.server.ctx.db.execute(sql`update security_events
      set created_at = ${at.toISOString()}, kind = 'PASSWORD_RESET' where member_id = ${member.userId}`)
    await requeue(ids)
    const paused = await explained(member, ids)
    await hold(sql`payouts_frozen_at = now()`, member)
    const frozen = await explained(member, ids)

    const until = new Date(at.getTime() + 48 * HOUR_MS).toISOString()
    expect(paused.mine).toMatchObject({
      outcome: 'PAUSED',
      inputs: { event: 'PASSWORD_RESET', eventAt: at.toISOString(), until },
      next: { kind: 'TIME', at: until },
    })
    expect(frozen.mine).toMatchObject({ outcome: 'FROZEN', next: { kind: 'SETTINGS' } })
    await hold(sql`payouts_frozen_at = null, status = 'SUSPENDED'`, member)
    const params = { userId: member.userId, entryId: ids.entryId }
    const suspended = await support.call('explanation.ofMember', { params })
    expect(suspended.data).toMatchObject({ outcome: 'MEMBER_SUSPENDED', next: { kind: 'SUPPORT' } })
  })

  test.each([
    ['LOW_BALANCE', 'LOW_BALANCE'],
    ['SIGNER_RATE', 'SIGNER'],
  ])('that waits for %s is explained with %s', async (heldFor, outcome) => {
    const member = await app.aMember()
    const ids = await withdrawn(member)
    await requeue(ids, heldFor)

    const why = await explained(member, ids)

    expect(why).toMatchObject({ outcome, hiddenInputs: { heldFor } })
    expect(why.mine?.inputs).not.toHaveProperty('heldFor')
  })

  test('that failed says why and that its amount is back', async () => {
    const member = await app.aMember()
    const ids = await withdrawn(member)
    const id = Number(ids.entryId.split(':')[1])
    await app.server.ctx.db.execute(sql`update payouts set state = 'FAILED', failed_at = now(),
      failure = 'cancelled by hand' where key = ${`withdrawal:${id}`}`)
    await app.server.ctx.db.execute(
      sql`update invite_withdrawals set status = 'FAILED', failure = 'CANCELLED' where id = ${id}`,
    )

    for (const entryId of [ids.entryId, ids.payoutId]) {
      const why = await explained(member, { entryId })
      expect(why.mine).toMatchObject({
        outcome: 'FAILED',
        inputs: { failure: 'CANCELLED', purpose: 'WITHDRAWAL', amount: '12.5' },
      })
      expect(JSON.stringify(why.mine)).not.toContain('by hand')
    }
  })

  test('of another member is not explained', async () => {
    const ids = await withdrawn(await app.aMember())
    const other = await app.aMember()

    for (const entryId of [ids.entryId, ids.payoutId]) {
      const reply = await other.call('explanation.mine', { params: { entryId } })
      expect(reply.code).toBe(Code.NOT_FOUND)
    }
  })
})
