import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@solstice/rules/duration'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import {
  addPasskey,
  aPerson,
  openConsole,
  OPERATOR_PASSWORD,
  signIn,
  type ConsoleBrowser,
} from '#test/test-console.ts'
import { secretBytes } from '#test/authenticator-secret.ts'
import { anOperator } from '#test/test-operator.ts'
import { nextTotpCode } from './operator-totp.ts'

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
  test('sets a cookie that scripts cannot read and other sites do not send', async () => {
    const person = await aPerson(server)
    const browser = openConsole(server)
    const begun = await browser.call('operatorAuth.begin', {
      body: { email: ` ${person.email.toUpperCase()} `, password: OPERATOR_PASSWORD },
    })
    const { headers } = await browser.call('operatorAuth.finish', {
      params: { loginId: begun.data?.loginId ?? '' },
      body: { code: await person.code() },
    })

    const [session = '', device = ''] = [headers['set-cookie'] ?? []].flat()
    expect(begun.data?.passkey).toBeNull()
    expect(session).toMatch(/^solstice_operator=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    expect(device).toMatch(/^solstice_operator_device=[\w-]{43}; .*HttpOnly.*Max-Age=34560000$/)
  })

  test('sets the cookie with the __Host- prefix on https', async () => {
    const secure = await startTestApp({
      console: { consoleOrigin: 'https://console.harbor.example' },
    })
    const { cookies, call } = await aPerson(secure)
    const me = await call('operator.me', {})
    await secure.close()

    expect([...cookies.keys()]).toEqual([
      '__Host-solstice_operator',
      '__Host-solstice_operator_device',
    ])
    expect(me.code).toBe(0)
  })

  test('gives the same answer for a wrong password and an unknown address, after one hash each', async () => {
    const person = await aPerson(server)
    const machine = await anOperator(server)
    const hashes: string[] = []
    const { verify } = server.ctx.passwords
    server.ctx.passwords.verify = (hash, password) => {
      hashes.push(hash)
      return verify(hash, password)
    }
    const begin = (email: string, password: string) =>
      openConsole(server).call('operatorAuth.begin', { body: { email, password } })

    const wrong = await begin(person.email, 'another long password')
    const unknown = await begin('nobody@harbor.example', OPERATOR_PASSWORD)
    const nameless = await begin(machine.name, OPERATOR_PASSWORD)
    server.ctx.passwords.verify = verify

    const refused = { status: 400, code: Code.CREDENTIALS_INVALID, data: null }
    for (const reply of [wrong, unknown, nameless]) expect(reply).toMatchObject(refused)
    expect(hashes).toHaveLength(3)
    expect(hashes.slice(1)).toEqual([
      server.ctx.passwords.decoyHash,
      server.ctx.passwords.decoyHash,
    ])
  })

  test('accepts a code once, also for two requests at the same time', async () => {
    const person = await aPerson(server)
    const begin = async () => {
      const { data } = await openConsole(server).call('operatorAuth.begin', {
        body: { email: person.email, password: OPERATOR_PASSWORD },
      })
      return data?.loginId ?? ''
    }
    const [one, other] = [await begin(), await begin()]
    const code = await person.code()
    const finish = (loginId: string) =>
      openConsole(server).call('operatorAuth.finish', { params: { loginId }, body: { code } })

    const both = await Promise.all([finish(one), finish(other)])
    await server.ctx.db.execute(sql`delete from rate_limits`)
    const replayed = await finish(await begin())

    expect(both.map((reply) => reply.code).toSorted((a, b) => a - b)).toEqual([
      Code.SUCCESS,
      Code.CREDENTIALS_INVALID,
    ])
    expect(replayed.code).toBe(Code.CREDENTIALS_INVALID)
  })

  test('refuses an earlier code after a later one, and codes outside the neighbouring steps', async () => {
    const person = await aPerson(server)
    // The sign-in above used the code of the current step.
    const finish = async (code: string) => {
      await server.ctx.db.execute(sql`delete from rate_limits`)
      const browser = openConsole(server)
      const begun = await browser.call('operatorAuth.begin', {
        body: { email: person.email, password: OPERATOR_PASSWORD },
      })
      const params = { loginId: begun.data?.loginId ?? '' }
      return (await browser.call('operatorAuth.finish', { params, body: { code } })).code
    }
    server.clock.advance(30 * SECOND_MS)
    const second = await person.code()
    server.clock.advance(30 * SECOND_MS)
    const third = await person.code()
    server.clock.advance(30 * SECOND_MS)
    const fourth = await person.code()

    const codes = [await finish(second), await finish(fourth), await finish(third)]

    expect(codes).toEqual([Code.CREDENTIALS_INVALID, Code.SUCCESS, Code.CREDENTIALS_INVALID])
  })

  test('must be finished within five minutes', async () => {
    const person = await aPerson(server)
    const browser = openConsole(server)
    const begun = await browser.call('operatorAuth.begin', {
      body: { email: person.email, password: OPERATOR_PASSWORD },
    })

    server.clock.advance(5 * MINUTE_MS)
    const late = await browser.call('operatorAuth.finish', {
      params: { loginId: begun.data?.loginId ?? '' },
      body: { code: await person.code() },
    })

    expect(late.code).toBe(Code.CREDENTIALS_INVALID)
  })
})

