import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@solstice/contract/catalogue'
import { Code } from '@solstice/contract/codes'
import type { Endpoint } from '@solstice/contract/endpoint'
import { ORIGIN, startTestApp, type TestApp } from '#/testing/test-app.ts'
import { signUpMember } from '#/testing/test-member.ts'

let server: TestApp
let cookie: string
beforeAll(async () => {
  server = await startTestApp()
  const member = await signUpMember(server)
  cookie = Array.from(member.cookies, ([name, value]) => `${name}=${value}`).join('; ')
})
afterAll(() => server.close())

/** Operators come with a bearer token, which no browser sends by itself. */
const unsafe = (Object.values(endpoints) as Endpoint[]).filter(
  ({ method, access }) => method !== 'GET' && access !== 'operator',
)
const routes = unsafe.map(({ method, path }) => [method, path.replaceAll(/\{\w+\}/g, '1')] as const)

const FROM_ELSEWHERE: readonly Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site', origin: ORIGIN },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
  { origin: 'https://evil.example' },
  { origin: `${ORIGIN}.evil.example` },
  { origin: 'null' },
  {},
]

const FORMS = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']

describe.each(routes)('%s %s with the cookies of a member', (method, url) => {
  test('is refused with 9991 from another site or from nowhere', async () => {
    for (const headers of FROM_ELSEWHERE) {
      const response = await server.app.inject({ method, url, headers: { ...headers, cookie } })
      expect(response.statusCode).toBe(403)
      expect(response.json()).toMatchObject({
        code: Code.ACCESS_DENIED,
        success: false,
        data: null,
      })
    }
  })

  test('is refused with 9992 with a body that a form could send', async () => {
    for (const type of FORMS) {
      const response = await server.app.inject({
        method,
        url,
        headers: { origin: ORIGIN, cookie, 'content-type': type },
        payload: '{}',
      })
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ code: Code.INVALID_REQUEST })
    }
  })
})
