import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ALERT_CODES } from '@solstice/rules/alert'
import { MINUTE_MS } from '@solstice/rules/duration'
import { recordSecurityEvent } from '#/modules/security/security.service.ts'
import { notify, notifyEach } from '#/platform/books/alerts.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { insertMembers } from '#test/insert-members.ts'
import { startPushApp, type PushApp } from '#test/push-app.ts'
import { addDevice, memberWithDevice, pass } from '#test/test-device.ts'
import { logInAgain, signUpMember } from '#test/test-member.ts'
import { claimDeliveries } from './delivery.queries.ts'

let app: PushApp
let server: PushApp['server']
let service: PushApp['service']
let notifyMember: PushApp['notifyMember']
let waiting: PushApp['waiting']
beforeAll(async () => {
  app = await startPushApp()
  ;({ server, service, notifyMember, waiting } = app)
})
afterAll(() => app.close())
beforeEach(() => app.reset())

describe('an event', () => {
  test('is pushed to every device of the member, in their language, with code, ids and time only', async () => {
    const member = await memberWithDevice(server, service)
    await addDevice(member, service)
    await member.call('users.changeProfile', { body: { language: 'ko' } })

    await notifyMember(member.userId, 'REFUND_SUBMIT', { seasonId: 3, historyId: 41 })
    await server.worker.runDue()

    expect(service.received).toHaveLength(2)
    const [push] = member.received()
    expect(JSON.parse(push?.text ?? '')).toEqual({
      code: 'REFUND_SUBMIT',
      data: { seasonId: 3, historyId: 41 },
      timestamp: server.clock.now.getTime(),
      lang: 'ko',
    })
    expect(push).toMatchObject({ urgency: 'high', ttl: 24 * 3600 })
    expect(push?.vapid).toMatchObject({ aud: service.origin, sub: 'mailto:ops@harbor.example' })
  })

  test('about a deposit carries its amount, symbol and network', async () => {
    const member = await memberWithDevice(server, service)
    const deposit = { amount: '0.5', symbol: 'ETH', network: 'Base', more: 2 }

    await notifyMember(member.userId, 'FUNDS_RECEIVED', { deposit })
    await server.worker.runDue()

    expect(JSON.parse(member.received()[0]?.text ?? '')).toMatchObject({ data: { deposit } })
  })

  test('about a hold carries its id, so that a tap opens that hold', async () => {
    const member = await memberWithDevice(server, service)

    await notifyMember(member.userId, 'HOLD_APPEALED', { holdId: 5 })
    await server.worker.runDue()

    expect(JSON.parse(member.received()[0]?.text ?? '')).toMatchObject({ data: { holdId: 5 } })
  })

  test('is not pushed if its transaction is rolled back', async () => {
    const member = await memberWithDevice(server, service)

    const fact = server.ctx.db.transaction(async (tx) => {
      await notify(tx, server.ctx, member.userId, { code: 'REWARD' })
      throw new Error('the payout failed')
    })

    await expect(fact).rejects.toThrow('the payout failed')
    await server.worker.runDue()
    expect(service.received).toEqual([])
  })

  test('is not pushed if the account was suspended meanwhile', async () => {
    const member = await memberWithDevice(server, service)
    await notifyMember(member.userId, 'REWARD')
    await server.ctx.db.execute(
      sql`update members set status = 'SUSPENDED' where id = ${member.userId}`,
    )

    await server.worker.runDue()

    expect(service.received).toEqual([])
  })

  test('reaches a device once, regardless of how often its job runs', async () => {
    const member = await memberWithDevice(server, service)
    await notifyMember(member.userId, 'REWARD')
    await server.worker.runDue()

    await server.ctx.db.execute(sql`update jobs set done_at = null`)
    await server.worker.runDue()

    expect(member.received()).toHaveLength(1)
  })

  test('leased by a crashed worker is sent by the next one', async () => {
    const member = await memberWithDevice(server, service)
    await notifyMember(member.userId, 'REWARD')
    service.down({ status: 503 })
    await server.worker.runDue()
    service.up()
    server.clock.advance(MINUTE_MS)
    const { now } = server.clock
    const leasedUntil = new Date(now.getTime() + 2 * MINUTE_MS)
    const taken = await claimDeliveries(server.ctx.db, { now, leasedUntil, size: 10 })

    await server.worker.runDue()
    const meanwhile = member.received().length
    await pass(server, 5 * MINUTE_MS, MINUTE_MS)

    expect([taken.length, meanwhile]).toEqual([1, 0])
    expect(member.received()).toHaveLength(1)
  })

  test('replaces an older pending one of its kind only if it is a reminder', async () => {
    const member = await memberWithDevice(server, service)

    await notifyMember(member.userId, 'CHECK_IN', { seasonId: 3 })
    await notifyMember(member.userId, 'REWARD')
    await notifyMember(member.userId, 'REWARD')
    await server.worker.runDue()

    const [reminder, first, second] = member.received().map(({ topic }) => topic)
    expect(reminder).toBe('CHECK_IN')
    expect(first).toMatch(/^alert-\d+$/)
    expect(second).not.toBe(first)
  })

  test('waiting behind one leased by another worker causes no extra runs', async () => {
    const member = await memberWithDevice(server, service)
    service.down({ status: 503 })
    await notifyMember(member.userId, 'REWARD')
    await notifyMember(member.userId, 'SEASON_OPEN', { seasonId: 1 })
    await server.worker.runDue()
    service.up()
    server.clock.advance(MINUTE_MS)
    const { now } = server.clock
    const leasedUntil = new Date(now.getTime() + 2 * MINUTE_MS)
    await claimDeliveries(server.ctx.db, { now, leasedUntil, size: 10 })

    // The loop would never end if the second push counted as ready.
    const runs = await server.worker.runDue()
    await pass(server, 5 * MINUTE_MS, MINUTE_MS)

    expect(runs).toBe(1)
    expect(member.received().map(({ message }) => message.code)).toEqual(['REWARD', 'SEASON_OPEN'])
  })

  test('carries only the ids that a push may have', async () => {
    const member = await memberWithDevice(server, service)

    await notifyMember(member.userId, 'REWARD', { seasonId: 3, nickname: 'Nova' })
    await server.worker.runDue()

    expect(JSON.parse(member.received()[0]?.text ?? '')).toMatchObject({ data: { seasonId: 3 } })
    expect(member.received()[0]?.text).not.toContain('Nova')
  })

  test('of any code carries only what the contract allows, and nothing about the member', async () => {
    const member = await memberWithDevice(server, service)
    const { data: me } = await member.call('users.me', {})
    const data = { seasonId: 3, historyId: 41, ...me }

    for (const code of ALERT_CODES) {
      await notifyMember(member.userId, code, data)
      await server.worker.runDue()
    }

    // The push service rejects a message with more than the contract allows.
    expect(member.received().map(({ message }) => message)).toEqual(
      ALERT_CODES.map((code) => ({
        code,
        data: { seasonId: 3, historyId: 41 },
        timestamp: server.clock.now.getTime(),
        lang: 'en',
      })),
    )
  })

  test("is checked against the member's preferences when it is sent", async () => {
    const [later, never] = [
      await memberWithDevice(server, service),
      await memberWithDevice(server, service),
    ]
    // It is ten in the evening in their time zone.
    server.clock.now = new Date('2026-06-23T18:00:00.000Z')
    for (const { userId } of [later, never]) await notifyMember(userId, 'REWARD')
    await server.worker.runDue()
    for (const member of [later, never]) await logInAgain(member)

    await later.call('alert.changeQuietHours', { body: { to: '09:00' } })
    await never.call('alert.changeSetting', { params: { id: 6 }, body: { enabled: false } })
    server.clock.now = new Date('2026-06-24T04:30:00.000Z')
    await server.worker.runDue()
    const atEight = service.received.length
    server.clock.now = new Date('2026-06-24T05:00:00.000Z')
    await server.worker.runDue()

    expect(atEight).toBe(0)
    expect(service.received.map(({ endpoint }) => endpoint)).toEqual([later.device.endpoint])
    expect(await waiting()).toEqual([])
  })
})

