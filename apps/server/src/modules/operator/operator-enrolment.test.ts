import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { HOUR_MS, MINUTE_MS } from '@solstice/rules/duration'
import { rowsOf } from '#/platform/process/db.ts'
import { softwarePasskey } from '#test/software-passkey.ts'
import { CONSOLE_ORIGIN, startTestApp, type TestApp } from '#test/test-app.ts'
import {
  aPerson,
  mailedLink,
  openConsole,
  OPERATOR_PASSWORD,
  type ConsoleBrowser,
} from '#test/test-console.ts'
import { secretBytes } from '#test/authenticator-secret.ts'
import { anOperator, operatorCall } from '#test/test-operator.ts'
import { ensureFirstOperator } from './first-operator.service.ts'
import { nextTotpCode } from './operator-totp.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(() => server.ctx.db.execute(sql`delete from rate_limits`))

let counter = 0

/** Appoints a person through the API and returns the code of the mailed link. */
async function invite(role: 'OWNER' | 'SUPPORT' = 'SUPPORT') {
  counter += 1
  const name = `invited-${counter}`
  const email = `${name}@harbor.example`
  const owner = await anOperator(server)
  const added = await owner.call('operator.addOperator', {
    body: { name, role, kind: 'PERSON', email },
  })
  await server.worker.runDue()
  return { name, email, added, owner, code: mailedLink(server, email) }
}

async function enrolWithPasskey(browser: ConsoleBrowser, code: string) {
  const passkey = softwarePasskey(CONSOLE_ORIGIN)
  const shown = await browser.call('operatorAuth.showEnrolment', { params: { code } })
  const setup = shown.data ?? fail(shown.code)
  const enrolled = await browser.call('operatorAuth.enrol', {
    params: { code },
    body: {
      setupId: setup.setupId,
      label: 'Work laptop',
      passkey: passkey.create(setup.passkey),
    },
  })
  return { passkey, shown, enrolled }
}

function fail(code: number): never {
  throw new Error(`Refused with ${code}`)
}

