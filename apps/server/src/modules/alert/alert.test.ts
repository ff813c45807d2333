import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS, HOUR_MS } from '@solstice/rules/duration'
import { enqueueFallbackSend } from '#/modules/push/delivery.service.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { createWorker } from '#/platform/process/worker.ts'
import { insertMembers } from '#test/insert-members.ts'
import { startPushApp, type PushApp } from '#test/push-app.ts'
import { memberWithDevice, pass } from '#test/test-device.ts'
import { ORIGIN } from '#test/test-app.ts'
import { cookieHeader, signUpMember, type Browser } from '#test/test-member.ts'
import { enrolPin, pinHeader } from '#test/test-pin.ts'
import { queueReminders, remind } from './alert.jobs.ts'
import { changeQuietHours, quietHoursOf } from './alert.service.ts'
import type { ReminderSource } from './reminder.ts'

let server: PushApp['server']
let service: PushApp['service']
let notifyMember: PushApp['notifyMember']
let close: PushApp['close']
beforeAll(async () => {
  ;({ server, service, notifyMember, close } = await startPushApp())
})
afterAll(() => close())
beforeEach(async () => {
  service.received.length = 0
  server.clock.now = new Date('2026-06-23T08:00:00.000Z')
  await server.ctx.db.execute(sql`delete from jobs`)
})

describe('the list of alerts', () => {
  test('rejects cursors with a time that the database does not accept', async () => {
    const member = await signUpMember(server)
    const read = (before: string) => member.call('alert.list', { query: { before } })
    const far = await Promise.all([read('1.999999999999999'), read('1.-999999999999999')])
    expect(far.map(({ code }) => code)).toEqual([Code.INVALID_REQUEST, Code.INVALID_REQUEST])
  })

  test("returns the member's alerts newest first, page by page, in the requested language", async () => {
    const member = await signUpMember(server)
    for (const seasonId of [1, 2, 3]) {
      await notifyMember(member.userId, 'SEASON_OPEN', { seasonId })
      server.clock.advance(1000)
    }

    const first = await member.call('alert.list', { query: { size: 2 } })
    const second = await member.call(
      'alert.list',
      { query: { size: 2, page: 2 } },
      { 'accept-language': 'ko' },
    )

    expect(first.data).toMatchObject({
      page: 1,
      size: 2,
      totalCount: 3,
      hasNext: true,
      unreadCount: 3,
    })
    expect(first.data?.list.map(({ data }) => data.seasonId)).toEqual([3, 2])
    expect(first.data?.list[0]).toMatchObject({
      code: 'SEASON_OPEN',
      title: 'A new season begins',
      content: 'Start earning XP now.',
      read: false,
      createdAt: '2026-06-23T08:00:02.000Z',
    })
    expect(second.data).toMatchObject({ hasNext: false, list: [{ title: '새 시즌 시작' }] })
  })

  test('contains the last thirty days only', async () => {
    const member = await signUpMember(server)
    await notifyMember(member.userId, 'REWARD')
    server.clock.advance(29 * DAY_MS)
    await member.call('auth.login', { body: { email: member.email, password: 'Abcdef1!' } })
    const early = await member.call('alert.list', { query: {} })
    server.clock.advance(2 * DAY_MS)
    await member.call('auth.login', { body: { email: member.email, password: 'Abcdef1!' } })

    const late = await member.call('alert.list', { query: {} })

    expect(early.data).toMatchObject({ totalCount: 1, unreadCount: 1 })
    expect(late.data).toMatchObject({ totalCount: 0, list: [], unreadCount: 0 })
  })

  test('marks one alert as read, also when repeated, and marks all as read', async () => {
    const member = await signUpMember(server)
    for (const code of ['REWARD', 'TICKET', 'CHECK_IN'] as const)
      await notifyMember(member.userId, code)
    const list = async (read?: 'true' | 'false') =>
      (await member.call('alert.list', { query: read ? { read } : {} })).data
    const id = (await list())?.list[0]?.alarmId ?? 0

    const once = await member.call('alert.read', { params: { id } })
    const twice = await member.call('alert.read', { params: { id } })
    const unread = await list('false')
    const read = await list('true')
    const all = await member.call('alert.readAll', {})

    expect([once.data, twice.data, all.data]).toEqual([
      { read: true },
      { read: true },
      { read: true },
    ])
    expect(unread).toMatchObject({ totalCount: 2, unreadCount: 2 })
    expect(read?.list.map(({ alarmId }) => alarmId)).toEqual([id])
    expect(await list()).toMatchObject({ totalCount: 3, unreadCount: 0 })
  })

  test('marks an alert as read at the former path for installed apps', async () => {
    const [member, stranger] = [await signUpMember(server), await signUpMember(server)]
    await notifyMember(member.userId, 'REWARD')
    const { data } = await member.call('alert.list', { query: {} })
    const url = `/v1/private/users/alarms/${data?.list[0]?.alarmId}/read`
    const read = (browser: Browser) =>
      server.app.inject({
        method: 'POST',
        url,
        headers: { origin: ORIGIN, cookie: cookieHeader(browser.cookies) },
      })

    expect((await read(stranger)).json()).toMatchObject({ code: Code.NOT_FOUND })
    expect((await read(member)).json()).toMatchObject({ code: 0, data: { read: true } })
    const { data: after } = await member.call('alert.list', { query: {} })
    expect(after).toMatchObject({ unreadCount: 0, list: [{ read: true }] })
  })

  test('returns 2901 for an unknown alert', async () => {
    const member = await signUpMember(server)

    const reply = await member.call('alert.read', { params: { id: 987_654 } })

    expect([reply.status, reply.code]).toEqual([404, Code.NOT_FOUND])
  })
})

