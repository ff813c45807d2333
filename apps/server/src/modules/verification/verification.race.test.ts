import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anEmail, mailedCode, openBrowser } from '#test/test-member.ts'
import { waitingSessions } from '#test/waiting-sessions.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const requestCode = (email: string) =>
  openBrowser(server).call('auth.sendSignUpCode', { body: { email } })
const enter = (email: string, code: string) =>
  openBrowser(server).call('auth.verifyCode', { body: { email, code, purpose: 'SIGNUP' } })

/**
 * Starts the calls so that each has read the code and waits to change it before the next one
 * starts; then they continue one after the other.
 */
async function callConcurrently<Reply>(
  email: string,
  calls: readonly (() => Promise<Reply>)[],
): Promise<Reply[]> {
  const { replies } = await server.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from verification_codes where email = ${email} for update`)
    const started: Promise<Reply>[] = []
    for (const call of calls) {
      started.push(call())
      await expect
        .poll(() => waitingSessions(server.ctx.db), { timeout: 30_000 })
        .toBe(started.length)
    }
    return { replies: Promise.all(started) }
  })
  return replies
}

test('rejects the right code when a concurrent wrong one was the fifth attempt', async () => {
  const email = anEmail()
  await requestCode(email)
  const right = mailedCode(server, email)
  const wrong = right === '000000' ? '000001' : '000000'
  for (let time = 0; time < 4; time += 1) await enter(email, wrong)

  const replies = await callConcurrently(email, [
    () => enter(email, wrong),
    () => enter(email, right),
  ])

  expect(replies.map(({ code }) => code)).toEqual([
    Code.VERIFICATION_CODE_INVALID,
    Code.VERIFICATION_CODE_EXPIRED,
  ])
  expect((await enter(email, right)).code).toBe(Code.VERIFICATION_CODE_EXPIRED)
})

test('mails one code when two are requested concurrently', async () => {
  const email = anEmail()
  await requestCode(email)
  server.clock.advance(61_000)

  const replies = await callConcurrently(email, [
    () => requestCode(email),
    () => requestCode(email),
  ])

  expect(replies.map(({ code }) => code)).toEqual([0, Code.TOO_MANY_REQUESTS])
  expect(server.mails.filter(({ to }) => to === email)).toHaveLength(2)
  expect((await enter(email, mailedCode(server, email))).code).toBe(0)
})