describe('an enrolment link', () => {
  test('is mailed to a person, who gets no token, and opens with a passkey', async () => {
    const { name, email, added, code } = await invite()
    const browser = openConsole(server)

    const { shown, enrolled } = await enrolWithPasskey(browser, code)
    const me = await browser.call('operator.me', {})

    expect(added.data).toMatchObject({ name, kind: 'PERSON', email, token: null, expiresAt: null })
    expect(shown.data).toMatchObject({
      name,
      email,
      role: 'SUPPORT',
      passkey: {
        attestation: 'none',
        rp: { id: 'console.solstice.test' },
        authenticatorSelection: { userVerification: 'required', residentKey: 'required' },
      },
    })
    expect(enrolled.data?.recoveryCodes).toHaveLength(10)
    expect(me.data).toMatchObject({
      name,
      email,
      kind: 'PERSON',
      factors: [{ kind: 'PASSKEY', label: 'Work laptop' }],
      recoveryCodesLeft: 10,
    })
    expect(me.data?.calls).toContain('operator.findMembers')
    expect(me.data?.calls).not.toContain('operator.addOperator')
  })

  test('works once: neither the same person nor two at once use it again', async () => {
    const { code } = await invite()
    const [one, other] = [openConsole(server), openConsole(server)]

    const both = await Promise.all([enrolWithPasskey(one, code), enrolWithPasskey(other, code)])
    const again = await one.call('operatorAuth.showEnrolment', { params: { code } })
    const { setupId, passkey } = both[0].shown.data ?? fail(0)
    const reused = await one.call('operatorAuth.enrol', {
      params: { code },
      body: { setupId, passkey: softwarePasskey(CONSOLE_ORIGIN).create(passkey) },
    })

    expect(both.map(({ enrolled }) => enrolled.code).toSorted((a, b) => a - b)).toEqual([
      Code.SUCCESS,
      Code.NOT_FOUND,
    ])
    expect([again.code, reused.code]).toEqual([Code.NOT_FOUND, Code.NOT_FOUND])
  })

  test('expires after 24 hours', async () => {
    const { code } = await invite()
    const { code: late } = await invite()
    const started = server.clock.now
    const open = (one: string) =>
      openConsole(server).call('operatorAuth.showEnrolment', { params: { code: one } })

    server.clock.advance(24 * HOUR_MS - 1)
    const inTime = await open(code)
    server.clock.advance(1)
    const expired = await open(late)
    server.clock.now = started

    expect([inTime.code, expired.code]).toEqual([Code.SUCCESS, Code.NOT_FOUND])
  })

  test('stops working when a newer one was sent or the operator was disabled', async () => {
    const { code, owner, email, added } = await invite()
    const params = { operatorId: added.data?.operatorId ?? 0 }
    const open = (one: string) =>
      openConsole(server).call('operatorAuth.showEnrolment', { params: { code: one } })

    const sent = await owner.call('operator.sendEnrolment', { params })
    await server.worker.runDue()
    const newer = mailedLink(server, email)
    const codes = [(await open(code)).code, (await open(newer)).code]
    await owner.call('operator.disableOperator', { params })
    codes.push((await open(newer)).code)
    const refused = await owner.call('operator.sendEnrolment', { params })

    expect(sent.code).toBe(0)
    expect(codes).toEqual([Code.NOT_FOUND, Code.SUCCESS, Code.NOT_FOUND])
    expect(refused.code).toBe(Code.NOT_FOUND)
  })

  test('accepts a password of 15 to 128 characters with the code of the app', async () => {
    const { code } = await invite()
    const browser = openConsole(server)
    const shown = await browser.call('operatorAuth.showEnrolment', { params: { code } })
    const { setupId, totp } = shown.data ?? fail(shown.code)
    const own = nextTotpCode(secretBytes(totp.secret), server.clock.now, null)
    const enrol = (password: string, given: string) =>
      browser.call('operatorAuth.enrol', {
        params: { code },
        body: { setupId, password, code: given },
      })

    const short = await enrol('x'.repeat(14), own)
    const long = await enrol('x'.repeat(129), own)
    const wrong = await enrol(OPERATOR_PASSWORD, own === '123456' ? '654321' : '123456')
    const right = await enrol(OPERATOR_PASSWORD, own)

    expect(totp.uri).toMatch(/^otpauth:\/\/totp\/Solstice%20console:/)
    expect([short.code, long.code, wrong.code, right.code]).toEqual([
      Code.PASSWORD_FORMAT,
      Code.PASSWORD_FORMAT,
      Code.VERIFICATION_CODE_INVALID,
      Code.SUCCESS,
    ])
    expect(right.data?.operator.factors).toMatchObject([{ kind: 'TOTP' }])
  })

  test.each([
    ['another origin', { origin: 'https://console.evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['no user verification', { userVerified: false }],
    ['an assertion instead of a registration', { type: 'webauthn.get' }],
  ])('refuses a passkey with %s', async (_label, fault) => {
    const { code } = await invite()
    const browser = openConsole(server)
    const shown = await browser.call('operatorAuth.showEnrolment', { params: { code } })
    const { setupId, passkey } = shown.data ?? fail(shown.code)
    const made = softwarePasskey(CONSOLE_ORIGIN).create(passkey, fault)

    const refused = await browser.call('operatorAuth.enrol', {
      params: { code },
      body: { setupId, passkey: made },
    })

    expect(refused.code).toBe(Code.INVALID_REQUEST)
  })

  test('refuses the setup of another person and an expired setup', async () => {
    const mine = await invite()
    const theirs = await invite()
    const browser = openConsole(server)
    const shown = await browser.call('operatorAuth.showEnrolment', {
      params: { code: theirs.code },
    })
    const { setupId, passkey } = shown.data ?? fail(shown.code)
    const enrol = (code: string) =>
      browser.call('operatorAuth.enrol', {
        params: { code },
        body: { setupId, passkey: softwarePasskey(CONSOLE_ORIGIN).create(passkey) },
      })
    const started = server.clock.now

    const foreign = await enrol(mine.code)
    server.clock.advance(15 * MINUTE_MS)
    const late = await enrol(theirs.code)
    server.clock.now = started

    expect([foreign.code, late.code]).toEqual([Code.INVALID_REQUEST, Code.INVALID_REQUEST])
  })
})

describe('appointing a person', () => {
  test('is refused for a taken name or address, and for a machine with an address', async () => {
    const { name, email, owner } = await invite()
    const add = (body: { name: string; email?: string; kind?: 'PERSON' | 'MACHINE' }) =>
      owner.call('operator.addOperator', { body: { role: 'SUPPORT', ...body } })

    const replies = [
      await add({ name, kind: 'PERSON', email: 'other@harbor.example' }),
      await add({ name: 'unused', kind: 'PERSON', email: email.toUpperCase() }),
      await add({ name: 'unused', kind: 'PERSON', email: 'no-address' }),
      await add({ name: 'unused', kind: 'PERSON' }),
      await add({ name: 'unused', kind: 'MACHINE', email: 'unused@harbor.example' }),
    ]

    expect(replies.map(({ code }) => code)).toEqual([
      Code.NICKNAME_TAKEN,
      Code.EMAIL_EXISTS,
      Code.EMAIL_FORMAT,
      Code.INVALID_REQUEST,
      Code.INVALID_REQUEST,
    ])
  })

  test('stores neither link nor recovery code nor secret in plain text', async () => {
    const { code } = await invite()
    const browser = openConsole(server)
    const shown = await browser.call('operatorAuth.showEnrolment', { params: { code } })
    const { setupId, totp } = shown.data ?? fail(shown.code)
    const enrolled = await browser.call('operatorAuth.enrol', {
      params: { code },
      body: {
        setupId,
        password: OPERATOR_PASSWORD,
        code: nextTotpCode(secretBytes(totp.secret), server.clock.now, null),
      },
    })
    const secrets = [
      code,
      totp.secret,
      secretBytes(totp.secret).toString('base64url'),
      OPERATOR_PASSWORD,
      browser.cookies.get('solstice_operator') ?? 'no session',
      ...(enrolled.data?.recoveryCodes ?? []),
    ]

    const rows = await rowsOf<{ row: string }>(
      server.ctx.db,
      sql`select o::text as row from operators o union all select f::text from operator_factors f
        union all select c::text from operator_recovery_codes c
        union all select e::text from operator_enrolments e
        union all select s::text from operator_sessions s
        union all select j::text from jobs j union all select a::text from audit_entries a`,
    )

    expect(secrets).toHaveLength(15)
    expect(rows.length).toBeGreaterThan(15)
    for (const secret of secrets) {
      expect(rows.filter(({ row }) => row.includes(secret))).toEqual([])
      expect(server.log.text).not.toContain(secret)
    }
  })
})

describe('the first owner', () => {
  const token = 'sol_op_Zt5WqB8rLx2NcV7mKd4HsY1jPf9GuE0a'
  const name = 'first.owner'
  const email = 'first.owner@harbor.example'

  test('enrols by showing OPERATOR_TOKEN, which afterwards only mails a link to an owner', async () => {
    const fresh = await startTestApp()
    await ensureFirstOperator(fresh.ctx, { given: token })
    const browser = openConsole(fresh)
    const claim = (body: { token: string; name: string; email: string }) =>
      browser.call('operatorAuth.claimOwner', { body })

    const wrong = await claim({ token: 'sol_op_wrong', name, email })
    const other = await anOperator(fresh)
    const foreign = await claim({ token: other.token, name, email })
    const mistyped = await claim({ token, name: 'mistyped', email: 'frist@harbor.example' })
    const lost = await claim({ token, name, email })
    const claimed = await claim({ token, name, email })
    const old = await browser.call('operatorAuth.showEnrolment', {
      params: { code: lost.data?.enrolmentCode ?? '' },
    })
    const { enrolled } = await enrolWithPasskey(browser, claimed.data?.enrolmentCode ?? '')
    const stranger = await claim({ token, name: 'thief', email: 'thief@evil.example' })
    const again = await claim({ token, name, email })
    const mailed = mailedLink(fresh, email)
    const reopened = await enrolWithPasskey(openConsole(fresh), mailed)
    const ended = await browser.call('operator.me', {})
    await fresh.close()

    expect([wrong.code, foreign.code]).toEqual([Code.ACCESS_DENIED, Code.ACCESS_DENIED])
    expect([mistyped.code, lost.code, old.code]).toEqual([0, 0, Code.NOT_FOUND])
    expect(enrolled.data?.operator).toMatchObject({ name, role: 'OWNER', kind: 'PERSON' })
    expect(stranger.code).toBe(Code.ACCESS_DENIED)
    expect(again.data).toEqual({ enrolmentCode: null })
    expect(reopened.enrolled.code).toBe(0)
    expect(ended.code).toBe(Code.TOKEN_EXPIRED)
  })

  test('keeps the token for machines, which is no person and cannot be one', async () => {
    const fresh = await startTestApp()
    await ensureFirstOperator(fresh.ctx, { given: token })

    const me = await operatorCall(fresh, token)('operator.me', {})
    const direct = fresh.ctx.db.execute(
      sql`update operators set kind = 'PERSON', email = 'x@harbor.example' where name = 'owner'`,
    )

    await expect(direct).rejects.toMatchObject({
      cause: { constraint: 'operators_token_of_machines' },
    })
    await fresh.close()
    expect(me.data).toMatchObject({ kind: 'MACHINE', email: null, factors: [], idleUntil: null })
  })
})

describe('a recovery code', () => {
  test('mails a new link once, and every other answer is the same', async () => {
    const person = await aPerson(server)
    const made = await person.call('operatorAuth.newRecoveryCodes', {})
    const [recoveryCode = '', second = ''] = made.data?.recoveryCodes ?? []
    const links = () => server.mails.filter(({ to }) => to === person.email).length
    const recover = (email: string, given: string) =>
      openConsole(server).call('operatorAuth.recover', { body: { email, recoveryCode: given } })
    const before = links()

    const wrong = await recover(person.email, 'AAAA-AAAA-AAAA-AAAA')
    const unknown = await recover('nobody@harbor.example', second)
    const afterWrong = links()
    const right = await recover(person.email, recoveryCode)
    const afterRight = links()
    const again = await recover(person.email, recoveryCode)
    const afterAgain = links()
    const me = await person.call('operator.me', {})
    const { enrolled } = await enrolWithPasskey(
      openConsole(server),
      mailedLink(server, person.email),
    )
    const ended = await person.call('operator.me', {})

    expect([wrong, unknown, right, again].map(({ code, data }) => [code, data])).toEqual(
      Array.from({ length: 4 }, () => [0, null]),
    )
    expect([afterWrong, afterRight, afterAgain].map((count) => count - before)).toEqual([0, 1, 1])
    expect(me.data?.recoveryCodesLeft).toBe(9)
    expect(enrolled.data?.operator.factors).toMatchObject([{ kind: 'PASSKEY' }])
    expect(ended.code).toBe(Code.TOKEN_EXPIRED)
  })
})