describe('the alert settings', () => {
  test('are a fixed list, all enabled by default, and are switched by id', async () => {
    const member = await signUpMember(server)
    const before = await member.call('alert.settings', {})

    const off = await member.call('alert.changeSetting', {
      params: { id: 3 },
      body: { enabled: false },
    })
    const after = await member.call('alert.settings', {})
    const unknown = await member.call('alert.changeSetting', {
      params: { id: 9 },
      body: { enabled: false },
    })

    const types = ['CHECK_IN', 'SPIN', 'TICKET', 'PURCHASE', 'SEASON', 'REWARD', 'NOTICE', 'FUNDS']
    expect(before.data?.list).toEqual(
      types.map((type, at) => ({ id: at + 1, type, enabled: true })),
    )
    expect(off.data).toEqual({ id: 3, type: 'TICKET', enabled: false })
    expect(after.data?.list.filter(({ enabled }) => !enabled)).toEqual([off.data])
    expect(unknown.code).toBe(Code.NOT_FOUND)
  })

  test('suppress the push but not the alert, and never suppress account security alerts', async () => {
    const member = await memberWithDevice(server, service)
    for (const id of [1, 2, 3, 4, 5, 6, 7, 8]) {
      await member.call('alert.changeSetting', { params: { id }, body: { enabled: false } })
    }

    await notifyMember(member.userId, 'REWARD')
    await notifyMember(member.userId, 'NEW_DEVICE')
    await server.worker.runDue()

    expect(member.received().map(({ message }) => message.code)).toEqual(['NEW_DEVICE'])
    expect((await member.call('alert.list', { query: {} })).data?.totalCount).toBe(2)
  })
})

