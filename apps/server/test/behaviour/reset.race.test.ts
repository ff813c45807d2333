import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { mailedCode, openBrowser, PASSWORD, signUpMember } from '#test/test-member.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

async function resetCode(email: string): Promise<string> {
  const browser = openBrowser(server)
  await browser.call('auth.checkResetEmail', { body: { email } })
  const code = mailedCode(server, email)
  const { data } = await browser.call('auth.verifyCode', {
    body: { email, code, purpose: 'RESET' },
  })
  return data?.completeCode ?? ''
}

test('ten concurrent resets with one code set the password once', async () => {
  const { email } = await signUpMember(server)
  const completeCode = await resetCode(email)

  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      openBrowser(server).call('auth.resetPassword', {
        body: { email, completeCode, password: `Newpass${at}!` },
      }),
    ),
  )

  const codes = replies.map(({ code }) => code)
  expect(codes.filter((code) => code === 0)).toHaveLength(1)
  expect(codes.filter((code) => code === Code.VERIFICATION_CODE_INVALID)).toHaveLength(9)
  const password = `Newpass${codes.indexOf(0)}!`
  expect((await openBrowser(server).call('auth.login', { body: { email, password } })).code).toBe(0)
})

test('no session opened with the old password survives a concurrent reset', async () => {
  const { email } = await signUpMember(server)
  const completeCode = await resetCode(email)
  const browsers = Array.from({ length: 10 }, () => openBrowser(server))

  await Promise.all([
    ...browsers.map((browser) =>
      browser.call('auth.login', { body: { email, password: PASSWORD } }),
    ),
    openBrowser(server).call('auth.resetPassword', {
      body: { email, completeCode, password: 'Newpass1!' },
    }),
  ])

  const open = await Promise.all(browsers.map((browser) => browser.call('users.me', {})))
  expect(new Set(open.map(({ status }) => status))).toEqual(new Set([401]))
})
