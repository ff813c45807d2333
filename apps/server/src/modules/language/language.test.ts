import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '#test/test-member.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

test('anybody is told the languages of the app, each by its own name, and which one it begins in', async () => {
  const reply = await openBrowser(server).call('language.list', {})

  expect(reply.data).toEqual({
    list: [
      { code: 'en', name: 'English', isDefault: true },
      { code: 'ko', name: '한국어', isDefault: false },
    ],
  })
})
