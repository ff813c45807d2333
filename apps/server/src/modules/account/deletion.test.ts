import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS } from '@solstice/rules/duration'
import { rowsOf } from '#/platform/process/db.ts'
import { keysFrom } from '#/platform/process/keys.ts'
import { balanceOf, transfer } from '#/platform/books/ledger.ts'
import { checkLedger } from '#/platform/books/ledger-check.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { openBrowser, PASSWORD, signUpMember, verifiedCode } from '#test/test-member.ts'
import { enrolPin, memberWithPin, PIN, pinHeader } from '#test/test-pin.ts'
import { aSeason } from '#test/test-season.ts'
import { dumpDatabase } from '#test/dump-database.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const deletionRequest = { reason: 'NOT_USEFUL', agreed: true } as const
const agreements = { termsOfService: true, privacyPolicy: true }

async function deletedMember() {
  const member = await memberWithPin(server)
  const header = await pinHeader(member, PIN, 'ACCOUNT_DELETE')
  const reply = await member.call('account.delete', { body: deletionRequest }, header)
  if (reply.code !== 0) throw new Error(`The deletion was refused with ${reply.code}`)
  return { ...member, reply }
}

async function everyRow(): Promise<string> {
  return Object.values(await dumpDatabase(server.ctx.db))
    .flat()
    .join('\n')
}

