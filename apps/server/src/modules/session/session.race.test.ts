import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { openBrowser, signUpMember } from '#test/test-member.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

test('twenty tabs that refresh concurrently keep one session with one set of tokens', async () => {
  const member = await signUpMember(server)
  const tabs = Array.from({ length: 20 }, () => {
    const tab = openBrowser(server)
    for (const [name, value] of member.cookies) tab.cookies.set(name, value)
    return tab
  })

  const replies = await Promise.all(tabs.map((tab) => tab.call('auth.reissue', {})))

  expect(new Set(replies.map((reply) => reply.code))).toEqual(new Set([0]))
  expect(new Set(tabs.map((tab) => tab.cookies.get('solstice_refresh'))).size).toBe(1)
  expect((await tabs[7]?.call('users.me', {}))?.status).toBe(200)
})
