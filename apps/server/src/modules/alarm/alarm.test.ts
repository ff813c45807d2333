import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import type { AlarmFacts } from '@solstice/rules/alarm'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@solstice/rules/duration'
import { simulateSeason } from '@solstice/rules/season-simulation'
import { alarmWebhook } from '#/adapters/alarm-webhook.ts'
import { demoSeason, THEMES } from '#/demo/season-plan.ts'
import { insertPerson } from '#/modules/operator/operator.service.ts'
import { queueStatistics } from '#/modules/statistics/statistics.jobs.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { insertMembers } from '#test/insert-members.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aSeason } from '#test/test-season.ts'
import { give } from '#test/test-shop.ts'
import { queueAlarmCheck } from './alarm.jobs.ts'
import { applyAlarms } from './alarm.service.ts'
import { alarmNotices, alarms } from './alarm.table.ts'

type Received = { headers: IncomingHttpHeaders; body: string }

const SECRET = 'a webhook secret that only tests use'
const received: Received[] = []
let status = 200
let webhook: Server
let server: TestApp
let ops: TestOperator

beforeAll(async () => {
  webhook = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => webhook.listen(0, '127.0.0.1', resolve))
  const { port } = webhook.address() as AddressInfo // A TCP server has a port.
  server = await startTestApp()
  server.ctx.webhook = alarmWebhook({ url: `http://127.0.0.1:${port}/alarms`, secret: SECRET })
  ops = await anOperator(server, 'OPS')
})
afterAll(async () => {
  await server.close()
  webhook.close()
})
beforeEach(async () => {
  await server.ctx.db.delete(alarmNotices)
  await server.ctx.db.delete(alarms)
  received.length = 0
  server.mails.length = 0
  status = 200
})

const calm = (): AlarmFacts => ({
  now: server.ctx.now(),
  seasons: [],
  payouts: { count: 0, oldestAt: null },
  refunds: { count: 0, oldestAt: null },
  holds: { count: 0, oldestAt: null },
  lanes: [],
  isStopped: false,
  cover: [],
  deadJobs: [],
  late: { seconds: 0, kind: null },
  faultsPerMinute: 0,
  pushes: { sent: 0, dropped: 0 },
  ledgerProblems: 0,
  brokenAuditEntry: null,
  failedLogins: 0,
  adjustments: [],
  suspended: [],
  books: { differences: [], silent: [] },
})

const faulty = (perMinute: number): AlarmFacts => ({ ...calm(), faultsPerMinute: perMinute })

let people = 0
async function aPersonOf(role: 'OWNER' | 'PROGRAMME' | 'SUPPORT' | 'FINANCE' | 'OPS') {
  people += 1
  const email = `alarm-${people}@harbor.example`
  const person = { name: `alarm-${people}`, role, email }
  await insertPerson(server.ctx.db, server.ctx, 'system', person)
  return email
}

const listed = async (state: 'open' | 'cleared' = 'open') =>
  (await ops.call('alarm.list', { query: { state } })).data?.list ?? []

describe('an alarm', () => {
  test('is raised once, updated while it lasts and cleared when its cause is gone', async () => {
    await applyAlarms(server.ctx, faulty(2))
    await applyAlarms(server.ctx, faulty(3))
    const [open, ...more] = await listed()
    server.clock.advance(MINUTE_MS)
    await applyAlarms(server.ctx, calm())
    await applyAlarms(server.ctx, calm())

    expect(more).toEqual([])
    expect(open).toMatchObject({ rule: 'FAULTS', severity: 'WARNING', values: { perMinute: 3 } })
    expect(await listed()).toEqual([])
    expect(await listed('cleared')).toMatchObject([
      { alarmId: open?.alarmId, clearedAt: server.clock.now.toISOString() },
    ])
  })

  test('about the cover stays open while a balance is unknown', async () => {
    const short = {
      chainId: 1,
      symbol: 'USDS',
      balance: 1n,
      owed: 2n,
      settlements: [],
      withdrawn: 0n,
    }
    await applyAlarms(server.ctx, { ...calm(), cover: [short] })
    await applyAlarms(server.ctx, { ...calm(), cover: null })
    const unknown = await listed()
    await applyAlarms(server.ctx, { ...calm(), cover: [{ ...short, balance: 2n }] })

    expect(unknown).toMatchObject([{ rule: 'COVER_SHORT', values: { symbol: 'USDS', days: 0 } }])
    expect(await listed()).toEqual([])
  })

  test('is a new one when the cause comes back', async () => {
    await applyAlarms(server.ctx, faulty(2))
    await applyAlarms(server.ctx, calm())
    await applyAlarms(server.ctx, faulty(2))

    expect([await listed(), await listed('cleared')].map((list) => list.length)).toEqual([1, 1])
  })

  test('is raised once by many processes', async () => {
    await Promise.all(Array.from({ length: 6 }, () => applyAlarms(server.ctx, faulty(2))))

    expect(await listed()).toHaveLength(1)
  })

  test('is acknowledged with a reason, stays open and is audited', async () => {
    await applyAlarms(server.ctx, faulty(2))
    const [open] = await listed()
    const alarmId = open?.alarmId ?? 0
    const input = { params: { alarmId }, body: { reason: 'The new release is rolled back' } }

    const { data } = await ops.call('alarm.acknowledge', input)
    await applyAlarms(server.ctx, faulty(2))

    expect(data?.acknowledged).toMatchObject({ by: ops.name, note: input.body.reason })
    expect(await listed()).toMatchObject([{ alarmId, acknowledged: { by: ops.name } }])
    const entries = await rowsOf<{ actor: string; reason: string }>(
      server.ctx.db,
      sql`select actor, data ->> 'reason' as reason from audit_entries
        where action = 'alarm.acknowledge' and subject = ${`alarm:${alarmId}`}`,
    )
    expect(entries).toEqual([{ actor: `operator:${ops.name}`, reason: input.body.reason }])
  })

  test('that does not exist cannot be acknowledged', async () => {
    const { code } = await ops.call('alarm.acknowledge', {
      params: { alarmId: 999_999 },
      body: { reason: 'None' },
    })

    expect(code).toBe(Code.NOT_FOUND)
  })

  test('cannot be acknowledged by an auditor', async () => {
    const auditor = await anOperator(server, 'AUDITOR')
    const { code } = await auditor.call('alarm.acknowledge', {
      params: { alarmId: 1 },
      body: { reason: 'None' },
    })

    expect(code).toBe(Code.ACCESS_DENIED)
  })
})