describe('account deletion', () => {
  test('returns when the address can register again, clears the cookies and ends every session', async () => {
    const member = await memberWithPin(server)
    const other = openBrowser(server)
    await other.call('auth.login', { body: { email: member.email, password: PASSWORD } })
    const header = await pinHeader(member, PIN, 'ACCOUNT_DELETE')
    const { now } = server.clock

    const reply = await member.call('account.delete', { body: deletionRequest }, header)

    expect(reply).toMatchObject({
      status: 200,
      data: {
        deletedAt: now.toISOString(),
        reRegisterAfter: new Date(now.getTime() + 180 * DAY_MS).toISOString(),
      },
    })
    expect(member.cookies.size).toBe(0)
    expect((await other.call('users.me', {})).status).toBe(401)
    expect((await other.call('auth.reissue', {})).code).toBe(Code.INVALID_REQUEST)
    const login = await openBrowser(server).call('auth.login', {
      body: { email: member.email, password: PASSWORD },
    })
    expect(login.code).toBe(Code.CREDENTIALS_INVALID)
  })

  test('requires the PIN, a reason and the agreement', async () => {
    const member = await memberWithPin(server)
    const header = await pinHeader(member, PIN, 'ACCOUNT_DELETE')
    const send = async (payload: object, headers = {}) => {
      const response = await server.app.inject({
        method: 'DELETE',
        url: '/v1/private/users',
        headers: {
          origin: 'http://solstice.test',
          cookie: Array.from(member.cookies, ([name, value]) => `${name}=${value}`).join('; '),
          ...headers,
        },
        payload,
      })
      return response.json<{ code: number }>().code
    }

    expect(await send(deletionRequest)).toBe(Code.PIN_VERIFICATION_REQUIRED)
    for (const body of [
      { agreed: true },
      { reason: 'OTHER' },
      { reason: 'OTHER', agreed: false },
      { reason: 'BORED', agreed: true },
      { reason: 'OTHER', agreed: true, reasonText: 'x'.repeat(501) },
    ]) {
      expect(await send(body, header)).toBe(Code.INVALID_REQUEST)
    }
    expect(await send({ ...deletionRequest, reasonText: 'x'.repeat(500) }, header)).toBe(0)
  })

  test('stores the reason without a reference to the member', async () => {
    const member = await memberWithPin(server)
    const header = await pinHeader(member, PIN, 'ACCOUNT_DELETE')
    const body = { reason: 'OTHER', agreed: true, reasonText: '다른 앱을 써요' } as const

    await member.call('account.delete', { body }, header)

    const [reason] = await rowsOf<Record<string, unknown>>(
      server.ctx.db,
      sql`select * from deletion_reasons order by id desc limit 1`,
    )
    expect(Object.keys(reason ?? {})).toEqual(['id', 'reason', 'reason_text', 'created_on'])
    expect(reason).toMatchObject({ reason: 'OTHER', reason_text: '다른 앱을 써요' })
  })

  test('deletes the data that missions stored about the member', async () => {
    const { seasonId } = await aSeason(server)
    const member = await memberWithPin(server)
    const stored = () =>
      rowsOf(server.ctx.db, sql`select 1 from mission_memories where member_id = ${member.userId}`)
    const answered = await member.call('mission.execute', {
      params: { seasonId, missionId: 14 },
      body: { answer: { questionId: 0, option: 0 } },
    })
    expect(answered.code).toBe(0)
    expect(await stored()).toHaveLength(1)
    await member.call('mission.open', { params: { seasonId, missionId: 7 } })
    server.clock.advance(20_000)
    const linked = await member.call('mission.execute', {
      params: { seasonId, missionId: 7 },
      body: {},
    })
    expect(linked.code).toBe(0)
    const proofs = () =>
      rowsOf(
        server.ctx.db,
        sql`select 1 from histories where member_id = ${member.userId}
          and data::text ~ 'openedAt|questionId|option'`,
      )
    expect(await proofs()).toHaveLength(1)

    const header = await pinHeader(member, PIN, 'ACCOUNT_DELETE')
    const deleted = await member.call('account.delete', { body: deletionRequest }, header)

    expect(deleted.code).toBe(0)
    expect(await stored()).toHaveLength(0)
    expect(await proofs()).toHaveLength(0)
  })

  test('deletes all personal data and keeps the ledger balanced', async () => {
    const member = await memberWithPin(server)
    const { email, userId } = member
    await member.call('users.changeNickname', { body: { nickname: 'Sailor2026' } })
    const image = `data:image/png;base64,${Buffer.from('89504e470d0a1a0a77', 'hex').toString('base64')}`
    const picture = await member.call('users.setProfileImage', { body: { image } })
    await openBrowser(server).call('auth.checkResetEmail', { body: { email } })
    await transfer(server.ctx.db, {
      kind: 'test',
      key: `deletion-test:${userId}`,
      at: server.clock.now,
      from: { system: 'ISSUANCE' },
      to: { member: userId },
      asset: 'XP',
      amount: 50n,
    })
    expect(await everyRow()).toContain(email)

    const header = await pinHeader(member, PIN, 'ACCOUNT_DELETE')
    await member.call('account.delete', { body: deletionRequest }, header)

    const left = await everyRow()
    for (const trace of [email, 'Sailor2026']) expect(left).not.toContain(trace)
    expect((await server.app.inject(picture.data?.profileImageUrl ?? '')).statusCode).toBe(404)
    // The link in the mail works for another week; then its event is deleted too.
    const events = await rowsOf<object>(
      server.ctx.db,
      sql`select kind, device, mail_to from security_events where member_id = ${userId}`,
    )
    expect(events).toEqual([{ kind: 'PIN_SET', device: null, mail_to: null }])
    server.clock.advance(7 * DAY_MS)
    await server.worker.runDue()
    const personal = ['sessions', 'known_devices', 'security_events', 'alerts', 'profile_images']
    for (const table of [...personal, 'pin_evaluations']) {
      const rows = await rowsOf(
        server.ctx.db,
        sql`select 1 from ${sql.identifier(table)} where member_id = ${userId}`,
      )
      expect(rows).toHaveLength(0)
    }
    expect(await balanceOf(server.ctx.db, { member: userId, asset: 'XP' })).toBe(50n)
    expect(await checkLedger(server.ctx.db)).toEqual([])
  })

  test('releases the nickname', async () => {
    const member = await memberWithPin(server)
    await member.call('users.changeNickname', { body: { nickname: 'Navigator1' } })
    const header = await pinHeader(member, PIN, 'ACCOUNT_DELETE')
    await member.call('account.delete', { body: deletionRequest }, header)

    const reply = await (
      await signUpMember(server)
    ).call('users.changeNickname', { body: { nickname: 'navigator1' } })

    expect(reply.code).toBe(0)
  })

  test('sends no mail to the placeholder address of a deleted member', async () => {
    const { userId } = await deletedMember()

    const mails = server.mails.filter(({ to }) => to.includes(`deleted:${userId}`))

    expect(mails).toEqual([])
  })
})

