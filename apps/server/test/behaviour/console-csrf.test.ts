import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@solstice/contract/catalogue'
import { Code } from '@solstice/contract/codes'
import { OPERATOR_ROLES, type Endpoint, type OperatorRole } from '@solstice/contract/endpoint'
import type { Envelope } from '@solstice/contract/envelope'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@solstice/rules/duration'
import { newSecret } from '#/modules/operator/operator-secret.ts'
import { insertSession } from '#/modules/operator/operator-session.queries.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { aPerson, aSessionRow, CONSOLE_HEADERS, type TestPerson } from '#test/test-console.ts'
import { cookieHeader, signUpMember } from '#test/test-member.ts'
import { anOperator } from '#test/test-operator.ts'

let server: TestApp
let token: string
let memberCookie: string
const byRole = new Map<OperatorRole, TestPerson>()
/** The calls that `operator.me` lists for each role. */
const announced = new Map<OperatorRole, string[]>()
beforeAll(async () => {
  server = await startTestApp()
  token = (await anOperator(server)).token
  memberCookie = cookieHeader((await signUpMember(server)).cookies)
  for (const role of OPERATOR_ROLES) {
    const person = await aPerson(server, role)
    byRole.set(role, person)
    announced.set(role, (await person.call('operator.me', {})).data?.calls ?? [])
  }
})
afterAll(() => server.close())

const calls = Object.values<Endpoint>(endpoints).filter(({ path }) =>
  path.startsWith('/v1/operator/'),
)
const table = calls.map((call) => [call.id, call] as const)
const tableOf = (wanted: (call: Endpoint) => boolean) =>
  table.filter(([, endpoint]) => wanted(endpoint))

/** Opens a session for one request, because some calls end it. */
async function sessionOf(role: OperatorRole = 'OWNER'): Promise<string> {
  const person = byRole.get(role)
  if (!person) throw new Error(`There is no ${role}`)
  const session = newSecret(server.ctx)
  await insertSession(server.ctx.db, aSessionRow(person, session, server.clock.now))
  return `solstice_operator=${session}`
}

/** Calls without a body: a write is then rejected as invalid, but only after the access checks. */
async function send(
  { method, path }: Endpoint,
  headers: Record<string, string>,
  host: 'console' | 'app' = 'console',
) {
  const url = path.replaceAll(/\{\w+\}/g, '999999')
  const response = await server[host].inject({ method, url, headers })
  return { status: response.statusCode, ...response.json<Envelope>() }
}

const denied = { status: 403, code: Code.ACCESS_DENIED, success: false, data: null }
const expired = { status: 401, code: Code.TOKEN_EXPIRED, success: false, data: null }
const REFUSED: readonly number[] = [Code.ACCESS_DENIED, Code.TOKEN_EXPIRED, Code.STEP_UP_REQUIRED]

describe('a call with the session of an operator', () => {
  test.each(table)('is refused unless a page of the console made it: %s', async (_id, call) => {
    const cookie = await sessionOf()
    const own = { ...CONSOLE_HEADERS, cookie }
    const foreign: Record<string, string>[] = [
      { cookie, 'sec-fetch-site': 'same-origin' },
      { cookie, 'x-solstice-console': '1' },
      { cookie, 'x-solstice-console': '1', origin: 'http://console.solstice.test' },
      { ...own, 'x-solstice-console': 'true' },
      { ...own, 'sec-fetch-site': 'cross-site' },
      { ...own, 'sec-fetch-site': 'same-site' },
      { ...own, 'sec-fetch-site': 'none' },
      { cookie },
    ]

    for (const headers of foreign) expect(await send(call, headers)).toMatchObject(denied)
    // The same session passes from a page of the console, so only the headers were refused.
    expect(REFUSED).not.toContain((await send(call, own)).code)
  })

  test.each(table)('is refused together with a token: %s', async (_id, call) => {
    const cookie = await sessionOf()
    const authorization = `Bearer ${token}`
    const both = { ...CONSOLE_HEADERS, cookie, authorization }

    expect(await send(call, both)).toMatchObject(denied)
    expect(await send(call, { ...both, cookie: `__Host-${cookie}` })).toMatchObject(denied)
    if (!call.console) expect(await send(call, both, 'app')).toMatchObject(denied)
  })

  test.each(tableOf(({ console }) => !console))(
    "is refused at the members' host, which accepts tokens only: %s",
    async (_id, call) => {
      const own = { ...CONSOLE_HEADERS, cookie: await sessionOf() }

      expect(await send(call, own, 'app')).toMatchObject(denied)
      const withToken = { authorization: `Bearer ${token}` }
      expect(REFUSED).not.toContain((await send(call, withToken, 'app')).code)
      expect(REFUSED).not.toContain((await send(call, withToken)).code)
    },
  )
})

