import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { ORIGIN, startTestApp, type TestApp } from '#test/test-app.ts'
import {
  logInElsewhere,
  openBrowser,
  PASSWORD,
  signUpMember,
  type Browser,
} from '#test/test-member.ts'
import {
  aWrongProof,
  blindPin,
  enrolPin,
  evaluatePin,
  memberWithPin,
  PIN,
  pinHeader,
} from '#test/test-pin.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const together = <Result>(count: number, run: (at: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, at) => run(at)))

test('allows at most five of fifty concurrent evaluations from ten sessions', async () => {
  const member = await memberWithPin(server)
  const sessions: Browser[] = await together(10, () => logInElsewhere(server, member))

  const replies = await together(50, (at) =>
    (sessions[at % 10] ?? member).call('pin.evaluate', {
      body: { blinded: blindPin(String(100_000 + at), member.pin.salt).blinded },
    }),
  )

  const codes = replies.map(({ code }) => code)
  expect(codes.filter((code) => code === 0)).toHaveLength(5)
  expect(codes.filter((code) => code === Code.PIN_ATTEMPTS_EXCEEDED)).toHaveLength(1)
  // The lock ends the session of the call that exceeded the attempts: its calls that arrive later
  // are no longer logged in.
  const ended = codes.indexOf(Code.PIN_ATTEMPTS_EXCEEDED) % 10
  codes.forEach((code, at) => {
    if (code === 0 || code === Code.PIN_ATTEMPTS_EXCEEDED) return
    const refusals = at % 10 === ended ? [Code.PIN_LOCKED, Code.TOKEN_EXPIRED] : [Code.PIN_LOCKED]
    expect(refusals).toContain(code)
  })
})

test('allows at most five of fifty concurrent evaluations on invented devices', async () => {
  const member = await memberWithPin(server)
  const session = await logInElsewhere(server, member)

  const replies = await together(50, (at) => {
    const device = openBrowser(server)
    for (const [name, value] of session.cookies) device.cookies.set(name, value)
    const { blinded } = blindPin(String(100_000 + at), member.pin.salt)
    return device.call('pin.evaluate', { body: { blinded } })
  })

  expect(replies.filter(({ code }) => code === 0)).toHaveLength(5)
})

test('allows five of fifty concurrent evaluations of a retired key on its enrolled device', async () => {
  const member = await memberWithPin(server)
  const { 'x-pin-token': token } = await pinHeader(member, PIN, 'PIN_CHANGE')
  await enrolPin(member, '246802', token)

  const replies = await together(50, (at) => {
    const { pinKeyId, salt } = member.pin
    const { blinded } = blindPin(String(100_000 + at), salt)
    return member.call('pin.evaluate', { body: { blinded, pinKeyId } })
  })

  const codes = replies.map(({ code }) => code)
  expect(codes.filter((code) => code === 0)).toHaveLength(5)
  expect(codes.filter((code) => code === Code.PIN_WAIT)).toHaveLength(45)
})

test('accepts a device proof once when it arrives ten times concurrently', async () => {
  const member = await memberWithPin(server)
  const { blinded } = blindPin(PIN, member.pin.salt)
  const body = JSON.stringify({ blinded })
  const url = `${ORIGIN}/v1/private/users/pin/evaluation`
  const proof = { method: 'POST', url, body, at: server.clock.now }
  const dpop = member.deviceKey?.prove(proof) ?? ''

  const replies = await together(10, () =>
    member.call('pin.evaluate', { body: { blinded } }, { dpop }),
  )

  const codes = replies.map(({ code }) => code)
  expect(codes.filter((code) => code === 0)).toHaveLength(1)
  expect(codes.filter((code) => code === Code.DEVICE_PROOF_INVALID)).toHaveLength(9)
})

test('counts twenty concurrent wrong verifications of one evaluation as one attempt', async () => {
  const member = await memberWithPin(server)
  const { entry } = await evaluatePin(member, PIN)
  const body = { evaluationId: entry?.evaluationId ?? '', purpose: 'UNLOCK' } as const

  const replies = await together(20, () =>
    member.call('pin.verify', { body: { ...body, proof: aWrongProof() } }),
  )

  expect(new Set(replies.map(({ msg }) => msg))).toEqual(new Set(['Incorrect PIN (1/5)']))
  expect((await member.call('pin.state', {})).data?.attempts).toBe(1)
})

test('changes the password once under eight calls with one token', async () => {
  const member = await memberWithPin(server)
  const token = await pinHeader(member, PIN, 'PASSWORD_CHANGE')

  const replies = await together(8, (at) =>
    member.call(
      'account.changePassword',
      { body: { currentPassword: PASSWORD, newPassword: `Another${at}!` } },
      token,
    ),
  )

  expect(replies.filter(({ code }) => code === 0)).toHaveLength(1)
})

test('keeps one PIN when several tabs enrol the first PIN concurrently', async () => {
  const member = await signUpMember(server)

  const outcomes = await Promise.allSettled([
    enrolPin(member, '111111'),
    enrolPin(member, '222222'),
    enrolPin(member, '333333'),
  ])

  const pinned = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' ? [outcome.value.pinKeyId] : [],
  )
  expect(pinned).toHaveLength(1)
  expect((await member.call('pin.state', {})).data?.pinKeyId).toBe(pinned[0])
})
