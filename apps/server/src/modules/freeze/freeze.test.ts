import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { LANGUAGES } from '@solstice/contract/messages'
import type { CallInput } from '@solstice/contract/wire'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@solstice/rules/duration'
import { rowsOf } from '#/platform/process/db.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { giveReferralBalance } from '#test/test-invite.ts'
import {
  logInAgain,
  mailedCode,
  openBrowser,
  signUpMember,
  type Browser,
} from '#test/test-member.ts'
import { anOperator } from '#test/test-operator.ts'
import { enrolPin, enterWrongPins, memberWithPin, PIN, pinHeader } from '#test/test-pin.ts'
import { payoutFixtures } from '#test/test-payout.ts'
import { fundTreasury, advanceChains, transfersBetween } from '#test/test-treasury.ts'
import { aWallet, endPauses, registerWallet } from '#test/test-wallet.ts'
import { waitingSessions } from '#test/waiting-sessions.ts'

let server: TestApp
let treasury: string
const { request, shown } = payoutFixtures(() => server)
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  treasury = await fundTreasury(server)
})
afterAll(() => server.close())
beforeEach(() => server.ctx.db.execute(sql`delete from rate_limits`))

type Member = Browser & { email: string; userId: number }

/** Runs three calls that all pass their checks before the first one may change the member. */
async function callTogether<Reply>(userId: number, call: () => Promise<Reply>): Promise<Reply[]> {
  const { replies } = await server.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select id from members where id = ${userId} for update`)
    const calls = Promise.all([call(), call(), call()])
    await expect.poll(() => waitingSessions(server.ctx.db), { timeout: 30_000 }).toBe(3)
    return { replies: calls }
  })
  return replies
}

/** Returns the token in the member's newest security mail. */
function mailedToken({ email }: Pick<Member, 'email'>): string {
  const mail = server.mails.findLast(({ to, code }) => to === email && code === undefined)
  const token = /http:\/\/solstice\.test\/security-alert#(\S+)/.exec(mail?.text ?? '')?.[1]
  if (token === undefined) throw new Error('The mail has no link')
  return token
}

const report = (token: string) => openBrowser(server).call('freeze.report', { body: { token } })
const readLink = (token: string) => openBrowser(server).call('freeze.readLink', { body: { token } })
const holdOf = async (member: Browser) => (await member.call('freeze.hold', {})).data?.hold

/** Returns a member with an old PIN and wallet who has reported a theft and logged in again. */
async function aFrozenMember() {
  const member = await signUpMember(server)
  const wallet = aWallet()
  await registerWallet(member, wallet)
  await endPauses(server, member.userId)
  await report(mailedToken(member))
  await logInAgain(member)
  await server.ctx.db
    .execute(sql`update security_events set created_at = created_at - interval '7 days'
    where member_id = ${member.userId}`)
  return { ...member, wallet }
}

async function signed(
  member: Browser,
  wallet: ReturnType<typeof aWallet>,
  purpose: 'REGISTER' | 'UNFREEZE' = 'UNFREEZE',
) {
  const { address } = wallet
  const { data } = await member.call('wallet.challenge', { body: { address, purpose } })
  const message = data?.message ?? ''
  return { message, signature: await wallet.signMessage({ message }) }
}

async function unfreezeCode(member: Member): Promise<string> {
  const { code } = await member.call('freeze.sendCode', {})
  if (code !== 0) throw new Error(`The code was refused with ${code}`)
  return mailedCode(server, member.email)
}

describe('the report link of a security mail', () => {
  test.each(LANGUAGES)(
    'is in the mail about the first PIN, as text and as HTML (%s)',
    async (language) => {
      const member = await signUpMember(server)
      await member.call('users.changeProfile', { body: { language } })
      await enrolPin(member, PIN)
      const token = mailedToken(member)

      const mail = server.mails.findLast(({ to }) => to === member.email)
      expect(mail?.html).toContain(`href="http://solstice.test/security-alert#${token}"`)
      expect((await readLink(token)).data).toEqual({
        event: 'PIN_SET',
        at: server.clock.now.toISOString(),
        isUsed: false,
      })
    },
  )

  test('changes nothing when a mail scanner opens it or when it is read', async () => {
    const member = await memberWithPin(server)
    const token = mailedToken(member)

    for (const method of ['GET', 'HEAD'] as const) {
      await server.app.inject({ method, url: '/security-alert' })
      await server.app.inject({ method, url: `/v1/public/security-reports?token=${token}` })
    }
    await readLink(token)

    expect((await member.call('users.me', {})).status).toBe(200)
    expect((await readLink(token)).data?.isUsed).toBe(false)
    expect(await holdOf(member)).toMatchObject({ reason: 'PIN_SET' })
  })

  test('freezes payouts and ends every session, once', async () => {
    const member = await memberWithPin(server)
    const token = mailedToken(member)
    const other = openBrowser(server)
    await logInAgain({ ...other, email: member.email })
    const payout = await request({ memberId: member.userId })

    const replies = await callTogether(member.userId, () => report(token))

    expect(replies.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
      0,
      Code.NOT_FOUND,
      Code.NOT_FOUND,
    ])
    expect((await member.call('users.me', {})).status).toBe(401)
    expect((await other.call('auth.reissue', {})).code).toBe(Code.INVALID_REQUEST)
    expect((await readLink(token)).data?.isUsed).toBe(true)
    server.clock.advance(3 * DAY_MS)
    await advanceChains(server)
    expect(await shown(payout)).toMatchObject({ state: 'QUEUED', heldFor: 'FROZEN' })
    expect(await transfersBetween(server, treasury, payout.address)).toEqual([])
  })

  test.each(['', 'x', '1', '1.', `1.${'a'.repeat(43)}`, `0.${'a'.repeat(43)}`, '９.a'])(
    'returns 2901 for the invalid token %j',
    async (token) => {
      expect((await report(token)).code).toBe(Code.NOT_FOUND)
      expect((await readLink(token)).code).toBe(Code.NOT_FOUND)
    },
  )

  test('expires after seven days', async () => {
    const member = await memberWithPin(server)
    const token = mailedToken(member)
    server.clock.advance(7 * DAY_MS - 1)
    const inTime = await readLink(token)
    server.clock.advance(1)

    expect(inTime.code).toBe(0)
    expect((await readLink(token)).code).toBe(Code.NOT_FOUND)
    expect((await report(token)).code).toBe(Code.NOT_FOUND)
  })

  test('works after the account is deleted, even if the mail was sent late', async () => {
    const send = server.ctx.mailer.send
    server.ctx.mailer.send = () => Promise.reject(new Error('away'))
    const member = await signedUpBefore(send)
    await enrolPin(member, PIN)
    const payout = await request({ memberId: member.userId })
    await member.call(
      'account.delete',
      { body: { reason: 'OTHER', agreed: true } },
      await pinHeader(member, PIN, 'ACCOUNT_DELETE'),
    )
    server.ctx.mailer.send = send
    server.clock.advance(HOUR_MS)
    await server.worker.runDue()
    const token = mailedToken(member)

    expect((await report(token)).code).toBe(0)
    server.clock.advance(3 * DAY_MS)
    await advanceChains(server)
    expect(await shown(payout)).toMatchObject({ state: 'QUEUED', heldFor: 'FROZEN' })
    const [left] = await rowsOf<object>(
      server.ctx.db,
      sql`select mail_to from security_events where member_id = ${member.userId}`,
    )
    expect(left).toEqual({ mail_to: null })

    const lift = async (role: 'SUPPORT' | 'OWNER') => {
      const operator = await anOperator(server, role)
      const body = { reason: 'Showed an identity card' }
      const params = { userId: member.userId }
      return (await operator.call('freeze.liftForMember', { params, body })).code
    }
    expect([await lift('SUPPORT'), await lift('OWNER')]).toEqual([
      Code.VERIFICATION_CODE_INVALID,
      0,
    ])
    server.clock.advance(5 * MINUTE_MS)
    await advanceChains(server)
    expect(await transfersBetween(server, treasury, payout.address)).toEqual([5_000_000n])
  })

  /** Signs up with a working mailer, because the sign-up needs its code. */
  async function signedUpBefore(send: TestApp['ctx']['mailer']['send']): Promise<Member> {
    const broken = server.ctx.mailer.send
    server.ctx.mailer.send = send
    const member = await signUpMember(server)
    server.ctx.mailer.send = broken
    return member
  }
})

describe('a member whose payouts are frozen', () => {
  test('sees the hold, cannot withdraw, and cannot have the account deleted with the PIN', async () => {
    const member = await aFrozenMember()
    await giveReferralBalance(server, member.userId, '50')
    const withdraw = async (amount: string) =>
      (
        await member.call(
          'invite.withdraw',
          { body: { amount, chainId: 31_337 } },
          await pinHeader(member, PIN, 'WITHDRAW'),
        )
      ).code

    expect(await holdOf(member)).toEqual({ reason: 'FROZEN', until: null })
    expect([await withdraw('10'), await withdraw('51')]).toEqual([
      Code.PAYOUTS_FROZEN,
      Code.REWARD_BALANCE_INSUFFICIENT,
    ])
    const deleted = await member.call(
      'account.delete',
      { body: { reason: 'OTHER', agreed: true } },
      await pinHeader(member, PIN, 'ACCOUNT_DELETE'),
    )
    expect(deleted.code).toBe(Code.PAYOUTS_FROZEN)
  })

  test('unfreezes with the mailed code and the PIN, but not with one of them', async () => {
    const member = await aFrozenMember()
    const payout = await request({ memberId: member.userId })
    const code = await unfreezeCode(member)
    const wrong = code === '000000' ? '000001' : '000000'
    const lift = async (body: { code: string }, headers: Record<string, string> = {}) =>
      (await member.call('freeze.lift', { body }, headers)).code
    const header = await pinHeader(member, PIN, 'PAYOUT_UNFREEZE')

    expect(await lift({ code })).toBe(Code.PIN_VERIFICATION_REQUIRED)
    expect(await lift({ code }, await pinHeader(member, PIN, 'WITHDRAW'))).toBe(
      Code.PIN_VERIFICATION_REQUIRED,
    )
    expect(await lift({ code: wrong }, header)).toBe(Code.VERIFICATION_CODE_INVALID)
    expect(await holdOf(member)).toMatchObject({ reason: 'FROZEN' })
    expect(await lift({ code }, header)).toBe(0)

    expect(await holdOf(member)).toBeNull()
    expect(await lift({ code }, await pinHeader(member, PIN, 'PAYOUT_UNFREEZE'))).toBe(
      Code.NOT_FOUND,
    )
    server.clock.advance(5 * MINUTE_MS)
    await advanceChains(server)
    expect(await transfersBetween(server, treasury, payout.address)).toEqual([5_000_000n])
  })

  test('unfreezes with the mailed code and a signature of the registered wallet for that purpose', async () => {
    const member = await aFrozenMember()
    const code = await unfreezeCode(member)
    const lift = async (wallet: { message: string; signature: string }) =>
      (await member.call('freeze.lift', { body: { code, wallet } })).code

    expect(await lift(await signed(member, aWallet()))).toBe(Code.WALLET_OWNERSHIP_UNPROVEN)
    expect(await lift(await signed(member, member.wallet, 'REGISTER'))).toBe(
      Code.WALLET_OWNERSHIP_UNPROVEN,
    )
    expect(await holdOf(member)).toMatchObject({ reason: 'FROZEN' })
    expect(await lift(await signed(member, member.wallet))).toBe(0)
    expect(await holdOf(member)).toBeNull()
  })

  test('is unfrozen by support with the mailed code, and the audit entry does not contain the code', async () => {
    const member = await aFrozenMember()
    const support = await anOperator(server, 'SUPPORT')
    const code = await unfreezeCode(member)
    const params = { userId: member.userId }
    const reason = 'Showed an identity card'
    const shownMember = await support.call('operator.showMember', { params })
    const lift = (given: string) =>
      support.call('freeze.liftForMember', { params, body: { code: given, reason } })

    const wrong = await lift(code === '000000' ? '000001' : '000000')
    const done = await lift(code)

    expect(shownMember.data?.payoutsFrozenAt).not.toBeNull()
    expect([wrong.code, done.code]).toEqual([Code.VERIFICATION_CODE_INVALID, 0])
    expect(await holdOf(member)).toBeNull()
    const audits = await rowsOf<{ action: string; data: unknown }>(
      server.ctx.db,
      sql`select action, data from audit_entries where subject = ${`member:${member.userId}`}`,
    )
    expect(audits).toMatchObject([{ action: 'member.unfreeze', data: { reason } }])
  })

  test('gets no code while nothing is frozen, and has ten attempts per hour', async () => {
    const member = await memberWithPin(server)
    const codes = []
    for (let time = 0; time < 11; time += 1) {
      codes.push((await member.call('freeze.lift', { body: { code: '000000' } })).code)
    }
    const sent = await member.call('freeze.sendCode', {})

    expect(codes.slice(-2)).toEqual([Code.PIN_VERIFICATION_REQUIRED, Code.TOO_MANY_REQUESTS])
    expect(sent.code).toBe(Code.NOT_FOUND)
  })

  test('loses no attempt of the code to a session without a second factor', async () => {
    const member = await aFrozenMember()
    const thief = openBrowser(server)
    await logInAgain({ ...thief, email: member.email })
    const code = await unfreezeCode(member)
    const wrong = code === '000000' ? '000001' : '000000'
    const made = aWallet()
    const refused = []
    for (let time = 0; time < 11; time += 1) {
      const { address } = member.wallet
      const challenge = { address, purpose: 'UNFREEZE' } as const
      const { data } = await thief.call('wallet.challenge', { body: challenge })
      const message = data?.message ?? ''
      const wallet = { message, signature: await made.signMessage({ message }) }
      refused.push((await thief.call('freeze.lift', { body: { code: wrong, wallet } })).code)
    }
    const header = await pinHeader(member, PIN, 'PAYOUT_UNFREEZE')

    const lifted = await member.call('freeze.lift', { body: { code } }, header)

    expect(new Set(refused)).toEqual(
      new Set([Code.WALLET_OWNERSHIP_UNPROVEN, Code.TOO_MANY_REQUESTS]),
    )
    expect(lifted.code).toBe(0)
  })

  test('is not unfrozen by a PIN or a wallet that the report may have been about', async () => {
    const member = await signUpMember(server)
    const wallet = aWallet()
    await registerWallet(member, wallet)
    server.clock.advance(1)
    await report(mailedToken(member))
    await logInAgain(member)
    const code = await unfreezeCode(member)
    const lift = async (body: CallInput<'freeze.lift'>['body'], headers = {}) =>
      (await member.call('freeze.lift', { body }, headers)).code

    const byWallet = await lift({ code, wallet: await signed(member, wallet) })
    const byPin = await lift({ code }, await pinHeader(member, PIN, 'PAYOUT_UNFREEZE'))

    expect([byWallet, byPin]).toEqual([Code.PROOF_TOO_NEW, Code.PROOF_TOO_NEW])
    expect(await holdOf(member)).toMatchObject({ reason: 'FROZEN' })
  })

  test('is not unfrozen by a PIN that was set through the mailbox after the freeze', async () => {
    const member = await aFrozenMember()
    server.clock.advance(1)
    await enterWrongPins(member)
    await logInAgain(member)
    await enrolPin(member, '246802')
    // Another report does not move the time of the freeze behind the new PIN.
    server.clock.advance(1)
    await server.worker.runDue()
    const again = await report(mailedToken(member))
    await logInAgain(member)
    const code = await unfreezeCode(member)
    const header = await pinHeader(member, '246802', 'PAYOUT_UNFREEZE')

    const lifted = await member.call('freeze.lift', { body: { code } }, header)

    expect(again.code).toBe(Code.SUCCESS)
    expect(lifted.code).toBe(Code.PROOF_TOO_NEW)
    expect(await holdOf(member)).toMatchObject({ reason: 'FROZEN' })
  })

  test('is not unfrozen by a wallet that was registered after the freeze', async () => {
    const member = await memberWithPin(server)
    await report(mailedToken(member))
    await logInAgain(member)
    server.clock.advance(1)
    const wallet = aWallet()
    await registerWallet(member, wallet)
    const code = await unfreezeCode(member)

    const proof = await signed(member, wallet)
    const lifted = await member.call('freeze.lift', { body: { code, wallet: proof } })

    expect(lifted.code).toBe(Code.PROOF_TOO_NEW)
    expect(await holdOf(member)).toMatchObject({ reason: 'FROZEN' })
  })
})