describe('a call without a valid session', () => {
  test.each(tableOf(({ access }) => access === 'operator'))('is refused: %s', async (_id, call) => {
    const started = server.clock.now
    const [idle, old, ended] = [await sessionOf(), await sessionOf(), await sessionOf()]
    await send(endpoints['operatorAuth.logout'], { ...CONSOLE_HEADERS, cookie: ended })
    const sendWith = (cookie: string) => send(call, { ...CONSOLE_HEADERS, cookie })

    const replies = [
      await send(call, CONSOLE_HEADERS),
      await sendWith(memberCookie),
      await sendWith(memberCookie.replace('solstice_access', 'solstice_operator')),
      await sendWith(`solstice_operator=${'A'.repeat(43)}`),
      await sendWith(`solstice_operator=${token}`),
      await sendWith(ended),
    ]
    server.clock.advance(15 * MINUTE_MS + SECOND_MS)
    replies.push(await sendWith(idle))
    server.clock.advance(12 * HOUR_MS)
    replies.push(await sendWith(old))
    server.clock.now = started

    for (const reply of replies) expect(reply).toMatchObject(expired)
  })

  test.each(tableOf(({ console, access }) => console === true && access === 'operator'))(
    'is refused with a token if the call is about sessions: %s',
    async (_id, call) => {
      expect(await send(call, { authorization: `Bearer ${token}` })).toMatchObject(denied)
    },
  )
})

describe('the role of a session', () => {
  test.each(tableOf(({ access }) => access === 'operator'))(
    'decides as the contract says, and as operator.me announces: %s',
    async (id, call) => {
      for (const role of OPERATOR_ROLES) {
        const cookie = await sessionOf(role)
        const own = { ...CONSOLE_HEADERS, cookie }
        const reply = await send(call, own)

        const isAllowed = role === 'OWNER' || (call.roles?.includes(role) ?? false)
        if (isAllowed) expect(REFUSED).not.toContain(reply.code)
        else expect(reply).toMatchObject(denied)
        expect([role, announced.get(role)?.includes(id)]).toEqual([role, isAllowed])
      }
    },
  )

  test('OPS may freeze and retry, but not unfreeze', () => {
    const rights = calls.filter(({ roles }) => roles?.includes('OPS')).map(({ id }) => id)

    expect(rights).toEqual(
      expect.arrayContaining([
        'payout.freeze',
        'maintenance.set',
        'operator.listJobs',
        'operator.retryJob',
      ]),
    )
    expect(rights).not.toContain('payout.unfreeze')
    expect(rights).not.toContain('operator.adjustBalance')
  })
})

describe('a sensitive call', () => {
  test.each(tableOf(({ stepUp }) => stepUp === true))(
    'needs a confirmation within five minutes: %s',
    async (_id, call) => {
      const started = server.clock.now
      const own = { ...CONSOLE_HEADERS, cookie: await sessionOf() }

      server.clock.advance(5 * MINUTE_MS)
      const stale = await send(call, own)
      server.clock.now = started

      expect(stale).toMatchObject({ status: 403, code: Code.STEP_UP_REQUIRED, data: null })
    },
  )
})

describe("the console's host", () => {
  test.each(
    Object.values<Endpoint>(endpoints)
      .filter(({ path }) => !path.startsWith('/v1/operator/'))
      .map((call) => [call.id, call] as const),
  )("does not serve members' calls: %s", async (_id, call) => {
    const headers = { ...CONSOLE_HEADERS, cookie: memberCookie }

    expect(await send(call, headers)).toMatchObject({ status: 404, code: Code.NOT_FOUND })
  })

  test.each(tableOf(({ console }) => console === true))(
    "serves alone what concerns its sessions: the members' host answers 2901 to %s",
    async (_id, call) => {
      const reply = await send(call, CONSOLE_HEADERS, 'app')

      expect(reply).toMatchObject({ status: 404, code: Code.NOT_FOUND })
    },
  )

  test.each(['/healthz', '/healthz/live', '/docs/', '/openapi.json', '/dev/mailbox', '/metrics'])(
    'does not serve %s',
    async (url) => {
      const { statusCode } = await server.console.inject({ method: 'GET', url })

      expect(statusCode).toBe(404)
    },
  )
})
