import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '#test/test-member.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

test('lists the languages of the app by their own names and the default language, without a session', async () => {
  const reply = await openBrowser(server).call('language.list', {})

  expect(reply.data).toEqual({
    list: [
      { code: 'en', name: 'English', isDefault: true },
      { code: 'ko', name: '한국어', isDefault: false },
    ],
  })
})
