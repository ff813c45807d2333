import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { addPasskey, aPerson, codeOf, openConsole, OPERATOR_PASSWORD } from '#test/test-console.ts'
import { anOperator } from '#test/test-operator.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(() => server.ctx.db.execute(sql`delete from rate_limits`))

describe('a sign-in with a passkey', () => {
  const begin = async () => {
    const browser = openConsole(server)
    const { data } = await browser.call('operatorAuth.begin', { body: {} })
    if (!data?.passkey) throw new Error('There are no options')
    return { browser, loginId: data.loginId, options: data.passkey }
  }

  test('asks for no name and names no credential', async () => {
    const person = await aPerson(server)
    const passkey = await addPasskey(person)
    const { browser, loginId, options } = await begin()

    const finished = await browser.call('operatorAuth.finish', {
      params: { loginId },
      body: { passkey: passkey.sign(options) },
    })

    expect(options).toMatchObject({ allowCredentials: [], userVerification: 'required' })
    expect(finished.data).toMatchObject({ name: person.name })
    const { data } = await browser.call('operatorAuth.sessions', {})
    expect(data?.list[0]).toMatchObject({ factor: 'PASSKEY', current: true })
  })

  test.each([
    ['another origin', { origin: 'https://console.evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['no user verification', { userVerified: false }],
    ['a counter that went back', { counter: 1 }],
    ['a counter that stands still', { counter: 5 }],
    ['another key', { otherKey: true }],
    ['a registration instead of an assertion', { type: 'webauthn.create' }],
  ])('refuses %s', async (_label, fault) => {
    const person = await aPerson(server)
    const passkey = await addPasskey(person)
    const first = await begin()
    await first.browser.call('operatorAuth.finish', {
      params: { loginId: first.loginId },
      body: { passkey: passkey.sign(first.options, { counter: 5 }) },
    })
    const { browser, loginId, options } = await begin()

    const refused = await browser.call('operatorAuth.finish', {
      params: { loginId },
      body: { passkey: passkey.sign(options, { counter: 6, ...fault }) },
    })

    const next = await begin()
    const right = await next.browser.call('operatorAuth.finish', {
      params: { loginId: next.loginId },
      body: { passkey: passkey.sign(next.options, { counter: 6 }) },
    })

    expect(refused.code).toBe(Code.CREDENTIALS_INVALID)
    expect(browser.cookies.size).toBe(0)
    expect(right.code).toBe(Code.SUCCESS)
  })

  test('works once per challenge, also for two requests at the same time', async () => {
    const person = await aPerson(server)
    const passkey = await addPasskey(person)
    const { browser, loginId, options } = await begin()
    const body = { passkey: passkey.sign(options) }
    const finish = () => browser.call('operatorAuth.finish', { params: { loginId }, body })

    const both = await Promise.all([finish(), finish()])
    const later = await finish()

    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
      Code.SUCCESS,
      Code.CREDENTIALS_INVALID,
    ])
    expect(later.code).toBe(Code.CREDENTIALS_INVALID)
  })

  test('refuses a code instead of a passkey, and a disabled person', async () => {
    const person = await aPerson(server)
    const passkey = await addPasskey(person)
    const code = await codeOf(server, person.email)
    const [one, two] = [await begin(), await begin()]
    const owner = await anOperator(server)

    const byCode = await one.browser.call('operatorAuth.finish', {
      params: { loginId: one.loginId },
      body: { code },
    })
    await owner.call('operator.disableOperator', { params: { operatorId: person.operatorId } })
    const disabled = await two.browser.call('operatorAuth.finish', {
      params: { loginId: two.loginId },
      body: { passkey: passkey.sign(two.options) },
    })

    expect([byCode.code, disabled.code]).toEqual([
      Code.CREDENTIALS_INVALID,
      Code.CREDENTIALS_INVALID,
    ])
  })
})

describe('a factor', () => {
  test('is added and removed, and the last one stays', async () => {
    const person = await aPerson(server)
    await addPasskey(person)
    const { data } = await person.call('operator.me', {})
    const [totp, passkey] = data?.factors ?? []
    const remove = (factorId = 0) =>
      person.call('operatorAuth.removeFactor', { params: { factorId } })

    const unknown = await remove(999_999)
    const removed = await remove(totp?.factorId)
    const last = await remove(passkey?.factorId)
    const withPassword = await openConsole(server).call('operatorAuth.begin', {
      body: { email: person.email, password: OPERATOR_PASSWORD },
    })

    expect([totp?.kind, passkey?.kind]).toEqual(['TOTP', 'PASSKEY'])
    expect(unknown.code).toBe(Code.NOT_FOUND)
    expect(removed.data?.factors).toMatchObject([{ kind: 'PASSKEY' }])
    expect(last.code).toBe(Code.INVALID_REQUEST)
    expect(withPassword.code).toBe(Code.CREDENTIALS_INVALID)
    const mails = server.mails.filter(({ to }) => to === person.email)
    expect(mails.at(-1)?.subject).toBe('Your Solstice console sign-in was changed')
  })

  test('of two at the same time, one removal succeeds when two factors are left', async () => {
    const person = await aPerson(server)
    await addPasskey(person)
    const { data } = await person.call('operator.me', {})

    const removals = await Promise.all(
      (data?.factors ?? []).map(({ factorId }) =>
        person.call('operatorAuth.removeFactor', { params: { factorId } }),
      ),
    )

    expect(removals.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
      Code.SUCCESS,
      Code.INVALID_REQUEST,
    ])
  })
})
