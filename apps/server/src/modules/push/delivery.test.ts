import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { ALERT_CODES } from '@solstice/rules/alert'
import { HOUR_MS, MINUTE_MS } from '@solstice/rules/duration'
import { smtpMailer } from '#/adapters/smtp-mailer.ts'
import { recordSecurityEvent } from '#/modules/security/security.service.ts'
import { notify, notifyEach } from '#/platform/books/alerts.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { bareMembers } from '#test/bare-members.ts'
import { startMailServer } from '#test/mail-server.ts'
import { startPushApp, type PushApp } from '#test/push-app.ts'
import { addDevice, memberWithDevice, pass } from '#test/test-device.ts'
import { logInAgain, signUpMember } from '#test/test-member.ts'
import { claimDeliveries } from './delivery.queries.ts'
import { sweeps } from '#/sweeps.ts'
import { runSweeps } from '#/platform/process/sweep.ts'

let app: PushApp
let server: PushApp['server']
let service: PushApp['service']
let tell: PushApp['tell']
beforeAll(async () => {
  app = await startPushApp()
  ;({ server, service, tell } = app)
})
afterAll(() => app.close())
beforeEach(() => app.startAfresh())

const waiting = () =>
  rowsOf(
    server.ctx.db,
    sql`select id from push_deliveries where sent_at is null and dropped_at is null`,
  )

