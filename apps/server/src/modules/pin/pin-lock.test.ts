import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS } from '@solstice/rules/duration'
import { withdrawalsPausedUntil } from '#/modules/security/security.service.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { logInElsewhere, mailedCode, openBrowser } from '#test/test-member.ts'
import {
  aSalt,
  aWrongProof,
  blindPin,
  enrolPin,
  enterPin,
  enterWrongPins,
  evaluatePin,
  memberWithPin,
  PIN,
  pinHeader,
  WRONG_PIN,
} from '#test/test-pin.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

/** Returns a member after five wrong entries and a full login on the same device. */
async function lockedOutMember() {
  const member = await memberWithPin(server)
  await enterWrongPins(member)
  return { member, browser: await logInElsewhere(server, member, { device: member.deviceKey }) }
}

describe('five wrong PINs', () => {
  test('return the count, then end the session and state the reason', async () => {
    const member = await memberWithPin(server)
    const thief = openBrowser(server)
    for (const [name, value] of member.cookies) thief.cookies.set(name, value)

    const replies = []
    for (let time = 0; time < 5; time += 1) replies.push(await enterPin(member, WRONG_PIN))
    const copied = [await thief.call('users.me', {}), await thief.call('auth.reissue', {})]

    expect(replies.map(({ msg }) => msg)).toEqual([
      'Incorrect PIN (1/5)',
      'Incorrect PIN (2/5)',
      'Incorrect PIN (3/5)',
      'Incorrect PIN (4/5)',
      'Maximum attempts exceeded. Please log in again',
    ])
    expect(replies.at(-1)).toMatchObject({ status: 400, code: Code.PIN_ATTEMPTS_EXCEEDED })
    expect(member.cookies.size).toBe(0)
    expect(copied.map(({ code }) => code)).toEqual([Code.TOKEN_EXPIRED, Code.INVALID_REQUEST])
    expect(server.mails.at(-1)?.subject).toBe('Your Solstice PIN was locked')
  })

  test('lock every PIN call of the other sessions until a login with the password', async () => {
    const member = await memberWithPin(server)
    const other = await logInElsewhere(server, member)
    const keyless = await logInElsewhere(server, member, { device: 'no device key' })
    const { entry } = await evaluatePin(other, PIN)
    await enterPin(other, PIN)
    await enterWrongPins(member)
    const salt = aSalt()

    const replies = await Promise.all([
      evaluatePin(other, PIN),
      other.call('pin.verify', {
        body: {
          evaluationId: entry?.evaluationId ?? '',
          proof: entry?.proof ?? '',
          purpose: 'UNLOCK',
        },
      }),
      other.call('pin.enrol', { body: { salt, blinded: blindPin(PIN, salt).blinded } }),
      other.call('pin.set', { body: { enrolmentId: crypto.randomUUID(), proof: aWrongProof() } }),
      evaluatePin(keyless, PIN, member.pin),
    ])
    const state = await other.call('pin.state', {})

    expect(replies.map(({ code }) => code)).toEqual(replies.map(() => Code.PIN_LOCKED))
    expect(replies[0]?.msg).toBe('Account is locked. Please log in with email')
    expect(state.data).toMatchObject({ hasPin: false, locked: true })
    expect((await other.call('users.me', {})).data?.hasPin).toBe(false)
  })

  test('allow only a session opened afterwards to set the new PIN', async () => {
    const member = await memberWithPin(server)
    const older = await logInElsewhere(server, member)
    server.clock.advance(1000)
    await enterWrongPins(member)
    const owner = await logInElsewhere(server, member)
    const salt = aSalt()

    const refused = await older.call('pin.enrol', {
      body: { salt, blinded: blindPin('999111', salt).blinded },
    })
    const { pinKeyId } = await enrolPin(owner, '246802')

    expect(refused.code).toBe(Code.PIN_LOCKED)
    expect((await owner.call('pin.state', {})).data?.pinKeyId).toBe(pinKeyId)
  })

  test('revoke the tokens issued before', async () => {
    const member = await memberWithPin(server)
    const other = await logInElsewhere(server, member)
    const token = await pinHeader(other, PIN, 'ACCOUNT_DELETE')
    await enterWrongPins(member)

    const reply = await other.call(
      'account.delete',
      { body: { reason: 'OTHER', agreed: true } },
      token,
    )

    expect(reply.code).toBe(Code.PIN_VERIFICATION_REQUIRED)
  })

  test('require a new PIN after the next login', async () => {
    const { browser, member } = await lockedOutMember()

    expect(browser.hasPin).toBe(false)
    expect((await browser.call('pin.state', {})).data).toMatchObject({
      hasPin: false,
      locked: false,
      attempts: 0,
    })
    await enrolPin(browser, '246802')
    expect((await enterPin(browser, '246802')).code).toBe(0)
    expect((await logInElsewhere(server, member)).hasPin).toBe(true)
  })

  test('are counted from zero again after a correct one', async () => {
    const member = await memberWithPin(server)

    const codes = []
    for (const pin of [
      WRONG_PIN,
      WRONG_PIN,
      WRONG_PIN,
      WRONG_PIN,
      PIN,
      WRONG_PIN,
      WRONG_PIN,
      WRONG_PIN,
      WRONG_PIN,
      PIN,
    ]) {
      codes.push((await enterPin(member, pin)).code)
    }

    const no = Code.PIN_INCORRECT
    expect(codes).toEqual([no, no, no, no, 0, no, no, no, no, 0])
  })
})

