import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { MINUTE_MS } from '@solstice/rules/duration'
import { withdrawalsPausedUntil } from '#/modules/security/security.service.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { logInElsewhere, PASSWORD, signUpMember } from '#test/test-member.ts'
import { endPauses } from '#test/test-wallet.ts'
import {
  aSalt,
  aWrongProof,
  blindPin,
  enrolPin,
  enterPin,
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

describe('a member without a PIN', () => {
  test('gets the matching code from every call that needs a PIN', async () => {
    const member = await signUpMember(server)

    const state = await member.call('pin.state', {})
    const evaluated = await evaluatePin(member, PIN)
    const verified = await member.call('pin.verify', {
      body: { evaluationId: crypto.randomUUID(), proof: aWrongProof(), purpose: 'UNLOCK' },
    })
    const set = await member.call('pin.set', {
      body: { enrolmentId: crypto.randomUUID(), proof: aWrongProof() },
    })

    expect(state.data).toEqual({
      hasPin: false,
      locked: false,
      attempts: 0,
      maxAttempts: 5,
      pinKeyId: null,
      salt: null,
      iterations: null,
    })
    expect([evaluated.code, verified.code, set.code]).toEqual([
      Code.PIN_NOT_SET,
      Code.PIN_NOT_SET,
      Code.PIN_NOT_SET,
    ])
  })
})

describe('PIN enrolment', () => {
  test('takes effect when it is confirmed, in profile, login and state', async () => {
    const member = await signUpMember(server)
    const salt = aSalt()
    const entry = blindPin(PIN, salt)

    const body = { salt, iterations: 1_200_000, blinded: entry.blinded }
    const begun = await member.call('pin.enrol', { body })
    const before = await member.call('users.me', {})
    const { enrolmentId = '', pinKeyId, evaluated = '' } = begun.data ?? {}
    const { proof } = entry.finish(evaluated)
    const set = await member.call('pin.set', { body: { enrolmentId, proof } })

    expect(before.data?.hasPin).toBe(false)
    expect(set).toMatchObject({ status: 200, data: { hasPin: true, pinKeyId } })
    expect((await member.call('users.me', {})).data?.hasPin).toBe(true)
    expect((await logInElsewhere(server, member)).hasPin).toBe(true)
    expect((await member.call('pin.state', {})).data).toMatchObject({
      hasPin: true,
      attempts: 0,
      pinKeyId,
      salt,
      iterations: 1_200_000,
    })
  })

  test('without an iteration count counts as made by release 1.0', async () => {
    const { call } = await memberWithPin(server)

    expect((await call('pin.state', {})).data?.iterations).toBe(900_000)
  })

  test('can be confirmed again after a lost response, but not with another proof', async () => {
    const { call, pin } = await memberWithPin(server)

    const again = await call('pin.set', {
      body: { enrolmentId: pin.enrolmentId, proof: pin.proof },
    })
    const other = await call('pin.set', {
      body: { enrolmentId: pin.enrolmentId, proof: aWrongProof() },
    })

    expect(again).toMatchObject({ code: 0, data: { pinKeyId: pin.pinKeyId } })
    expect(other.code).toBe(Code.INVALID_REQUEST)
  })

  test('expires after ten minutes, and only the newest one can be confirmed', async () => {
    const member = await signUpMember(server)
    const begin = async () => {
      const salt = aSalt()
      const { data } = await member.call('pin.enrol', {
        body: { salt, blinded: blindPin(PIN, salt).blinded },
      })
      return data?.enrolmentId ?? ''
    }
    const first = await begin()
    const second = await begin()
    const set = (enrolmentId: string) =>
      member.call('pin.set', { body: { enrolmentId, proof: aWrongProof() } })

    const replaced = await set(first)
    server.clock.advance(10 * MINUTE_MS)
    const late = await set(second)

    expect([replaced.code, late.code]).toEqual([Code.PIN_NOT_SET, Code.PIN_NOT_SET])
    expect((await member.call('pin.state', {})).data?.hasPin).toBe(false)
  })

  test("cannot be finished by another member's session", async () => {
    const member = await signUpMember(server)
    const stranger = await signUpMember(server)
    const salt = aSalt()
    const { data } = await member.call('pin.enrol', {
      body: { salt, blinded: blindPin(PIN, salt).blinded },
    })

    const reply = await stranger.call('pin.set', {
      body: { enrolmentId: data?.enrolmentId ?? '', proof: aWrongProof() },
    })

    expect(reply.code).toBe(Code.PIN_NOT_SET)
  })

  test('of a second PIN requires the first', async () => {
    const { call } = await memberWithPin(server)
    const salt = aSalt()
    const body = { salt, blinded: blindPin('246802', salt).blinded }

    const without = await call('pin.enrol', { body })
    const nonsense = await call('pin.enrol', { body }, { 'x-pin-token': 'nonsense' })

    expect(without).toMatchObject({ code: Code.PIN_ALREADY_SET, msg: 'PIN is already set' })
    expect(nonsense).toMatchObject({
      code: Code.PIN_VERIFICATION_REQUIRED,
      msg: 'Enter your PIN to continue',
    })
  })

  test.each([
    ['a salt of 31 bytes', { salt: 'A'.repeat(42) }],
    ['the identity', { blinded: 'A'.repeat(43) }],
    ['bytes that do not encode an element', { blinded: '_'.repeat(43) }],
  ])('rejects %s', async (_label, wrong) => {
    const member = await signUpMember(server)
    const salt = aSalt()

    const reply = await member.call('pin.enrol', {
      body: { salt, blinded: blindPin(PIN, salt).blinded, ...wrong },
    })

    expect(reply.code).toBe(Code.INVALID_REQUEST)
  })
})

describe('a PIN change', () => {
  test('retires the old key, ends the other sessions and notifies by mail, without a pause', async () => {
    const member = await memberWithPin(server)
    const other = await logInElsewhere(server, member)
    await endPauses(server, member.userId)
    const header = await pinHeader(member, PIN, 'PIN_CHANGE')

    const changed = await enrolPin(member, '246802', header['x-pin-token'])

    expect((await enterPin(member, '246802')).code).toBe(0)
    expect((await enterPin(member, PIN)).code).toBe(Code.PIN_INCORRECT)
    expect(changed.pinKeyId).not.toBe(member.pin.pinKeyId)
    expect((await other.call('users.me', {})).status).toBe(401)
    expect((await member.call('users.me', {})).status).toBe(200)
    expect(server.mails.at(-1)).toMatchObject({
      to: member.email,
      subject: 'Your Solstice PIN was changed',
    })
    expect(await withdrawalsPausedUntil(server.ctx, member.userId)).toBeUndefined()
  })

  test('consumes its token, so that a second enrolment needs the PIN again', async () => {
    const member = await memberWithPin(server)
    const { 'x-pin-token': pinToken } = await pinHeader(member, PIN, 'PIN_CHANGE')
    await enrolPin(member, '246802', pinToken)

    const salt = aSalt()
    const again = await member.call(
      'pin.enrol',
      { body: { salt, blinded: blindPin('111111', salt).blinded } },
      { 'x-pin-token': pinToken },
    )

    expect(again.code).toBe(Code.PIN_VERIFICATION_REQUIRED)
  })
})

describe('a PIN entry', () => {
  test('returns a token for five minutes and opens the same wallet key if correct', async () => {
    const member = await memberWithPin(server)

    const { entry } = await evaluatePin(member, PIN)
    const reply = await member.call('pin.verify', {
      body: {
        evaluationId: entry?.evaluationId ?? '',
        proof: entry?.proof ?? '',
        purpose: 'UNLOCK',
      },
    })

    expect(reply).toMatchObject({ status: 200, data: { verified: true, failedSince: 0 } })
    expect(reply.data?.pinToken).toMatch(/^[\w-]{43}$/)
    expect(Date.parse(reply.data?.expiresAt ?? '') - server.clock.now.getTime()).toBe(5 * MINUTE_MS)
    expect(entry?.kek).toBe(member.pin.kek)
  })

  test('returns the count in both languages if wrong, and the next correct one returns how many failed', async () => {
    const member = await memberWithPin(server)

    const first = await enterPin(member, WRONG_PIN)
    const { entry } = await evaluatePin(member, WRONG_PIN)
    const second = await member.call(
      'pin.verify',
      {
        body: {
          evaluationId: entry?.evaluationId ?? '',
          proof: entry?.proof ?? '',
          purpose: 'UNLOCK',
        },
      },
      { 'accept-language': 'ko' },
    )
    const state = await member.call('pin.state', {})
    const right = await enterPin(member, PIN)

    expect(first).toMatchObject({
      status: 400,
      code: Code.PIN_INCORRECT,
      msg: 'Incorrect PIN (1/5)',
      data: { attempts: 1, maxAttempts: 5 },
    })
    expect(second.msg).toBe('PIN이 올바르지 않아요 (2/5)')
    expect(state.data?.attempts).toBe(2)
    expect(right.data?.failedSince).toBe(2)
    expect((await member.call('pin.state', {})).data?.attempts).toBe(0)
  })

  test('returns the same result and costs nothing when repeated after a lost response', async () => {
    const member = await memberWithPin(server)
    await enterPin(member, WRONG_PIN)
    const { entry } = await evaluatePin(member, PIN)
    const body = {
      evaluationId: entry?.evaluationId ?? '',
      proof: entry?.proof ?? '',
      purpose: 'WITHDRAW',
    } as const

    const first = await member.call('pin.verify', { body })
    server.clock.advance(9 * MINUTE_MS)
    const again = await member.call('pin.verify', { body })

    expect(first.code).toBe(0)
    expect(again.data).toEqual(first.data)
    expect((await member.call('pin.state', {})).data?.attempts).toBe(0)
  })

  test('costs nothing more when a wrong one is repeated after a lost response', async () => {
    const member = await memberWithPin(server)
    const { entry } = await evaluatePin(member, WRONG_PIN)
    const body = {
      evaluationId: entry?.evaluationId ?? '',
      proof: entry?.proof ?? '',
      purpose: 'UNLOCK',
    } as const

    const replies = []
    for (let time = 0; time < 7; time += 1) {
      replies.push((await member.call('pin.verify', { body })).msg)
    }

    expect(new Set(replies)).toEqual(new Set(['Incorrect PIN (1/5)']))
    expect((await member.call('pin.state', {})).data?.attempts).toBe(1)
  })

  test('gives one token for one purpose', async () => {
    const member = await memberWithPin(server)
    const { entry } = await evaluatePin(member, PIN)
    const body = { evaluationId: entry?.evaluationId ?? '', proof: entry?.proof ?? '' }

    await member.call('pin.verify', { body: { ...body, purpose: 'UNLOCK' } })
    const other = await member.call('pin.verify', { body: { ...body, purpose: 'WITHDRAW' } })

    expect(other.code).toBe(Code.INVALID_REQUEST)
  })

  test('must be verified within ten minutes of its evaluation', async () => {
    const member = await memberWithPin(server)
    const { entry } = await evaluatePin(member, PIN)
    server.clock.advance(10 * MINUTE_MS)

    const reply = await member.call('pin.verify', {
      body: {
        evaluationId: entry?.evaluationId ?? '',
        proof: entry?.proof ?? '',
        purpose: 'UNLOCK',
      },
    })

    expect(reply.code).toBe(Code.NOT_FOUND)
  })

  test("cannot use another member's evaluation or key", async () => {
    const member = await memberWithPin(server)
    const stranger = await memberWithPin(server)
    const { entry } = await evaluatePin(member, PIN)

    const verified = await stranger.call('pin.verify', {
      body: {
        evaluationId: entry?.evaluationId ?? '',
        proof: entry?.proof ?? '',
        purpose: 'UNLOCK',
      },
    })
    const evaluated = await evaluatePin(stranger, PIN, member.pin)

    expect([verified.code, evaluated.code]).toEqual([Code.NOT_FOUND, Code.NOT_FOUND])
  })

  test('costs no attempt if it is malformed', async () => {
    const member = await memberWithPin(server)

    for (const blinded of ['A'.repeat(43), '_'.repeat(43), 'short', '']) {
      const reply = await member.call('pin.evaluate', { body: { blinded } })
      expect(reply.code).toBe(Code.INVALID_REQUEST)
    }

    expect((await member.call('pin.state', {})).data?.attempts).toBe(0)
  })
})

describe('a PIN token', () => {
  const change = { currentPassword: PASSWORD, newPassword: 'Another1!' }

  test('allows one call of its purpose by its member, once', async () => {
    const member = await memberWithPin(server)
    const stranger = await memberWithPin(server)
    const token = await pinHeader(member, PIN, 'PASSWORD_CHANGE')
    const unlock = await pinHeader(member, PIN, 'UNLOCK')

    const byStranger = await stranger.call('account.changePassword', { body: change }, token)
    const otherPurpose = await member.call('account.changePassword', { body: change }, unlock)
    const none = await member.call('account.changePassword', { body: change })
    const right = await member.call('account.changePassword', { body: change }, token)
    const again = await member.call(
      'account.changePassword',
      { body: { currentPassword: 'Another1!', newPassword: 'Another2!' } },
      token,
    )

    const refused = Code.PIN_VERIFICATION_REQUIRED
    expect([byStranger.code, otherPurpose.code, none.code]).toEqual([refused, refused, refused])
    expect(right.code).toBe(0)
    expect(again.code).toBe(refused)
  })

  test('expires after five minutes', async () => {
    const member = await memberWithPin(server)
    const token = await pinHeader(member, PIN, 'PASSWORD_CHANGE')
    server.clock.advance(5 * MINUTE_MS)

    const late = await member.call('account.changePassword', { body: change }, token)

    expect(late.code).toBe(Code.PIN_VERIFICATION_REQUIRED)
  })
})
