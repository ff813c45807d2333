import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints, type CallId } from '@solstice/contract/catalogue'
import { Code } from '@solstice/contract/codes'
import type { Endpoint } from '@solstice/contract/endpoint'
import { LIMITS, type Limit, type LimitName } from '@solstice/contract/limits'
import { MINUTE_MS } from '@solstice/rules/duration'
import { sweeps } from '#/sweeps.ts'
import { ORIGIN, startTestApp, type TestApp } from '#test/test-app.ts'
import { CONSOLE_HEADERS } from '#test/test-console.ts'
import { anEmail, openBrowser, PASSWORD, signUpMember } from '#test/test-member.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { countCall } from './limits.ts'
import { runSweeps } from '#/platform/process/sweep.ts'
import { Refusal } from '#/platform/process/refusal.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(() => server.ctx.db.execute(sql`delete from rate_limits`))

const all = Object.entries(LIMITS) as [LimitName, Limit][]

/** Returns how many of this many consecutive calls succeed. */
async function passed(ctx: AppContext, name: LimitName, subject: string, calls: number) {
  let count = 0
  for (let call = 0; call < calls; call += 1) {
    const { per } = LIMITS[name]
    try {
      await countCall(ctx, [name], { [per]: subject })
      count += 1
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== Code.TOO_MANY_REQUESTS) throw error
    }
  }
  return count
}

/** Returns how many of three calls succeed after this many. */
async function passedAfter(ctx: AppContext, name: LimitName, subject: string, calls: number) {
  await passed(ctx, name, subject, 1)
  await ctx.db.execute(sql`update rate_limits set count = ${calls} where name = ${name}`)
  return passed(ctx, name, subject, 3)
}

async function countedNames(): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    server.ctx.db,
    sql`select distinct name from rate_limits order by name`,
  )
  return rows.map(({ name }) => name)
}

const strict = (): AppContext => ({
  ...server.ctx,
  settings: { ...server.ctx.settings, ipLimitFactor: 1 },
})

async function logInWrongly(email: string) {
  return openBrowser(server).call('auth.login', { body: { email, password: 'Wrong1!aa' } })
}

describe('a limit', () => {
  test.each(all)('of %s allows exactly its maximum', async (name, { max }) => {
    expect(await passedAfter(strict(), name, 'somebody', max - 1)).toBe(1)
  })

  test.each(all.filter(([, { per }]) => per === 'ip'))(
    "of %s is multiplied by the installation's factor, because it counts network addresses",
    async (name, { max }) => {
      const wide = { ...server.ctx, settings: { ...server.ctx.settings, ipLimitFactor: 2 } }

      expect(await passedAfter(wide, name, '10.0.0.1', 2 * max - 1)).toBe(1)
    },
  )

  test('counts each subject separately', async () => {
    await passed(strict(), 'valuePerMember', '1', 200)

    expect(await passed(strict(), 'valuePerMember', '2', 1)).toBe(1)
  })

  test('opens again at the end of its window, to the millisecond', async () => {
    const { max, windowMs } = LIMITS.valuePerMember
    await passed(strict(), 'valuePerMember', '1', max)

    server.clock.advance(windowMs - 1)
    const before = await passed(strict(), 'valuePerMember', '1', 1)
    server.clock.advance(1)
    const after = await passed(strict(), 'valuePerMember', '1', max + 1)

    expect([before, after]).toEqual([0, max])
  })

  test('is shared by all processes on a database', async () => {
    const { max } = LIMITS.codesPerAccount
    const [one, two] = [strict(), strict()]

    const through = [
      await passed(one, 'codesPerAccount', 'mina@harbor.example', max - 3),
      await passed(two, 'codesPerAccount', 'mina@harbor.example', 5),
      await passed(one, 'codesPerAccount', 'mina@harbor.example', 1),
    ]

    expect(through).toEqual([max - 3, 3, 0])
  })

  test('does not store its subjects in readable form', async () => {
    await passed(strict(), 'loginPerAccount', 'mina@harbor.example', 1)

    const rows = await rowsOf<{ text: string }>(
      server.ctx.db,
      sql`select to_jsonb(r)::text as text from rate_limits r`,
    )
    expect(rows.map(({ text }) => text).join()).not.toContain('mina')
  })

  test('is swept after the longest window, and newer rows stay', async () => {
    await passed(strict(), 'valuePerMember', 'old', 1)
    const longest = Math.max(...all.map(([, { windowMs }]) => windowMs))
    server.clock.advance(longest)
    await passed(strict(), 'valuePerMember', 'new', 1)

    await runSweeps(server.ctx, sweeps)

    const [row] = await rowsOf<{ count: number }>(
      server.ctx.db,
      sql`select count(*)::int as count from rate_limits`,
    )
    expect(row?.count).toBe(1)
  })
})

describe('a login beyond the limit', () => {
  test('returns 2902 with the seconds until the next attempt', async () => {
    const email = anEmail()
    const { max, windowMs } = LIMITS.loginPerAccount
    for (let wrong = 0; wrong < max; wrong += 1) {
      expect((await logInWrongly(email)).code).toBe(Code.CREDENTIALS_INVALID)
    }

    const refused = await logInWrongly(email)
    server.clock.advance(100_500)
    const later = await logInWrongly(email)
    server.clock.advance(windowMs - 100_500)
    const after = await logInWrongly(email)

    expect(refused).toMatchObject({
      status: 429,
      code: Code.TOO_MANY_REQUESTS,
      msg: 'Too many attempts. Try again in 15 minutes.',
    })
    expect(refused.headers['retry-after']).toBe(String(windowMs / 1000))
    expect(later.headers['retry-after']).toBe(String(windowMs / 1000 - 100))
    expect(after.code).toBe(Code.CREDENTIALS_INVALID)
  })

  test('is rejected even with the right password', async () => {
    const { email } = await signUpMember(server)
    for (let wrong = 0; wrong < LIMITS.loginPerAccount.max; wrong += 1) await logInWrongly(email)

    const reply = await openBrowser(server).call('auth.login', {
      body: { email, password: PASSWORD },
    })

    expect(reply.code).toBe(Code.TOO_MANY_REQUESTS)
  })
})