describe('the address of a deleted account', () => {
  async function tryAgain(email: string): Promise<number[]> {
    const browser = openBrowser(server)
    const check = await browser.call('auth.checkSignUpEmail', { body: { email } })
    const send = await browser.call('auth.sendSignUpCode', { body: { email } })
    const signUp = await browser.call('auth.signUp', {
      body: { email, password: PASSWORD, completeCode: 'any', agreements },
    })
    return [check.code, send.code, signUp.code]
  }

  test('is blocked on day 179 and registers a new member on day 181', async () => {
    const { email, userId } = await deletedMember()
    const blocked = Code.REREGISTRATION_BLOCKED

    server.clock.advance(179 * DAY_MS)
    const before = await tryAgain(email.toUpperCase())
    server.clock.advance(2 * DAY_MS)
    const again = await signUpMember(server, { email })

    expect(before).toEqual([blocked, blocked, blocked])
    expect(again.userId).not.toBe(userId)
    expect((await again.call('users.me', {})).data).toMatchObject({ email, hasPin: false })
  })

  test('stays blocked when the session key changes', async () => {
    const { email } = await deletedMember()
    const before = server.ctx.keys
    server.ctx.keys = keysFrom('another session key that only tests use')

    const replies = await tryAgain(email)
    server.ctx.keys = before

    expect(new Set(replies)).toEqual(new Set([Code.REREGISTRATION_BLOCKED]))
  })

  test('is available as soon as exactly 180 times 24 hours have passed', async () => {
    const { email } = await deletedMember()
    const check = () => openBrowser(server).call('auth.checkSignUpEmail', { body: { email } })

    server.clock.advance(180 * DAY_MS - 1)
    const last = await check()
    server.clock.advance(1)
    const first = await check()

    expect(last).toMatchObject({
      code: Code.REREGISTRATION_BLOCKED,
      msg: 'This email belonged to a deleted account. You can sign up with it again 180 days after deletion.',
    })
    expect(first.code).toBe(0)
  })

  test('is stored as a fingerprint only, which is deleted when the block ends', async () => {
    const { email } = await deletedMember()
    const hash = server.ctx.lastingKeys.mac('deleted-email', email)
    const rows = () =>
      rowsOf(server.ctx.db, sql`select 1 from blocked_emails where email_hash = ${hash}`)

    expect(await rows()).toHaveLength(1)
    server.clock.advance(180 * DAY_MS)
    await server.worker.runDue()

    expect(await rows()).toHaveLength(0)
  })

  test('cannot register with a code that was completed before the deletion', async () => {
    const email = `slip-${server.clock.now.getTime()}@harbor.example`
    const first = openBrowser(server)
    const early = await verifiedCode(server, first, email)
    await first.call('auth.signUp', {
      body: { email, password: PASSWORD, completeCode: early, agreements },
    })
    await enrolPin(first, PIN)
    const header = await pinHeader(first, PIN, 'ACCOUNT_DELETE')
    await first.call('account.delete', { body: deletionRequest }, header)

    const reply = await openBrowser(server).call('auth.signUp', {
      body: { email, password: PASSWORD, completeCode: early, agreements },
    })
    const reset = await openBrowser(server).call('auth.checkResetEmail', { body: { email } })

    expect(reply.code).toBe(Code.REREGISTRATION_BLOCKED)
    expect(reset.code).toBe(Code.USER_NOT_FOUND)
  })
})