describe('quiet hours', () => {
  test('default to 22:00–08:00, and the member changes the hours and the time zone', async () => {
    const member = await signUpMember(server)
    const first = await member.call('alert.quietHours', {})

    const zone = await member.call('alert.changeQuietHours', { body: { timeZone: 'Asia/Seoul' } })
    const hours = await member.call('alert.changeQuietHours', {
      body: { from: '23:30', to: '06:15' },
    })
    const off = await member.call('alert.changeQuietHours', { body: { enabled: false } })
    const nowhere = await member.call('alert.changeQuietHours', { body: { timeZone: 'Mars/Base' } })
    const noTime = await member.call('alert.changeQuietHours', { body: { from: '24:00' } })

    const start = { enabled: true, from: '22:00', to: '08:00', timeZone: 'Asia/Dubai' }
    expect(first.data).toEqual(start)
    expect(zone.data).toEqual({ ...start, timeZone: 'Asia/Seoul' })
    expect(hours.data).toEqual({
      enabled: true,
      from: '23:30',
      to: '06:15',
      timeZone: 'Asia/Seoul',
    })
    expect(off.data?.enabled).toBe(false)
    expect([nowhere.code, noTime.code]).toEqual([Code.INVALID_REQUEST, Code.INVALID_REQUEST])
  })

  test('keep every change when several devices change them concurrently', async () => {
    const { userId: memberId } = await signUpMember(server)
    const own = { enabled: false, from: '23:30', to: '06:15', timeZone: 'Asia/Seoul' }
    const kept = []
    for (let round = 0; round < 10; round += 1) {
      await server.ctx.db.execute(sql`delete from quiet_hours where member_id = ${memberId}`)
      const { enabled, from, to, timeZone } = own
      await Promise.all(
        [{ enabled }, { from }, { to }, { timeZone }].map((change) =>
          changeQuietHours(server.ctx, memberId, change),
        ),
      )
      kept.push(await quietHoursOf(server.ctx, memberId))
    }

    expect(kept).toEqual(kept.map(() => own))
  })

  test("delay pushes that can wait until the morning in the member's time zone, and no others", async () => {
    const member = await memberWithDevice(server, service)
    await member.call('alert.changeQuietHours', { body: { timeZone: 'Asia/Seoul' } })
    // It is midnight in Seoul.
    server.clock.now = new Date('2026-06-23T15:00:00.000Z')

    await notifyMember(member.userId, 'REWARD')
    await notifyMember(member.userId, 'PURCHASE_SUCCESS', { seasonId: 3 })
    await notifyMember(member.userId, 'MAINTENANCE_START')
    await server.worker.runDue()
    const atOnce = member.received().map(({ message }) => message.code)
    await pass(server, 7 * HOUR_MS, HOUR_MS / 2)
    server.clock.now = new Date('2026-06-23T22:59:30.000Z')
    await server.worker.runDue()
    const beforeEight = member.received().length
    server.clock.now = new Date('2026-06-23T23:00:00.000Z')
    await server.worker.runDue()

    expect(atOnce).toEqual(['PURCHASE_SUCCESS'])
    expect(beforeEight).toBe(1)
    expect(member.received().map(({ message }) => message.code)).toEqual([
      'PURCHASE_SUCCESS',
      'REWARD',
    ])
  })
})