describe('a fact', () => {
  test('is pushed to every device of the member, in their language, with code, ids and instant only', async () => {
    const member = await memberWithDevice(server, service)
    await addDevice(member, service)
    await member.call('users.changeProfile', { body: { language: 'ko' } })

    await tell(member.userId, 'REFUND_SUBMIT', { seasonId: 3, historyId: 41 })
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

    await tell(member.userId, 'FUNDS_RECEIVED', { deposit })
    await server.worker.runDue()

    expect(JSON.parse(member.received()[0]?.text ?? '')).toMatchObject({ data: { deposit } })
  })

  test('that did not happen is pushed to nobody', async () => {
    const member = await memberWithDevice(server, service)

    const fact = server.ctx.db.transaction(async (tx) => {
      await notify(tx, server.ctx, member.userId, { code: 'REWARD' })
      throw new Error('the payout fell through')
    })

    await expect(fact).rejects.toThrow('the payout fell through')
    await server.worker.runDue()
    expect(service.received).toEqual([])
  })

  test('of an account that was suspended or erased meanwhile is pushed to nobody', async () => {
    const member = await memberWithDevice(server, service)
    await tell(member.userId, 'REWARD')
    await server.ctx.db.execute(
      sql`update members set status = 'SUSPENDED' where id = ${member.userId}`,
    )

    await server.worker.runDue()

    expect(service.received).toEqual([])
  })

  test('reaches a device once, however often its job is delivered', async () => {
    const member = await memberWithDevice(server, service)
    await tell(member.userId, 'REWARD')
    await server.worker.runDue()

    await server.ctx.db.execute(sql`update jobs set done_at = null`)
    await server.worker.runDue()

    expect(member.received()).toHaveLength(1)
  })

  test('that a worker took with it when it died is sent by the next one', async () => {
    const member = await memberWithDevice(server, service)
    await tell(member.userId, 'REWARD')
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

  test('that waits is replaced by a newer one of its kind only where one reminds', async () => {
    const member = await memberWithDevice(server, service)

    await tell(member.userId, 'CHECK_IN', { seasonId: 3 })
    await tell(member.userId, 'REWARD')
    await tell(member.userId, 'REWARD')
    await server.worker.runDue()

    const [reminder, first, second] = member.received().map(({ topic }) => topic)
    expect(reminder).toBe('CHECK_IN')
    expect(first).toMatch(/^alert-\d+$/)
    expect(second).not.toBe(first)
  })

  test('that waits behind one another worker holds is not looked after in the meantime', async () => {
    const member = await memberWithDevice(server, service)
    service.down({ status: 503 })
    await tell(member.userId, 'REWARD')
    await tell(member.userId, 'SEASON_OPEN', { seasonId: 1 })
    await server.worker.runDue()
    service.up()
    server.clock.advance(MINUTE_MS)
    const { now } = server.clock
    const leasedUntil = new Date(now.getTime() + 2 * MINUTE_MS)
    await claimDeliveries(server.ctx.db, { now, leasedUntil, size: 10 })

    // Would never end if the second one were taken for something to send.
    const looks = await server.worker.runDue()
    await pass(server, 5 * MINUTE_MS, MINUTE_MS)

    expect(looks).toBe(1)
    expect(member.received().map(({ message }) => message.code)).toEqual(['REWARD', 'SEASON_OPEN'])
  })

  test('carries no more than the ids a push may have', async () => {
    const member = await memberWithDevice(server, service)

    await tell(member.userId, 'REWARD', { seasonId: 3, nickname: 'Nova' })
    await server.worker.runDue()

    expect(JSON.parse(member.received()[0]?.text ?? '')).toMatchObject({ data: { seasonId: 3 } })
    expect(member.received()[0]?.text).not.toContain('Nova')
  })

  test('of any code carries what the contract allows and nothing about the member', async () => {
    const member = await memberWithDevice(server, service)
    const { data: me } = await member.call('users.me', {})
    const data = { seasonId: 3, historyId: 41, ...me }

    for (const code of ALERT_CODES) {
      await tell(member.userId, code, data)
      await server.worker.runDue()
    }

    // The push service refuses a message that has more than the contract allows.
    expect(member.received().map(({ message }) => message)).toEqual(
      ALERT_CODES.map((code) => ({
        code,
        data: { seasonId: 3, historyId: 41 },
        timestamp: server.clock.now.getTime(),
        lang: 'en',
      })),
    )
  })

  test('is held back by what the member wants when it goes out, not only when it happened', async () => {
    const [later, never] = [
      await memberWithDevice(server, service),
      await memberWithDevice(server, service),
    ]
    // Ten in the evening where they are.
    server.clock.now = new Date('2026-06-23T18:00:00.000Z')
    for (const { userId } of [later, never]) await tell(userId, 'REWARD')
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

describe('what many are told at once', () => {
  async function tellMany(count: number): Promise<void> {
    const { db } = server.ctx
    const members = await bareMembers(db, count)
    const rows = members.map((memberId) => ({ memberId, ...service.aDevice() }))
    await db.execute(sql`insert into push_subscriptions (member_id, endpoint, p256dh, auth, created_at)
      select d."memberId", d.endpoint, d.p256dh, d.auth, ${server.clock.now.toISOString()}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as d("memberId" bigint, endpoint text, p256dh text, auth text)`)
    await notifyEach(db, server.ctx, members, { code: 'REWARD' })
  }

  test('is one job whose stretches reach everybody once', async () => {
    // At night: they are written down, and wait.
    server.clock.now = new Date('2026-06-23T20:00:00.000Z')
    await tellMany(501)
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

  test('lets a mail that was asked for afterwards go first', async () => {
    const member = await signUpMember(server)
    const { mailer } = server.ctx
    await server.ctx.db.execute(sql`delete from jobs`)
    const knocksBefore = service.attempts()
    await tellMany(5)
    const event = { memberId: member.userId, kind: 'PASSWORD_CHANGED' } as const
    await server.ctx.db.transaction((tx) => recordSecurityEvent(tx, server.ctx, event))

    let knocks: number | undefined
    server.ctx.mailer = {
      ...mailer,
      send: async (mail) => {
        knocks ??= service.attempts() - knocksBefore
        await mailer.send(mail)
      },
    }
    await server.worker.runDue()
    server.ctx.mailer = mailer

    expect(knocks).toBe(0)
    expect(service.received).toHaveLength(5)
  })
})

describe('a device', () => {
  test.each([404, 410])(
    'that answers %i is forgotten with all that waits for it',
    async (status) => {
      const member = await memberWithDevice(server, service)
      service.down({ status }, member.device.endpoint)

      await tell(member.userId, 'REWARD')
      await tell(member.userId, 'REWARD')
      await pass(server, MINUTE_MS)

      expect((await member.call('push.test', { body: {} })).code).toBe(Code.NOT_FOUND)
      expect(await waiting()).toEqual([])
    },
  )

  test('that answers 429 is left alone for as long as it asked, and the others are not', async () => {
    const member = await memberWithDevice(server, service)
    const other = await addDevice(member, service)
    service.down({ status: 429, retryAfter: '600' }, member.device.endpoint)
    await tell(member.userId, 'REWARD')
    await server.worker.runDue()
    const attempts = service.attempts()

    service.up()
    await pass(server, 9 * MINUTE_MS)
    const meanwhile = [member.received().length, service.attempts() - attempts]
    await pass(server, 2 * MINUTE_MS)

    expect(service.received.filter(({ endpoint }) => endpoint === other.endpoint)).toHaveLength(1)
    expect(meanwhile).toEqual([0, 0])
    expect(member.received()).toHaveLength(1)
  })

  test('that fails alone waits alone, however long its service asks it to', async () => {
    const [failing, fine] = [
      await memberWithDevice(server, service),
      await memberWithDevice(server, service),
    ]
    service.down({ status: 503, retryAfter: '7200' }, failing.device.endpoint)
    await tell(failing.userId, 'REWARD')
    await server.worker.runDue()

    await tell(fine.userId, 'REWARD')
    await server.worker.runDue()
    service.up()
    const meanwhile = [fine.received().length, failing.received().length]
    await pass(server, 2 * HOUR_MS, HOUR_MS)

    expect(meanwhile).toEqual([1, 0])
    expect(failing.received()).toHaveLength(1)
  })

  test('of a service of which several fail is left alone with all the others', async () => {
    const members = []
    for (let count = 0; count < 4; count += 1) members.push(await memberWithDevice(server, service))
    const [other, ...failing] = members
    service.down({ status: 503, retryAfter: '600' })
    for (const { userId } of failing) await tell(userId, 'REWARD')
    await server.worker.runDue()
    const knocks = service.attempts()

    service.up()
    await tell(other?.userId ?? 0, 'REWARD')
    await pass(server, 9 * MINUTE_MS, MINUTE_MS)
    const meanwhile = service.attempts() - knocks
    await pass(server, 2 * MINUTE_MS, MINUTE_MS)

    expect(meanwhile).toBe(0)
    expect(service.received).toHaveLength(4)
  })

  test('whose service will never take a message gets the next one', async () => {
    const member = await memberWithDevice(server, service)
    service.down({ status: 413 }, member.device.endpoint)
    await tell(member.userId, 'REWARD')
    await server.worker.runDue()
    service.up()

    await tell(member.userId, 'SEASON_OPEN', { seasonId: 2 })
    await pass(server, MINUTE_MS)

    expect(member.received().map(({ message }) => message.code)).toEqual(['SEASON_OPEN'])
  })
})

describe.each(['hangs', 'breaks off', { status: 503 }] as const)(
  'while push service and mail server are down for ten minutes (%j)',
  (trouble) => {
    test('nothing is lost: everything goes out afterwards, in order, once', async () => {
      const mailServer = await startMailServer()
      const { mailer } = server.ctx
      const members = [
        await memberWithDevice(server, service),
        await memberWithDevice(server, service),
      ]
      server.ctx.mailer = smtpMailer(mailServer.url, 'Solstice <hello@harbor.example>')
      service.down(trouble)
      mailServer.down('refuses to talk')
      const before = service.attempts()
      const happens = async (kind: 'PASSWORD_CHANGED' | 'PIN_REPLACED') => {
        for (const { userId: memberId } of members) {
          const event = { memberId, kind }
          await server.ctx.db.transaction((tx) => recordSecurityEvent(tx, server.ctx, event))
        }
      }
      const codes = ['PURCHASE_SUCCESS', 'REWARD', 'SEASON_OPEN'] as const
      await happens('PASSWORD_CHANGED')
      for (const code of codes) {
        for (const { userId } of members) await tell(userId, code, { seasonId: 1 })
        await pass(server, MINUTE_MS, MINUTE_MS)
      }
      // Its next try comes before that of what happened three minutes ago.
      await happens('PIN_REPLACED')

      await pass(server, 7 * MINUTE_MS, 3.5 * MINUTE_MS)
      const during = [service.received.length, mailServer.received.length]
      const tries = service.attempts() - before
      service.up()
      mailServer.up()
      await pass(server, 5 * MINUTE_MS, MINUTE_MS)
      server.ctx.mailer = mailer
      await mailServer.close()

      expect(during).toEqual([0, 0])
      expect(tries).toBeGreaterThan(members.length)
      for (const member of members) {
        expect(member.received().map(({ message }) => message.code)).toEqual([
          'PASSWORD_CHANGED',
          ...codes,
          'PIN_RESET',
        ])
        const mails = mailServer.received.filter(({ to }) => to === member.email)
        expect(mails.map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1]?.trim())).toEqual([
          'Your Solstice password was changed',
          'A new Solstice PIN was set',
        ])
      }
      expect(await waiting()).toEqual([])
    })
  },
)

test('what helps nobody any more is not sent when the service comes back', async () => {
  const member = await memberWithDevice(server, service)
  service.down({ status: 503 })
  await tell(member.userId, 'CHECK_IN', { seasonId: 3 })
  await tell(member.userId, 'REWARD')
  await server.worker.runDue()

  server.clock.advance(7 * HOUR_MS)
  service.up()
  // Seven hours later it is evening, and nobody sleeps yet.
  await pass(server, 5 * MINUTE_MS, MINUTE_MS)

  expect(member.received().map(({ message }) => message.code)).toEqual(['REWARD'])
})

test('what was held against a push service is forgotten with time', async () => {
  const member = await memberWithDevice(server, service)
  service.down({ status: 503 })
  await tell(member.userId, 'REWARD')
  await server.worker.runDue()
  const known = () => rowsOf(server.ctx.db, sql`select origin from push_services`)
  const before = await known()

  server.clock.advance(8 * 24 * HOUR_MS)
  await runSweeps(server.ctx, sweeps)

  expect(before).toEqual([{ origin: service.origin }])
  expect(await known()).toEqual([])
})
