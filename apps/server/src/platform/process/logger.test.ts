import { Writable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smtpMailer } from '#/adapters/smtp-mailer.ts'
import { startMailServer } from '#test/mail-server.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { longestStallMs, STALL_MAX_MS } from '#test/stall.ts'
import { openBrowser } from '#test/test-member.ts'
import { rowsOf } from './db.ts'
import { createLogger, describeFault } from './logger.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const ADDRESS = 'canary@harbor.example'

/** Returns the single line that was written. */
function lineOf(write: (log: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = []
  const destination = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  write(createLogger('info', destination))
  expect(lines).toHaveLength(1)
  return lines[0] ?? ''
}

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

test('logs a database error with its code and constraint, and without the values', async () => {
  const now = server.ctx.now().toISOString()
  const queue = () =>
    server.ctx.db.execute(sql`insert into jobs (kind, payload, key, due_at, created_at)
      values ('test', ${JSON.stringify({ to: 'secret-payload' })}::jsonb, 'secret-key',
        ${now}::timestamptz, ${now}::timestamptz)`)
  await queue()
  const twice = await errorOf(queue())
  const wrong = await errorOf(
    server.ctx.db.execute(sql`select ${'secret "quoted" value'}::text::int`),
  )
  await server.ctx.db.execute(sql`delete from jobs`)
  // Verifies that the error contains the secret, so that the test proves something.
  expect(String(twice)).toContain('secret-payload')

  const line = lineOf((log) => log.error({ err: twice }, 'A call failed'))
  const valueLine = lineOf((log) => log.error({ err: wrong }, 'A call failed'))

  expect(JSON.parse(line)).toMatchObject({ err: { fault: '23505', constraint: 'jobs_key_key' } })
  expect(JSON.parse(valueLine)).toMatchObject({
    err: { fault: '22P02', message: 'invalid input syntax for type integer: [value]' },
  })
  expect(line + valueLine).not.toMatch(/secret|quoted/)
})

test('logs a rejected mail without the address, and shows it to operators without it', async () => {
  const mailServer = await startMailServer()
  const { mailer } = server.ctx
  server.ctx.mailer = smtpMailer(mailServer.url, 'Solstice <hello@harbor.example>')
  mailServer.down('refuses the address')
  await openBrowser(server).call('auth.sendSignUpCode', { body: { email: ADDRESS } })

  await server.worker.runDue()
  server.ctx.mailer = mailer
  await mailServer.close()
  const [job] = await rowsOf<{ last_error: string }>(
    server.ctx.db,
    sql`select last_error from jobs`,
  )
  await server.ctx.db.execute(sql`delete from jobs`)

  expect(job?.last_error).toContain('<[address]> is unknown')
  expect(server.log.text).toContain('<[address]> is unknown')
  expect(server.log.text).toContain('"fault":"EENVELOPE"')
  expect(server.log.text + job?.last_error).not.toContain(ADDRESS)
})

test('keeps the code of a system error readable, with its cause', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:25'), {
    code: 'ECONNREFUSED',
  })

  const line = lineOf((log) => log.warn({ err: new Error('No mail', { cause: refused }) }))

  expect(JSON.parse(line)).toMatchObject({
    err: {
      message: 'No mail',
      cause: { fault: 'ECONNREFUSED', message: 'connect ECONNREFUSED 10.0.0.5:25' },
    },
  })
  expect(line).toMatch(/"stack":"Error: No mail\\n +at [^"]*logger\.test\.ts/)
})

test.each([
  'password',
  'newPassword',
  'currentPassword',
  'code',
  'completeCode',
  'token',
  'proof',
  'pinToken',
  'blinded',
  'evaluated',
])('redacts the field %s, at the top level and nested', (field) => {
  const line = lineOf((log) => log.info({ [field]: 'canary', body: { [field]: 'canary', id: 7 } }))

  expect(JSON.parse(line)).toMatchObject({
    [field]: '[redacted]',
    body: { [field]: '[redacted]', id: 7 },
  })
  expect(line).not.toContain('canary')
})

test('redacts the headers that carry a session or a token', () => {
  const line = lineOf((log) =>
    log.info({
      req: {
        headers: {
          cookie: 'canary',
          authorization: 'canary',
          'x-pin-token': 'canary',
          dpop: 'canary',
          host: 'a',
        },
      },
      res: { headers: { 'set-cookie': 'canary' } },
    }),
  )

  expect(line).not.toContain('canary')
  expect(line).toContain('"host":"a"')
})

const MEGABYTES_5 = 5_000_000
const HOSTILE = [
  ['one long word', 'a'.repeat(MEGABYTES_5)],
  ['at signs', '@'.repeat(MEGABYTES_5)],
  ['half addresses', 'a@'.repeat(MEGABYTES_5 / 2)],
  ['brackets', '<a@'.repeat(MEGABYTES_5 / 3)],
  ['quotes', '"'.repeat(MEGABYTES_5)],
  ['stack trace lines', '\n    at a'.repeat(MEGABYTES_5 / 9)],
  ['blanks', ' '.repeat(MEGABYTES_5)],
] as const

test.each(HOSTILE)(
  'logs 5 MB of %s in any position without stalling, and keeps the line short',
  async (_label, text) => {
    const fault = () => Object.assign(new Error(text), { code: '22P02', constraint: text })
    const write = (log: ReturnType<typeof createLogger>) => {
      const err = new Error('No balance', { cause: fault() })
      log.error({ err, why: text, inside: { of: [{ it: text }] } }, text)
    }

    const stall = await longestStallMs(() => void lineOf(write))

    expect(stall).toBeLessThan(STALL_MAX_MS)
    expect(lineOf(write).length).toBeLessThan(20_000)
  },
)

test('logs a truncated message with its length, and redacts its addresses', () => {
  const text = `550 <${ADDRESS}> is unknown, ${'x'.repeat(2000)}`

  const line = lineOf((log) => log.warn({ err: new Error(text) }))

  expect(line).toContain('550 <[address]> is unknown, xxx')
  expect(line).toContain(`… (${text.length} characters)`)
})

test('describes an error that is its own cause in a few levels', () => {
  const error = new Error('again')
  error.cause = error

  expect(JSON.stringify(describeFault(error)).length).toBeLessThan(50_000)
})