describe('a reminder', () => {
  /**
   * Returns a source for the check-in of one day that the given members have not done, as a
   * programme slice would.
   */
  function checkIns(open: Set<number>, day = '2026-06-23'): ReminderSource {
    const start = Date.parse(`${day}T00:00:00.000+04:00`)
    return {
      code: 'CHECK_IN',
      when: 'evening',
      occasions: async () => [
        {
          name: `check-in:3:${day}`,
          data: { seasonId: 3 },
          from: new Date(start + HOUR_MS),
          until: new Date(start + DAY_MS - 1),
          open: async ({ afterMemberId, size }) => {
            const memberIds = [...open]
              .toSorted((a, b) => a - b)
              .filter((memberId) => memberId > afterMemberId)
              .slice(0, size)
            return { memberIds, lastMemberId: memberIds.at(-1) }
          },
        },
      ],
    }
  }

  /** Runs a worker with this source until the given time. */
  async function aDay(source: ReminderSource, until: string): Promise<void> {
    const worker = createWorker(server.ctx, [remind([source], enqueueFallbackSend)])
    await queueReminders(server.ctx, server.ctx.now())
    while (server.clock.now < new Date(until)) {
      await worker.runDue()
      await server.worker.runDue()
      server.clock.advance(HOUR_MS / 2)
    }
  }

  const remindedAt = async (memberId: number) => {
    const rows = await rowsOf<{ created_at: string | Date }>(
      server.ctx.db,
      sql`select created_at from alerts where member_id = ${memberId} order by id`,
    )
    return rows.map(({ created_at: at }) => new Date(at).toISOString())
  }

  const remindedMembers = async (memberIds: readonly number[]) => {
    const alerted = await Promise.all(memberIds.map(remindedAt))
    return memberIds.filter((_, i) => alerted[i]?.length === 1)
  }

  test("is sent once, in the member's evening and never at night, to members who can still act", async () => {
    const dubai = await memberWithDevice(server, service)
    const seoul = await memberWithDevice(server, service)
    const losAngeles = await memberWithDevice(server, service)
    const done = await memberWithDevice(server, service)
    const off = await memberWithDevice(server, service)
    await seoul.call('alert.changeQuietHours', { body: { timeZone: 'Asia/Seoul' } })
    await losAngeles.call('alert.changeQuietHours', { body: { timeZone: 'America/Los_Angeles' } })
    await off.call('alert.changeSetting', { params: { id: 1 }, body: { enabled: false } })
    const open = new Set([dubai, seoul, losAngeles, done, off].map(({ userId }) => userId))
    const source = checkIns(open)

    await aDay(source, '2026-06-23T10:00:00.000Z')
    open.delete(done.userId)
    await aDay(source, '2026-06-24T06:00:00.000Z')

    // Reminders are due at six in the evening, local time. In Los Angeles that was the previous
    // day, so the reminder follows at eight in the morning, after the quiet hours.
    expect(await remindedAt(seoul.userId)).toEqual(['2026-06-23T09:00:00.000Z'])
    expect(await remindedAt(dubai.userId)).toEqual(['2026-06-23T14:00:00.000Z'])
    expect(await remindedAt(losAngeles.userId)).toEqual(['2026-06-23T15:00:00.000Z'])
    expect(await remindedAt(done.userId)).toEqual([])
    expect(await remindedAt(off.userId)).toEqual([])
    expect(service.received.map(({ message }) => message.code)).toEqual(Array(3).fill('CHECK_IN'))
  })

  test('is written for a batch of members in one transaction, and never twice for a member', async () => {
    const members = await insertMembers(server.ctx.db, 5)
    const { handle } = remind([checkIns(new Set(members))], enqueueFallbackSend)
    // It is six in the evening in the programme's time zone.
    server.clock.now = new Date('2026-06-23T14:00:00.000Z')
    const transactions = vi.spyOn(server.ctx.db, 'transaction')
    const { signal } = new AbortController()
    const round = async () => {
      transactions.mockClear()
      await handle(server.ctx, { id: 1, payload: null, attempt: 1, signal })
      return transactions.mock.calls.length
    }

    const rounds = [await round(), await round()]
    transactions.mockRestore()

    expect(rounds).toEqual([1, 0])
    for (const member of members) expect(await remindedAt(member)).toHaveLength(1)
  })

  test('continues a long round in later runs, after the last member examined', async () => {
    const members = await insertMembers(server.ctx.db, 25)
    server.clock.now = new Date('2026-06-23T14:00:00.000Z')
    const source = checkIns(new Set(members))
    // Each stretch examines one member, as if it had the full size.
    const oneByOne: ReminderSource = {
      ...source,
      occasions: async (ctx) =>
        (await source.occasions(ctx)).map((occasion) => ({
          ...occasion,
          open: ({ afterMemberId }) => occasion.open({ afterMemberId, size: 1 }),
        })),
    }
    const { handle } = remind([oneByOne], enqueueFallbackSend)
    const job = { id: 1, attempt: 1, signal: new AbortController().signal }

    const first = await handle(server.ctx, { ...job, payload: null })
    const afterFirst = await remindedMembers(members)
    const second = await handle(server.ctx, { ...job, payload: first?.next ?? null })

    expect(first?.next).toMatchObject({ afterMemberId: members[19] })
    expect(afterFirst).toEqual(members.slice(0, 20))
    expect(second).toBeUndefined()
    expect(await remindedMembers(members)).toEqual(members)
  })

  test('is sent again for another day', async () => {
    const member = await memberWithDevice(server, service)
    const open = new Set([member.userId])

    await aDay(checkIns(open), '2026-06-23T20:00:00.000Z')
    await aDay(checkIns(open, '2026-06-24'), '2026-06-24T20:00:00.000Z')

    expect(member.received()).toHaveLength(2)
  })
})

test('deletes devices, settings, quiet hours and alerts together with the account', async () => {
  const member = await memberWithDevice(server, service)
  await notifyMember(member.userId, 'REWARD')
  await member.call('alert.changeSetting', { params: { id: 1 }, body: { enabled: false } })
  await member.call('alert.changeQuietHours', { body: { enabled: false } })
  await enrolPin(member, '135790')
  const header = await pinHeader(member, '135790', 'ACCOUNT_DELETE')

  await member.call('account.delete', { body: { reason: 'NOT_USEFUL', agreed: true } }, header)

  for (const table of ['alerts', 'push_subscriptions', 'alert_settings', 'quiet_hours']) {
    const rows = await rowsOf(
      server.ctx.db,
      sql`select 1 from ${sql.identifier(table)} where member_id = ${member.userId}`,
    )
    expect({ table, rows }).toEqual({ table, rows: [] })
  }
})