/** Sets the counts of all windows, as if this many calls had been made. */
const setCounts = (count: number) =>
  server.ctx.db.execute(sql`update rate_limits set count = ${count}`)

async function codeOf(id: CallId, from: string, body: object): Promise<number> {
  const { method, path } = endpoints[id]
  const response = await server.app.inject({
    method,
    url: path,
    remoteAddress: from,
    headers: { origin: ORIGIN, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
  return response.json<{ code: number }>().code
}

// The numbers are literal, because they are commitments independent of the contract's constants.
describe('a client that guesses codes and passwords', () => {
  let usual: number
  beforeEach(() => {
    usual = server.ctx.settings.ipLimitFactor
    server.ctx.settings.ipLimitFactor = 1
  })
  afterEach(() => {
    server.ctx.settings.ipLimitFactor = usual
  })

  test.each([
    ['auth.checkSignUpEmail', 300],
    ['auth.sendSignUpCode', 60],
    ['auth.verifyCode', 60],
    ['auth.signUp', 60],
    ['auth.login', 100],
    ['auth.checkResetEmail', 60],
    ['auth.resetPassword', 60],
  ] as const)('gets 2902 from %s after %i calls from one network address', async (id, max) => {
    await codeOf(id, '203.0.113.1', {})
    await setCounts(max - 1)

    const last = await codeOf(id, '203.0.113.1', {})
    const beyond = await codeOf(id, '203.0.113.1', {})
    const elsewhere = await codeOf(id, '203.0.113.2', {})

    expect([last, beyond, elsewhere]).toEqual([
      Code.INVALID_REQUEST,
      Code.TOO_MANY_REQUESTS,
      Code.INVALID_REQUEST,
    ])
  })

  test('creates no counts for new accounts once it is over the limit of its network address', async () => {
    await codeOf('auth.login', '203.0.113.1', {})
    await setCounts(LIMITS.loginPerIp.max)

    const refused = await codeOf('auth.login', '203.0.113.1', { email: anEmail() })

    expect(refused).toBe(Code.TOO_MANY_REQUESTS)
    expect(await countedNames()).toEqual(['loginPerIp'])
  })

  test.each([
    ['auth.sendSignUpCode', 10],
    ['auth.checkResetEmail', 10],
    ['auth.login', 10],
  ] as const)('gets 2902 from %s after %i calls for one email address', async (id, max) => {
    const email = anEmail()
    const wrong = (address: string) => ({
      email: address,
      more: 'refused, and counted all the same',
    })
    await codeOf(id, '203.0.113.1', wrong(email))
    await setCounts(max - 1)

    const last = await codeOf(id, '203.0.113.2', wrong(email))
    const beyond = await codeOf(id, '203.0.113.3', wrong(` ${email.toUpperCase()} `))
    const another = await codeOf(id, '203.0.113.3', wrong(anEmail()))

    expect([last, beyond, another]).toEqual([
      Code.INVALID_REQUEST,
      Code.TOO_MANY_REQUESTS,
      Code.INVALID_REQUEST,
    ])
  })
})

test('a correct password clears the failed attempts before it', async () => {
  const { email } = await signUpMember(server)
  const { max } = LIMITS.loginPerAccount
  const right = () =>
    openBrowser(server).call('auth.login', { body: { email, password: PASSWORD } })
  for (let wrong = 1; wrong < max; wrong += 1) await logInWrongly(email)
  expect((await right()).code).toBe(0)

  for (let wrong = 1; wrong < max; wrong += 1) await logInWrongly(email)

  expect((await right()).code).toBe(0)
})

describe('the limits of a call', () => {
  const calls = Object.values(endpoints) as Endpoint[]

  test.each(calls.map((endpoint) => [endpoint.id, endpoint] as const))(
    'are exactly those its contract names: %s',
    async (_id, { method, path, console, limits = [] }) => {
      const member = await signUpMember(server)
      const cookie = Array.from(member.cookies, ([name, value]) => `${name}=${value}`).join('; ')
      await server.ctx.db.execute(sql`delete from rate_limits`)

      await server[console ? 'console' : 'app'].inject({
        method,
        url: path.replaceAll(/\{\w+\}/g, '1'),
        headers: {
          ...(console ? CONSOLE_HEADERS : {}),
          origin: ORIGIN,
          cookie,
          'content-type': 'application/json',
        },
        ...(method === 'GET'
          ? {}
          : { payload: JSON.stringify({ email: member.email, password: '' }) }),
      })

      // The services count per operator: operator-session.test.ts, proof-test.test.ts.
      const byServices = all.filter(([, { per }]) => per === 'operator').map(([name]) => name)
      const isCountedHere = (name: string) => !byServices.some((each) => each === name)
      expect((await countedNames()).filter(isCountedHere)).toEqual(
        limits.filter(isCountedHere).toSorted(),
      )
    },
  )
})

test('a window follows the injected clock, not the machine', async () => {
  await passed(strict(), 'reissuePerSession', 's', LIMITS.reissuePerSession.max)
  const closed = await passed(strict(), 'reissuePerSession', 's', 1)

  server.clock.advance(MINUTE_MS)

  expect([closed, await passed(strict(), 'reissuePerSession', 's', 1)]).toEqual([0, 1])
})