describe('a session', () => {
  test('ends after 15 idle minutes; calls of the page itself do not keep it open', async () => {
    const person = await aPerson(server)
    const idle = await aPerson(server)
    const background = { 'x-solstice-background': '1' }

    server.clock.advance(15 * MINUTE_MS - 1)
    const used = await person.call('operator.me', {})
    const polled = await idle.call('operator.me', {}, background)
    server.clock.advance(1)
    const extended = await person.call('operator.me', {})
    const expired = await idle.call('operator.me', {})
    server.clock.advance(15 * MINUTE_MS + SECOND_MS)
    const later = await person.call('operator.me', {})

    expect([used.code, polled.code, extended.code]).toEqual([0, 0, 0])
    expect(used.data?.idleUntil).toBe(
      new Date(started.getTime() + 30 * MINUTE_MS - 1).toISOString(),
    )
    expect([expired.status, expired.code]).toEqual([401, Code.TOKEN_EXPIRED])
    expect(later.code).toBe(Code.TOKEN_EXPIRED)
  })

  test('ends when another one removes a factor or replaces the password, which itself goes on', async () => {
    const person = await aPerson(server)
    const elsewhere = async () => {
      server.clock.advance(30 * SECOND_MS)
      await server.ctx.db.execute(sql`delete from rate_limits`)
      const browser = openConsole(server)
      await signIn(server, browser, person.email)
      return browser
    }
    const codeOf = async (browser: ConsoleBrowser) => (await browser.call('operator.me', {})).code

    const first = await elsewhere()
    await addPasskey(person)
    const afterAdding = await codeOf(first)
    const { data } = await person.call('operator.me', {})
    const passkey = data?.factors.find(({ kind }) => kind === 'PASSKEY')
    await person.call('operatorAuth.removeFactor', {
      params: { factorId: passkey?.factorId ?? 0 },
    })
    const afterRemoval = [await codeOf(first), await codeOf(person)]
    const second = await elsewhere()
    const options = await person.call('operatorAuth.factorOptions', {})
    const { code } = await person.call('operatorAuth.addFactor', {
      body: {
        setupId: options.data?.setupId ?? '',
        password: 'another long enough password',
        code: nextTotpCode(secretBytes(options.data?.totp.secret ?? ''), server.clock.now, null),
      },
    })
    const afterReplacing = [await codeOf(second), await codeOf(person)]

    expect([afterAdding, code]).toEqual([0, 0])
    expect(afterRemoval).toEqual([Code.TOKEN_EXPIRED, 0])
    expect(afterReplacing).toEqual([Code.TOKEN_EXPIRED, 0])
  })

  test('ends after 12 hours, however often it is used', async () => {
    const person = await aPerson(server)
    for (let hour = 0; hour < 72; hour += 1) {
      server.clock.now = new Date(started.getTime() + hour * 10 * MINUTE_MS)
      expect((await person.call('operator.me', {})).code).toBe(0)
    }

    server.clock.now = new Date(started.getTime() + 12 * HOUR_MS - 1)
    const last = await person.call('operator.me', {})
    server.clock.advance(1)
    const over = await person.call('operator.me', {})

    expect(last.data?.endsAt).toBe(new Date(started.getTime() + 12 * HOUR_MS).toISOString())
    expect([last.code, over.code]).toEqual([0, Code.TOKEN_EXPIRED])
  })

  test('is listed with its device and ended from another one', async () => {
    const laptop = await aPerson(server)
    const phone = openConsole(server)
    server.clock.advance(MINUTE_MS)
    await signIn(server, phone, laptop.email)
    const { data } = await phone.call('operatorAuth.sessions', {})
    const stranger = await aPerson(server)
    const other = data?.list.find(({ current }) => !current)
    const params = { sessionId: other?.sessionId ?? 0 }

    const foreign = await stranger.call('operatorAuth.endSession', { params })
    const stillOpen = await laptop.call('operator.me', {})
    const ended = await phone.call('operatorAuth.endSession', { params })
    const after = await laptop.call('operator.me', {})
    const again = await phone.call('operatorAuth.endSession', { params })

    expect(data?.list.map(({ current }) => current)).toEqual([true, false])
    expect([foreign.code, stillOpen.code]).toEqual([Code.NOT_FOUND, 0])
    expect([ended.code, after.code, again.code]).toEqual([0, Code.TOKEN_EXPIRED, Code.NOT_FOUND])
  })

  test('ends at logout, also for a copy of its cookie', async () => {
    const person = await aPerson(server)
    const thief = openConsole(server)
    for (const [name, value] of person.cookies) thief.cookies.set(name, value)

    await person.call('operatorAuth.logout', {})
    const stolen = await thief.call('operator.me', {})

    expect(person.cookies.has('solstice_operator')).toBe(false)
    expect(stolen.code).toBe(Code.TOKEN_EXPIRED)
  })

  test('ends at once when the role or the address changes or the operator is disabled', async () => {
    const owner = await anOperator(server)
    const [demoted, moved, disabled] = [
      await aPerson(server, 'FINANCE'),
      await aPerson(server, 'FINANCE'),
      await aPerson(server, 'FINANCE'),
    ]
    const of = ({ operatorId }: { operatorId: number }) => ({ params: { operatorId } })

    const changed = await owner.call('operator.change', { ...of(demoted), body: { role: 'OPS' } })
    await owner.call('operator.change', { ...of(moved), body: { email: 'moved@harbor.example' } })
    await owner.call('operator.disableOperator', of(disabled))

    const after = [demoted, moved, disabled].map((person) => person.call('operator.me', {}))
    expect((await Promise.all(after)).map(({ code }) => code)).toEqual([
      Code.TOKEN_EXPIRED,
      Code.TOKEN_EXPIRED,
      Code.TOKEN_EXPIRED,
    ])
    expect(changed.data).toMatchObject({ role: 'OPS', kind: 'PERSON' })
    const again = await signIn(server, openConsole(server), demoted.email)
    expect(again.role).toBe('OPS')
    await expect(signIn(server, openConsole(server), disabled.email)).rejects.toThrow('refused')
  })

  test('is reported by mail when its browser is new', async () => {
    const browser = openConsole(server)
    const person = await aPerson(server, 'SUPPORT', browser)
    const mails = () => server.mails.filter(({ to }) => to === person.email)
    const atFirst = mails().length

    server.clock.advance(MINUTE_MS)
    await signIn(server, browser, person.email)
    const sameBrowser = mails().length
    server.clock.advance(MINUTE_MS)
    await signIn(server, openConsole(server), person.email)

    expect([atFirst, sameBrowser, mails().length]).toEqual([1, 1, 2])
    expect(mails().at(-1)?.subject).toBe('New sign-in to the Solstice console')
  })
})