test('refuses a sixth evaluation regardless of the five before', async () => {
  const member = await memberWithPin(server)
  const entries = []
  for (let time = 0; time < 5; time += 1) entries.push((await evaluatePin(member, PIN)).entry)

  const sixth = await evaluatePin(member, PIN)

  expect(entries.map((entry) => entry?.attempts)).toEqual([1, 2, 3, 4, 5])
  expect(sixth).toMatchObject({ code: Code.PIN_ATTEMPTS_EXCEEDED, data: null })
  expect((await member.call('users.me', {})).status).toBe(401)
})

test('accepts the correct PIN at the fifth evaluation', async () => {
  const member = await memberWithPin(server)
  for (let time = 0; time < 4; time += 1) await evaluatePin(member, WRONG_PIN)

  const fifth = await enterPin(member, PIN)

  expect(fifth).toMatchObject({ code: 0, data: { failedSince: 4 } })
})

describe('withdrawals', () => {
  const pause = (userId: number) => withdrawalsPausedUntil(server.ctx, userId)
  const in48h = () => new Date(server.clock.now.getTime() + 2 * DAY_MS)

  test('are paused for 48 hours by the first PIN', async () => {
    expect(await pause((await memberWithPin(server)).userId)).toEqual(in48h())
  })

  test('are paused for 48 hours by a PIN set without the old one, and the member is notified', async () => {
    const { browser, member } = await lockedOutMember()

    await enrolPin(browser, '246802')

    expect(await pause(member.userId)).toEqual(in48h())
    expect(server.mails.at(-1)).toMatchObject({
      to: member.email,
      subject: 'A new Solstice PIN was set',
    })
    server.clock.advance(2 * DAY_MS)
    expect(await pause(member.userId)).toBeUndefined()
  })

  test('stay paused throughout a takeover with a stolen mailbox', async () => {
    const member = await memberWithPin(server)
    const thief = openBrowser(server)
    const { email } = member
    await thief.call('auth.checkResetEmail', { body: { email } })
    const code = mailedCode(server, email)
    const verified = await thief.call('auth.verifyCode', {
      body: { email, code, purpose: 'RESET' },
    })
    await thief.call('auth.resetPassword', {
      body: {
        email,
        completeCode: verified.data?.completeCode ?? '',
        password: 'Thief123!',
      },
    })
    expect(await pause(member.userId)).toEqual(in48h())

    const login = { password: 'Thief123!', device: thief.deviceKey }
    const inside = await logInElsewhere(server, member, login)
    await enterWrongPins(inside)
    server.clock.advance(DAY_MS)
    await enrolPin(await logInElsewhere(server, member, login), '111111')

    expect(await pause(member.userId)).toEqual(in48h())
    const notifications = server.mails.filter(({ to, code: mailed }) => to === email && !mailed)
    expect(notifications.map(({ subject }) => subject)).toEqual([
      'A PIN was set for your Solstice account',
      'Your Solstice password was reset',
      'New sign-in to Solstice',
      'Your Solstice PIN was locked',
      'A new Solstice PIN was set',
    ])
  })
})
