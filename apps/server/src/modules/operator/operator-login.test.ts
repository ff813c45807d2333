import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { MINUTE_MS } from '@solstice/rules/duration'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { aPerson, openConsole, OPERATOR_PASSWORD, signIn } from '#test/test-console.ts'

let server: TestApp
let started: Date
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  started = server.clock.now
  await server.ctx.db.execute(sql`delete from rate_limits`)
})
afterEach(() => {
  server.clock.now = started
})

describe('a sign-in with password and code', () => {
  test('is limited to five codes in 15 minutes, however often the password is repeated', async () => {
    const person = await aPerson(server)
    const browser = openConsole(server)
    const begin = () =>
      browser.call('operatorAuth.begin', {
        body: { email: person.email, password: OPERATOR_PASSWORD },
      })
    const right = await person.code()
    const wrong = right === '000000' ? '111111' : '000000'
    const guess = async (code: string) => {
      const { data } = await begin()
      const params = { loginId: data?.loginId ?? '' }
      return (await browser.call('operatorAuth.finish', { params, body: { code } })).code
    }

    const guesses: number[] = []
    for (let count = 0; count < 5; count += 1) guesses.push(await guess(wrong))
    const overLimit = await guess(right)
    server.clock.advance(15 * MINUTE_MS)
    const later = await signIn(server, browser, person.email)

    expect(guesses).toEqual(Array.from({ length: 5 }, () => Code.CREDENTIALS_INVALID))
    expect(overLimit).toBe(Code.TOO_MANY_REQUESTS)
    expect(later.email).toBe(person.email)
  })

  test('accepts at most four codes after one password', async () => {
    const person = await aPerson(server)
    const browser = openConsole(server)
    const { data } = await browser.call('operatorAuth.begin', {
      body: { email: person.email, password: OPERATOR_PASSWORD },
    })
    const right = await person.code()
    const wrong = right === '000000' ? '111111' : '000000'
    const guess = (code: string) =>
      browser.call('operatorAuth.finish', {
        params: { loginId: data?.loginId ?? '' },
        body: { code },
      })

    for (let count = 0; count < 4; count += 1) await guess(wrong)

    expect((await guess(right)).code).toBe(Code.CREDENTIALS_INVALID)
  })
})

describe('wrong passwords', () => {
  const begin = (email: string, password: string, browser = openConsole(server)) =>
    browser.call('operatorAuth.begin', { body: { email, password } })

  test('of strangers lock out neither the known browser of the person nor another network', async () => {
    const person = await aPerson(server)
    const stranger = openConsole(server)
    const guesses: number[] = []
    for (let count = 0; count < 6; count += 1) {
      guesses.push((await begin(person.email, 'a wrong long password', stranger)).code)
    }
    const own = await begin(person.email, OPERATOR_PASSWORD, person)
    const other = openConsole(server, '198.51.100.7')
    const elsewhere = await begin(person.email, OPERATOR_PASSWORD, other)

    expect(guesses).toEqual([
      ...Array.from({ length: 5 }, () => Code.CREDENTIALS_INVALID),
      Code.TOO_MANY_REQUESTS,
    ])
    expect([own.code, elsewhere.code]).toEqual([Code.SUCCESS, Code.SUCCESS])
  })

  test('are limited in a known browser as well', async () => {
    const person = await aPerson(server)

    const guesses: number[] = []
    for (let count = 0; count < 6; count += 1) {
      guesses.push((await begin(person.email, 'a wrong long password', person)).code)
    }

    expect(guesses.at(-1)).toBe(Code.TOO_MANY_REQUESTS)
  })

  test('from many networks are limited together, except in a known browser', async () => {
    const person = await aPerson(server)
    const guess = (at: number) =>
      begin(person.email, 'a wrong long password', openConsole(server, `198.51.100.${at}`))

    const guesses: number[] = []
    for (let at = 1; at <= 101; at += 1) guesses.push((await guess(at)).code)
    const own = await begin(person.email, OPERATOR_PASSWORD, person)

    expect(guesses.indexOf(Code.TOO_MANY_REQUESTS)).toBe(100)
    expect(own.code).toBe(Code.SUCCESS)
  })

  test('of an address that no text column can hold are refused as invalid, also in a known browser', async () => {
    const person = await aPerson(server)

    expect((await begin('a\0b@harbor.example', OPERATOR_PASSWORD, person)).code).toBe(
      Code.INVALID_REQUEST,
    )
  })

  test('are logged with the operator, for an alarm', async () => {
    const person = await aPerson(server)
    await begin(person.email, 'a wrong long password')

    expect(server.log.text).toContain('A password of an operator was wrong')
    expect(server.log.text).not.toContain(person.email)
  })
})
