import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { startTestApp, type TestApp } from '#test/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

describe('a change from another site', () => {
  test.each([
    '/v1/public/auth/logout',
    '/%761/public/auth/logout',
    '/v%31/public/auth/logout',
    '/v1%2Fpublic/auth/logout',
    '/%76%31/public/%61uth/logout',
  ])('is rejected in every spelling of its path: %s', async (url) => {
    const response = await server.app.inject({
      method: 'POST',
      url,
      headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    })

    expect([403, 404]).toContain(response.statusCode)
    expect(response.headers['set-cookie']).toBeUndefined()
  })

  test('is rejected although the literal path would be allowed', async () => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/%761/public/auth/logout',
      headers: { origin: 'https://evil.example' },
    })

    expect(response.json()).toMatchObject({ code: Code.ACCESS_DENIED })
  })
})

describe('a server without a public origin', () => {
  test('accepts only pages of the address that was requested', async () => {
    const local = await startTestApp({ publicOrigin: undefined })
    const logOut = (origin: string) =>
      local.app.inject({
        method: 'POST',
        url: '/v1/public/auth/logout',
        headers: { host: 'localhost:4000', origin },
      })

    const own = await logOut('http://localhost:4000')
    const otherPort = await logOut('http://localhost:5173')
    const https = await logOut('https://localhost:4000')
    await local.close()

    expect([own.statusCode, otherPort.statusCode, https.statusCode]).toEqual([200, 403, 403])
  })
})