describe('a notification of many members', () => {
  async function notifyMany(count: number): Promise<void> {
    const { db } = server.ctx
    const members = await insertMembers(db, count)
    const rows = members.map((memberId) => ({ memberId, ...service.aDevice() }))
    await db.execute(sql`insert into push_subscriptions (member_id, endpoint, p256dh, auth, created_at)
      select d."memberId", d.endpoint, d.p256dh, d.auth, ${server.clock.now.toISOString()}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as d("memberId" bigint, endpoint text, p256dh text, auth text)`)
    await notifyEach(db, server.ctx, members, { code: 'REWARD' })
  }

  test('is one job that reaches every member once, in batches', async () => {
    // It is night, so the pushes are stored and wait.
    server.clock.now = new Date('2026-06-23T20:00:00.000Z')
    await notifyMany(501)
    const queued = await rowsOf(server.ctx.db, sql`select kind from jobs`)

    await server.worker.runDue()

    const done = await rowsOf<{ kind: string; count: number }>(
      server.ctx.db,
      sql`select kind, count(*)::int as count from jobs group by kind order by kind`,
    )
    expect(queued).toEqual([{ kind: 'push.address-alerts' }])
    expect(done).toEqual([
      { kind: 'push.address-alerts', count: 2 },
      { kind: 'push.send', count: 1 },
    ])
    expect(await waiting()).toHaveLength(501)
  })

  test('does not delay a mail that is requested afterwards', async () => {
    const member = await signUpMember(server)
    const { mailer } = server.ctx
    await server.ctx.db.execute(sql`delete from jobs`)
    const attemptsBefore = service.attempts()
    await notifyMany(5)
    const event = { memberId: member.userId, kind: 'PASSWORD_CHANGED' } as const
    await server.ctx.db.transaction((tx) => recordSecurityEvent(tx, server.ctx, event))

    let attemptCount: number | undefined
    server.ctx.mailer = {
      ...mailer,
      send: async (mail) => {
        attemptCount ??= service.attempts() - attemptsBefore
        await mailer.send(mail)
      },
    }
    await server.worker.runDue()
    server.ctx.mailer = mailer

    expect(attemptCount).toBe(0)
    expect(service.received).toHaveLength(5)
  })
})