describe('a step-up', () => {
  const sensitive = { body: { name: 'stepped-up', role: 'SUPPORT' } } as const

  test('is needed five minutes after the sign-in and lasts five minutes', async () => {
    const person = await aPerson(server)
    const machine = await anOperator(server)
    const add = (name: string) =>
      person.call('operator.addOperator', { body: { ...sensitive.body, name } })

    const fresh = await add('stepped-up-1')
    server.clock.advance(5 * MINUTE_MS)
    const stale = await add('stepped-up-2')
    const byMachine = await machine.call('operator.addOperator', sensitive)
    const reading = await person.call('operator.listOperators', { query: {} })
    const stolen = openConsole(server)
    for (const [name, value] of person.cookies) stolen.cookies.set(name, value)
    const confirmed = await person.call('operatorAuth.stepUp', {
      body: { code: await person.code() },
    })
    const after = await add('stepped-up-3')
    const oldCookie = await stolen.call('operator.me', {})
    server.clock.advance(5 * MINUTE_MS)
    const again = await add('stepped-up-4')

    expect([fresh.code, byMachine.code, reading.code, after.code]).toEqual([0, 0, 0, 0])
    expect([stale.status, stale.code]).toEqual([403, Code.STEP_UP_REQUIRED])
    expect(confirmed.data?.steppedUpUntil).toBe(
      new Date(started.getTime() + 10 * MINUTE_MS).toISOString(),
    )
    expect(oldCookie.code).toBe(Code.TOKEN_EXPIRED)
    expect(again.code).toBe(Code.STEP_UP_REQUIRED)
  })

  test('accepts a passkey for its own challenge once, and no code that was used', async () => {
    const person = await aPerson(server)
    const passkey = await addPasskey(person)
    const options = async () => {
      const { data } = await person.call('operatorAuth.stepUpOptions', {})
      return data?.passkey ?? { challenge: '' }
    }
    const stepUp = (body: { code: string } | { passkey: ReturnType<typeof passkey.sign> }) =>
      person.call('operatorAuth.stepUp', { body })

    const challenge = await options()
    const assertion = passkey.sign(challenge)
    const right = await stepUp({ passkey: assertion })
    const replayed = await stepUp({ passkey: assertion })
    const other = await stepUp({ passkey: passkey.sign(challenge) })
    const used = await person.code()
    const code = await stepUp({ code: used })
    const codeAgain = await stepUp({ code: used })

    expect([right, replayed, other, code, codeAgain].map((reply) => reply.code)).toEqual([
      0,
      Code.CREDENTIALS_INVALID,
      Code.CREDENTIALS_INVALID,
      0,
      Code.CREDENTIALS_INVALID,
    ])
  })

  test('refuses the passkey of another person', async () => {
    const [person, colleague] = [await aPerson(server), await aPerson(server)]
    await addPasskey(person)
    const theirs = await addPasskey(colleague)
    const { data } = await person.call('operatorAuth.stepUpOptions', {})

    const refused = await person.call('operatorAuth.stepUp', {
      body: { passkey: theirs.sign(data?.passkey ?? { challenge: '' }) },
    })

    expect(refused.code).toBe(Code.CREDENTIALS_INVALID)
  })
})
