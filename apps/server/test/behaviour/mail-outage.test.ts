import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '@solstice/rules/duration'
import { smtpMailer } from '#/adapters/smtp-mailer.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { startMailServer, type MailServer } from '#test/mail-server.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anEmail, openBrowser } from '#test/test-member.ts'

let server: TestApp
let mailServer: MailServer
beforeAll(async () => {
  server = await startTestApp()
  mailServer = await startMailServer()
  server.ctx.mailer = smtpMailer(mailServer.url, 'Solstice <hello@harbor.example>')
})
afterAll(async () => {
  await server.close()
  await mailServer.close()
})

/** Advances the clock in steps and runs due jobs after each, as a running server would. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 10 * SECOND_MS) {
    server.clock.advance(10 * SECOND_MS)
    await server.worker.runDue()
  }
}

describe.each(['refuses connections', 'refuses the mail', 'breaks off'] as const)(
  'while the mail server %s for ten minutes of the clock',
  (how) => {
    test('accepts sign-ups, and afterwards sends every mail once with a valid code', async () => {
      mailServer.down(how)
      mailServer.received.length = 0
      const emails = [anEmail(), anEmail(), anEmail(), anEmail(), anEmail()]
      const before = mailServer.attempts()
      for (const email of emails) {
        const reply = await openBrowser(server).call('auth.sendSignUpCode', { body: { email } })
        expect(reply.code).toBe(0)
      }

      await pass(10 * MINUTE_MS)
      const received = mailServer.received.length
      const tried = mailServer.attempts() - before
      mailServer.up()
      await pass(5 * MINUTE_MS)

      expect(received).toBe(0)
      expect(tried).toBeGreaterThan(emails.length)
      expect(mailServer.received.map(({ to }) => to).toSorted()).toEqual(emails.toSorted())
      const waiting = await rowsOf(server.ctx.db, sql`select id from jobs where done_at is null`)
      expect(waiting).toEqual([])
      for (const { to: email, code = '' } of mailServer.received) {
        const verified = await openBrowser(server).call('auth.verifyCode', {
          body: { email, code, purpose: 'SIGNUP' },
        })
        expect(verified.code).toBe(0)
      }
    })
  },
)

test('sends one mail, for the last request, to an address that requested a code again during the outage', async () => {
  mailServer.down('refuses connections')
  mailServer.received.length = 0
  const email = anEmail()
  const requestCode = () => openBrowser(server).call('auth.sendSignUpCode', { body: { email } })
  await requestCode()
  await pass(MINUTE_MS)
  expect((await requestCode()).code).toBe(0)
  await pass(MINUTE_MS)

  mailServer.up()
  await pass(5 * MINUTE_MS)

  expect(mailServer.received.map(({ to }) => to)).toEqual([email])
})

test('wrong codes entered before the mail went out do not count against its code', async () => {
  mailServer.down('refuses connections')
  mailServer.received.length = 0
  const email = anEmail()
  const browser = openBrowser(server)
  const verify = (code: string) =>
    browser.call('auth.verifyCode', { body: { email, code, purpose: 'SIGNUP' } })
  await browser.call('auth.sendSignUpCode', { body: { email } })
  for (let time = 0; time < 6; time += 1) await verify('000000')

  mailServer.up()
  await pass(5 * MINUTE_MS)

  expect((await verify(mailServer.received[0]?.code ?? '')).code).toBe(0)
})