describe('the notices of an alarm', () => {
  test('reach owners and the roles of its rule by mail, once', async () => {
    const owner = await aPersonOf('OWNER')
    const onCall = await aPersonOf('OPS')
    const support = await aPersonOf('SUPPORT')
    await applyAlarms(server.ctx, faulty(2))
    await applyAlarms(server.ctx, faulty(4))
    await server.worker.runDue()

    const to = server.mails.map((mail) => mail.to)
    expect(to).toEqual(expect.arrayContaining([owner, onCall]))
    expect(to).not.toContain(support)
    expect(to.filter((address) => address === onCall)).toHaveLength(1)
    expect(server.mails[0]?.text).toContain('4 faults (9999) a minute')
    expect(server.mails[0]?.text).toContain('분당 4건')
    expect(server.mails[0]?.text).toContain('http://console.solstice.test/alarms')
  })

  test('are sent again when a warning becomes critical', async () => {
    const owner = await aPersonOf('OWNER')
    await applyAlarms(server.ctx, faulty(2))
    await applyAlarms(server.ctx, faulty(20))
    await applyAlarms(server.ctx, faulty(2))
    await applyAlarms(server.ctx, faulty(20))
    await server.worker.runDue()

    expect(server.mails.filter(({ to }) => to === owner)).toHaveLength(2)
  })

  test('reach the webhook, signed, when the alarm is raised and when it is cleared', async () => {
    await applyAlarms(server.ctx, faulty(2))
    await server.worker.runDue()
    await applyAlarms(server.ctx, calm())
    await server.worker.runDue()

    const events = received.map(({ body }) => JSON.parse(body) as { event: string; alarm: object })
    expect(events.map(({ event }) => event)).toEqual(['alarm.raised', 'alarm.cleared'])
    expect(events[0]?.alarm).toMatchObject({ rule: 'FAULTS', values: { perMinute: 2 } })
    for (const { headers, body } of received) {
      const [, time = '', signature] =
        /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-solstice-signature'])) ?? []
      expect(Number(time)).toBe(Math.floor(server.clock.now.getTime() / 1000))
      expect(signature).toBe(createHmac('sha256', SECRET).update(`${time}.${body}`).digest('hex'))
    }
  })

  test('are repeated until the webhook accepts them', async () => {
    status = 503
    await applyAlarms(server.ctx, faulty(2))
    await server.worker.runDue()
    status = 200
    server.clock.advance(MINUTE_MS)
    await server.worker.runDue()
    server.clock.advance(HOUR_MS)
    await server.worker.runDue()

    expect(received).toHaveLength(2)
    const sent = await server.ctx.db
      .select()
      .from(alarmNotices)
      .where(eq(alarmNotices.target, 'webhook'))
    expect(sent.map(({ sentAt }) => sentAt !== null)).toEqual([true])
  })
})

describe('the job that checks alarms', () => {
  test('raises an alarm about a pace of 130 % within the hour, also by mail', async () => {
    const programme = await aPersonOf('PROGRAMME')
    const { seasonId, firstRound } = await aSeason(server)
    server.clock.advance(2 * DAY_MS)
    const plan = demoSeason(THEMES[0], firstRound.startAt)
    const { daily } = simulateSeason(plan, plan.budget.members)
    const planned = daily.slice(0, 3).reduce((sum, { xp }) => sum + xp, 0)
    const [memberId = 0] = await insertMembers(server.ctx.db, 1)
    const injected = BigInt(Math.round(planned * 1.3))
    await give(server, memberId, 'XP', injected, `season:${seasonId}`)

    await queueStatistics(server.ctx, server.ctx.now())
    await queueAlarmCheck(server.ctx, server.ctx.now())
    await server.worker.runDue()
    server.clock.advance(HOUR_MS)
    await server.worker.runDue()

    const pace = (await listed()).filter(({ rule }) => rule === 'XP_PACE')
    expect(pace).toMatchObject([{ subject: `season:${seasonId}`, severity: 'CRITICAL' }])
    expect(Number(pace[0]?.values['percent'])).toBeGreaterThanOrEqual(130)
    expect(server.mails.filter(({ to }) => to === programme).map(({ text }) => text)).toEqual([
      expect.stringContaining('of the XP planned so far'),
    ])
  })
})
