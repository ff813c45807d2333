import { eq, gte, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '@solstice/rules/duration'
import { jobKinds } from '#/job-kinds.ts'
import type { TreasurySigner } from '#/platform/process/context.ts'
import { SignerError } from '#/platform/process/signer-error.ts'
import { createWorker } from '#/platform/process/worker.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { signUpMember } from '#test/test-member.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { memberWithPin, PIN, pinHeader } from '#test/test-pin.ts'
import { payoutFixtures } from '#test/test-payout.ts'
import { aSeason, earnXp, settleRound } from '#test/test-season.ts'
import { fundTreasury, advanceChains, transfersBetween } from '#test/test-treasury.ts'
import { aWallet, endPauses, registerWallet } from '#test/test-wallet.ts'
import { payMembers } from './payout.jobs.ts'
import { payouts } from './payout.table.ts'

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
  server.worker = createWorker(server.ctx, [payMembers(purposes)])
})

const arrived = ({ address }: { address: string }) => transfersBetween(server, treasury, address)
const because = { reason: 'Reviewed the case' }
const change = (
  call: 'operator.suspendMember' | 'operator.disableMember' | 'operator.restoreMember',
  userId: number,
) => support.call(call, { params: { userId }, body: because })

/** Advances five minutes, after which a hold without an end is checked again. */
async function pollAgain(): Promise<void> {
  server.clock.advance(5 * MINUTE_MS)
  await advanceChains(server)
}

describe('a payout', () => {
  test.each([
    ['operator.suspendMember', 'WITHDRAWAL', 'MEMBER_SUSPENDED'],
    ['operator.suspendMember', 'REWARD', 'MEMBER_SUSPENDED'],
    ['operator.disableMember', 'REFUND', 'MEMBER_DISABLED'],
  ] as const)(
    'queued before %s waits (%s, %s) and is paid after the member is restored',
    async (call, purpose, heldFor) => {
      const payout = await request({ purpose })
      await change(call, payout.memberId)
      await advanceChains(server)
      const held = await shown(payout)
      await pollAgain()
      const stillHeld = await arrived(payout)
      await change('operator.restoreMember', payout.memberId)
      await pollAgain()

      expect(held).toMatchObject({ state: 'QUEUED', heldFor, nonce: null })
      expect(stillHeld).toEqual([])
      expect(await shown(payout)).toMatchObject({ state: 'CONFIRMED', heldFor: null })
      expect(await arrived(payout)).toEqual([5_000_000n])
    },
  )

  test('requested while its member is suspended is held and does not block others', async () => {
    const before = await request()
    await change('operator.suspendMember', before.memberId)
    const held = await request({ memberId: before.memberId })
    const other = await request()
    await advanceChains(server)

    expect(await shown(held)).toMatchObject({ state: 'QUEUED', heldFor: 'MEMBER_SUSPENDED' })
    expect(await arrived(other)).toEqual([5_000_000n])
  })

  test.each([
    ['before the signing request', false],
    ['with its journal written', true],
  ])(
    'with a nonce from a crashed worker is held too when the signer stopped %s, and later ones are paid',
    async (_, isJournaled) => {
      const { treasury: signer } = server.ctx
      if (!signer) throw new Error('There is no treasury')
      const dead: TreasurySigner = {
        ...signer,
        sign: async (attempt, tx) => {
          if (isJournaled) await signer.sign(attempt, tx)
          throw new SignerError('The signer crashed')
        },
      }
      const payout = await request({ purpose: 'WITHDRAWAL' })
      server.worker = createWorker({ ...server.ctx, treasury: dead }, [payMembers(purposes)])
      await server.worker.runDue()
      const reserved = await shown(payout)
      server.worker = createWorker(server.ctx, [payMembers(purposes)])
      await change('operator.suspendMember', payout.memberId)
      const behind = await request()
      server.clock.advance(MINUTE_MS)
      await advanceChains(server, 8)
      const held = await shown(payout)
      const [paidWhileHeld, paidBehind] = [await arrived(payout), await arrived(behind)]
      await change('operator.restoreMember', payout.memberId)
      await pollAgain()

      expect(reserved).toMatchObject({ state: 'RESERVED', txHash: null })
      expect(held).toMatchObject({ state: 'QUEUED', heldFor: 'MEMBER_SUSPENDED', nonce: null })
      expect([paidWhileHeld, paidBehind]).toEqual([[], [5_000_000n]])
      expect(await arrived(payout)).toEqual([5_000_000n])
      const nonces = await server.ctx.db
        .select()
        .from(payouts)
        .where(gte(payouts.nonce, reserved.nonce ?? 0))
        .orderBy(payouts.nonce)
      expect(nonces.map(({ purpose }) => purpose)).toEqual(['CANCEL', 'REWARD', 'WITHDRAWAL'])
      expect(nonces[0]).toMatchObject({ state: 'CONFIRMED', nonce: reserved.nonce, amount: 0n })
    },
  )

  test('of a settled round is held while the member is suspended, and paid after the restore', async () => {
    server.worker = createWorker(server.ctx, jobKinds)
    const member = await signUpMember(server)
    const wallet = aWallet()
    await registerWallet(member, wallet)
    await endPauses(server, member.userId)
    const season = await aSeason(server, { startsInDays: -8 })
    await earnXp(server, season.seasonId, new Map([[member.userId, 100]]))
    await server.ctx.db.execute(
      sql`update round_standings set check_in_days = 3 where member_id = ${member.userId}`,
    )
    await change('operator.suspendMember', member.userId)
    await settleRound(server.ctx, season.firstRound.roundId)
    await advanceChains(server)
    const held = await server.ctx.db
      .select()
      .from(payouts)
      .where(eq(payouts.memberId, member.userId))
    await change('operator.restoreMember', member.userId)
    await pollAgain()

    expect(held).toMatchObject([{ state: 'QUEUED', heldFor: 'MEMBER_SUSPENDED' }])
    expect(await arrived(wallet)).toEqual([2_500_000_000n])
  })

  test('requested before the account was deleted is paid', async () => {
    server.worker = createWorker(server.ctx, jobKinds)
    const member = await memberWithPin(server)
    server.worker = createWorker(server.ctx, [payMembers(purposes)])
    await endPauses(server, member.userId)
    const payout = await request({ memberId: member.userId })
    await member.call(
      'account.delete',
      { body: { reason: 'PRIVACY', agreed: true } },
      await pinHeader(member, PIN, 'ACCOUNT_DELETE'),
    )
    await advanceChains(server)

    expect(await arrived(payout)).toEqual([5_000_000n])
  })

  test('waits 48 hours after a first wallet, even if the account is deleted meanwhile', async () => {
    server.worker = createWorker(server.ctx, jobKinds)
    const member = await signUpMember(server)
    const wallet = aWallet()
    await registerWallet(member, wallet)
    server.worker = createWorker(server.ctx, [payMembers(purposes)])
    const payout = await request({ memberId: member.userId, address: wallet.address })
    await member.call(
      'account.delete',
      { body: { reason: 'PRIVACY', agreed: true } },
      await pinHeader(member, PIN, 'ACCOUNT_DELETE'),
    )
    server.clock.advance(47 * HOUR_MS)
    await advanceChains(server)
    const before = await arrived(payout)
    server.clock.advance(HOUR_MS)
    await advanceChains(server)

    expect(before).toEqual([])
    expect(await arrived(payout)).toEqual([5_000_000n])
  })
})
