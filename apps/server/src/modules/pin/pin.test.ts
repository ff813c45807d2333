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
  test('is told so by every call that needs one', async () => {
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

describe('enrolling', () => {
  test('counts once it is confirmed, for me, login and state alike', async () => {
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

  test('without naming the rounds of its stretching counts as made by release 1.0', async () => {
    const { call } = await memberWithPin(server)

    expect((await call('pin.state', {})).data?.iterations).toBe(900_000)
  })

  test('may be confirmed again when the reply was lost, but not with another proof', async () => {
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

  test('has ten minutes, and only the newest one counts', async () => {
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

  test('a second PIN needs the first', async () => {
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
    ['no element at all', { blinded: '_'.repeat(43) }],
  ])('refuses %s', async (_label, wrong) => {
    const member = await signUpMember(server)
    const salt = aSalt()

    const reply = await member.call('pin.enrol', {
      body: { salt, blinded: blindPin(PIN, salt).blinded, ...wrong },
    })

    expect(reply.code).toBe(Code.INVALID_REQUEST)
  })
})

describe('changing the PIN', () => {
  test('retires the old key, ends the other sessions and is told by mail, without a pause', async () => {
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

  test('uses its token up: a second enrolment needs the PIN again', async () => {
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

describe('entering the PIN', () => {
  test('right gives a token for five minutes and opens the same wallet key as before', async () => {
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

  test('wrong tells the count, in both languages, and the next right one tells how many', async () => {
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

  test('again after a lost reply costs nothing and answers the same', async () => {
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

  test('wrong again after a lost reply costs nothing either', async () => {
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

  test("does not verify another member's evaluation, nor evaluate under their key", async () => {
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

  test('refused as malformed costs no try', async () => {
    const member = await memberWithPin(server)

    for (const blinded of ['A'.repeat(43), '_'.repeat(43), 'short', '']) {
      const reply = await member.call('pin.evaluate', { body: { blinded } })
      expect(reply.code).toBe(Code.INVALID_REQUEST)
    }

    expect((await member.call('pin.state', {})).data?.attempts).toBe(0)
  })
})

describe('the token of a PIN', () => {
  const change = { currentPassword: PASSWORD, newPassword: 'Another1!' }

  test('opens one call of its purpose, of its member, once', async () => {
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

  test('lives five minutes', async () => {
    const member = await memberWithPin(server)
    const token = await pinHeader(member, PIN, 'PASSWORD_CHANGE')
    server.clock.advance(5 * MINUTE_MS)

    const late = await member.call('account.changePassword', { body: change }, token)

    expect(late.code).toBe(Code.PIN_VERIFICATION_REQUIRED)
  })
})
