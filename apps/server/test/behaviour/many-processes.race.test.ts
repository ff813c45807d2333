import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { LIMITS } from '@solstice/contract/limits'
import { openPostgres, rowsOf, type Database } from '#/platform/process/db.ts'
import { checkLedger } from '#/platform/books/ledger-check.ts'
import { insertMember } from '#test/insert-members.ts'
import { startMailServer, type MailServer } from '#test/mail-server.ts'
import { remoteOperator, type RemoteOperator } from '#test/remote-operator.ts'
import { serverFixtures, SERVER_TEST_TIMEOUT_MS } from '#test/server-fixtures.ts'
import { postTo, startProcess, type ServerProcess } from '#test/server-process.ts'

const { aDataFolder } = serverFixtures()
const OPERATOR_TOKEN = 'sol_op_for_many_processes_and_nothing_else'

let settings: Record<string, string>
let database: Database
let mailServer: MailServer
const processes: ServerProcess[] = []
let addresses: string[]
let operators: RemoteOperator[]

beforeAll(async () => {
  mailServer = await startMailServer()
  settings = {
    ...(await aDataFolder()),
    OPERATOR_TOKEN,
    SESSION_KEY: 'one key for all processes of a run',
    SMTP_URL: mailServer.url,
    WORKER: 'false',
  }
  processes.push(startProcess(settings), startProcess(settings))
  addresses = await Promise.all(processes.map(({ ready }) => ready))
  operators = addresses.map((address) => remoteOperator(address, OPERATOR_TOKEN))
  database = await openPostgres(settings['DATABASE_URL'] ?? '', () => {})
}, SERVER_TEST_TIMEOUT_MS)

afterAll(async () => {
  for (const each of processes) each.kill('SIGTERM')
  await Promise.all(processes.map(({ ended }) => ended))
  await database.close()
  await mailServer.close()
})

/** Sends the given number of calls concurrently, alternating between the two servers. */
const atBoth = <Item>(
  count: number,
  make: (operator: RemoteOperator, at: number) => Promise<Item>,
) =>
  Promise.all(
    Array.from({ length: count }, (_, at) => {
      const operator = operators[at % operators.length]
      if (!operator) throw new Error('There is no server')
      return make(operator, at)
    }),
  )

test('a hundred identical writes to two servers have one effect and one response', async () => {
  const userId = await insertMember(database.db)

  const replies = await atBoth(100, (operator) => operator.adjust(userId, '7', 'one request'))

  expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
  expect(replies[0]).toMatchObject({ code: 0, data: { balance: '7' } })
  expect(await operators[1]?.xpOf(userId)).toBe(7n)
})

test('a hundred concurrent calls that spend one unit at two servers spend it once', async () => {
  const userId = await insertMember(database.db)
  await operators[0]?.adjust(userId, '1')

  const replies = await atBoth(100, (operator) => operator.adjust(userId, '-1'))

  const codes = replies.map(({ code }) => code)
  expect(codes.filter((code) => code === 0)).toHaveLength(1)
  expect(codes.filter((code) => code === Code.XP_INSUFFICIENT)).toHaveLength(99)
  expect(await operators[0]?.xpOf(userId)).toBe(0n)
})

test('writes for many members to two servers all succeed, and the ledger stays consistent', async () => {
  const members = [await insertMember(database.db), await insertMember(database.db)]

  await atBoth(60, (operator, at) => operator.adjust(members[at % 2] ?? 0, '1', `arrive-${at}`))

  for (const userId of members) expect(await operators[0]?.xpOf(userId)).toBe(30n)
  expect(await checkLedger(database.db)).toEqual([])
})

test('two servers share one rate limit', async () => {
  const body = { email: 'nobody@harbor.example', password: 'Wrong1!aa' }
  const { max } = LIMITS.loginPerAccount

  const replies = await Promise.all(
    Array.from({ length: max + 6 }, (_, at) =>
      postTo(addresses[at % 2] ?? '', '/v1/public/auth/login', body),
    ),
  )

  const codes = replies.map(({ code }) => code)
  expect(codes.filter((code) => code === Code.CREDENTIALS_INVALID)).toHaveLength(max)
  expect(codes.filter((code) => code === Code.TOO_MANY_REQUESTS)).toHaveLength(6)
})

test(
  'servers without a worker send no mail; two standalone workers send each mail once, and any server accepts its code',
  { timeout: SERVER_TEST_TIMEOUT_MS },
  async () => {
    const emails = Array.from({ length: 20 }, (_, at) => `apart-${at}@harbor.example`)
    await Promise.all(
      emails.map((email, at) =>
        postTo(addresses[at % 2] ?? '', '/v1/public/auth/signup/email/send', { email }),
      ),
    )
    const waiting = await rowsOf<{ count: number }>(
      database.db,
      sql`select count(*)::int as count from jobs
        where kind = 'verification.mail-code' and done_at is null and attempts = 0`,
    )
    expect([waiting, mailServer.received]).toEqual([[{ count: emails.length }], []])

    const watched = startProcess({ ...settings, METRICS_PORT: '0' }, 'worker')
    processes.push(watched, startProcess(settings, 'worker'))
    const undone = sql`select id from jobs where kind = 'verification.mail-code' and done_at is null`
    await expect.poll(() => rowsOf(database.db, undone), { timeout: 60_000 }).toEqual([])

    // The hundreds of adjustments above raise an alarm, which operators receive by mail.
    const codes = mailServer.received.filter(({ to }) => !to.endsWith('@solstice.example'))
    expect(codes.map(({ to }) => to).toSorted()).toEqual(emails.toSorted())
    const verified = await Promise.all(
      codes.map(({ to: email, code }, at) =>
        postTo(addresses[at % 2] ?? '', '/v1/public/auth/verification/verify', {
          email,
          code,
          purpose: 'SIGNUP',
        }),
      ),
    )
    expect(new Set(verified.map(({ code }) => code))).toEqual(new Set([0]))
    // A standalone worker exposes its metrics too.
    await expect.poll(watched.output, { timeout: 60_000 }).toContain('/metrics\n')
    const [, metrics = ''] = /metrics +(\S+)\n/.exec(watched.output()) ?? []
    const metricsText = await (await fetch(metrics)).text()
    expect(metricsText).toContain(
      'solstice_jobs_waiting{kind="verification.mail-code",lane="codes"} 0',
    )
    expect(metricsText).toContain('solstice_database_up 1')
  },
)
