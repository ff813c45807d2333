import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints, schemas, type CallId } from '@solstice/contract/catalogue'
import { Code } from '@solstice/contract/codes'
import type { Envelope } from '@solstice/contract/envelope'
import type { Endpoint } from '@solstice/contract/endpoint'
import type { CallSchemas } from '@solstice/contract/schema'
import { openSession } from '#/modules/session/session.service.ts'
import { aValidValue } from '#test/arbitrary-call.ts'
import { urlOf } from '#test/call-url.ts'
import { ORIGIN, startTestApp, type TestApp } from '#test/test-app.ts'
import { signUpMember } from '#test/test-member.ts'

let server: TestApp
let userId: number
let cookie: string
beforeAll(async () => {
  server = await startTestApp()
  userId = (await signUpMember(server)).userId
})
afterAll(() => server.close())
beforeEach(async () => {
  // Every call gets its own session, because some of them end it.
  const signIn = { keepLoggedIn: false, userAgent: undefined }
  const { access, refresh } = await openSession(server.ctx, userId, signIn)
  cookie = `solstice_access=${access}; solstice_refresh=${refresh}`
})

/** Operators' calls have their own rules: see console-csrf.test.ts. */
const routes = (Object.keys(endpoints) as CallId[]).flatMap((id) => {
  const { method, path, access, console }: Endpoint = endpoints[id]
  const { query, body }: CallSchemas = schemas[id]
  if (method === 'GET' || access === 'operator' || console) return []
  const route = path.replaceAll(/\{\w+\}/g, '1')
  const url = urlOf(route, { query: query && aValidValue(query) })
  const payload = JSON.stringify(body ? aValidValue(body) : {})
  return [[method, route, { url, payload }] as const]
})

const CROSS_ORIGIN_HEADERS: readonly Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site', origin: ORIGIN },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
  { origin: 'https://evil.example' },
  { origin: `${ORIGIN}.evil.example` },
  { origin: 'null' },
  {},
]

const FORMS = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']

describe.each(routes)('%s %s with the cookies of a member', (method, _route, sent) => {
  async function send(headers: Record<string, string>) {
    const response = await server.app.inject({
      method,
      ...sent,
      headers: { 'content-type': 'application/json', cookie, ...headers },
    })
    return { status: response.statusCode, ...response.json<Envelope>() }
  }

  test('is rejected with 9991 from another site or without an origin', async () => {
    for (const headers of CROSS_ORIGIN_HEADERS) {
      expect(await send(headers)).toMatchObject({
        status: 403,
        code: Code.ACCESS_DENIED,
        success: false,
        data: null,
      })
    }
    const own = await send({ origin: ORIGIN })
    expect([Code.ACCESS_DENIED, Code.TOKEN_EXPIRED]).not.toContain(own.code)
  })

  test('is rejected with 9992 with a body type that a form could send', async () => {
    for (const type of FORMS) {
      const reply = await send({ origin: ORIGIN, 'content-type': type })
      expect(reply).toMatchObject({ status: 400, code: Code.INVALID_REQUEST })
    }
    // The same body as JSON is valid, so only the type was rejected.
    const own = await send({ origin: ORIGIN })
    expect([Code.INVALID_REQUEST, Code.TOKEN_EXPIRED]).not.toContain(own.code)
  })
})
