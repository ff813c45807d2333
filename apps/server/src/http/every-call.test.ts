import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@solstice/contract/catalogue'
import { Code } from '@solstice/contract/codes'
import type { Endpoint } from '@solstice/contract/endpoint'
import type { Envelope } from '@solstice/contract/envelope'
import { ORIGIN, startTestApp, type TestApp } from '#/testing/test-app.ts'
import { openBrowser, PASSWORD, signUpMember } from '#/testing/test-member.ts'

const calls = (Object.values(endpoints) as Endpoint[]).map(
  (call) => [call.method, call.path, call] as const,
)

let server: TestApp
let email: string
beforeAll(async () => {
  server = await startTestApp()
  email = (await signUpMember(server)).email
})
afterAll(() => server.close())

async function sessionCookies(): Promise<string> {
  const browser = openBrowser(server)
  await browser.call('auth.login', { body: { email, password: PASSWORD } })
  return Array.from(browser.cookies, ([name, value]) => `${name}=${value}`).join('; ')
}

const ODD_BODIES = [
  '',
  'null',
  '[]',
  '"text"',
  '{}',
  '{"email":null,"password":{},"code":[]}',
  '{"email":"a\\u0000@b.co","password":"\\u0000","nickname":"\\u0000","referralCode":"\\u0000"}',
  '{"email":"\\ud800@b.co","nickname":"\\udfff\\udfff\\udfff\\udfff\\udfff\\udfff"}',
  '{"amount":-1,"id":1e308,"page":9007199254740993}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"a":',
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
]
const ODD_IDS = ['0', '-1', '1e3', '9223372036854775808', '%00', '..', "1'--", 'x'.repeat(300)]

describe('whatever a member sends', () => {
  test.each(calls)('gets an envelope and no fault: %s %s', async (method, path, { access }) => {
    const cookie = access === 'public' ? '' : await sessionCookies()
    const hasId = path.includes('{')
    const bodies = [
      ...ODD_BODIES,
      ...fc.sample(fc.jsonValue(), 10).map((value) => JSON.stringify(value)),
    ]
    const requests = [
      ...bodies.map((payload) => ({ url: path.replaceAll(/\{\w+\}/g, '1'), payload })),
      ...(hasId ? ODD_IDS : []).map((id) => ({
        url: path.replaceAll(/\{\w+\}/g, id),
        payload: '{}',
      })),
      { url: `${path.replaceAll(/\{\w+\}/g, '1')}?page=-1&size=1e9&page=x&%00=%00`, payload: '{}' },
    ]

    const faults: unknown[] = []
    for (const { url, payload } of requests) {
      const response = await server.app.inject({
        method,
        url,
        headers: { origin: ORIGIN, cookie, 'content-type': 'application/json' },
        ...(method === 'GET' ? {} : { payload }),
      })
      const reply = response.json<Envelope>()
      const isEnvelope = ['code', 'success', 'msg', 'data'].every((key) => key in reply)
      const agrees = reply.success === (reply.code === Code.SUCCESS)
      if (response.statusCode >= 500 || !isEnvelope || !agrees) {
        faults.push({ url, payload: payload.slice(0, 200), reply })
      }
    }

    expect(faults).toEqual([])
  })
})
