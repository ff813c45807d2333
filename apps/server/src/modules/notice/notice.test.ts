import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@solstice/rules/duration'
import { sweeps } from '#/sweeps.ts'
import { runSweeps } from '#/platform/process/sweep.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { startPushApp, type PushApp } from '#test/push-app.ts'
import { addDevice, memberWithDevice, pass } from '#test/test-device.ts'
import { openBrowser, signUpMember } from '#test/test-member.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'

let server: PushApp['server']
let service: PushApp['service']
let close: PushApp['close']
let operator: TestOperator
beforeAll(async () => {
  ;({ server, service, close } = await startPushApp())
  operator = await anOperator(server, 'PROGRAMME')
})
afterAll(() => close())
beforeEach(async () => {
  service.up()
  service.received.length = 0
  server.clock.now = new Date('2026-06-23T08:00:00.000Z')
  for (const table of [
    'jobs',
    'push_subscriptions',
    'notice_reads',
    'maintenance_versions',
    'campaigns',
    'notices',
  ]) {
    await server.ctx.db.execute(sql`delete from ${sql.identifier(table)}`)
  }
})

async function publish(name: string, more: { type?: 'EVENT'; publishedAt?: string } = {}) {
  const { data } = await operator.call('notice.publish', {
    body: {
      title: { en: name, ko: `${name} 공지` },
      content: { en: `About ${name}.\nMore.`, ko: `${name} 안내` },
      ...more,
    },
  })
  if (!data) throw new Error('The notice was refused')
  return data.noticeId
}

const titles = async (browser = openBrowser(server), query = {}, headers = {}) =>
  (await browser.call('notice.list', { query }, headers)).data?.list.map(({ title }) => title)

describe('notices', () => {
  test('are listed without a session, newest first, by page and type, in the requested language', async () => {
    await publish('First')
    server.clock.advance(1000)
    await publish('Second', { type: 'EVENT' })
    server.clock.advance(1000)
    await publish('Third')

    const page = await openBrowser(server).call('notice.list', { query: { size: 2 } })

    expect(page.data).toMatchObject({ totalCount: 3, hasNext: true, page: 1, size: 2 })
    expect(page.data?.list[1]).toEqual({
      notificationId: expect.any(Number) as number,
      type: 'EVENT',
      title: 'Second',
      content: 'About Second.\nMore.',
      read: false,
      createdAt: '2026-06-23T08:00:01.000Z',
    })
    expect(await titles(undefined, { type: 'EVENT' })).toEqual(['Second'])
    expect(await titles(undefined, {}, { 'accept-language': 'ko' })).toEqual([
      'Third 공지',
      'Second 공지',
      'First 공지',
    ])
  })

  test('are listed for thirty days: at an age of 29 days but not of 31', async () => {
    await publish('Old')

    server.clock.advance(29 * DAY_MS)
    const early = await titles()
    server.clock.advance(2 * DAY_MS)

    expect([early, await titles()]).toEqual([['Old'], []])
  })

  test('show which ones a member has read, one by one or all, and count the unread ones', async () => {
    const member = await signUpMember(server)
    const other = await signUpMember(server)
    const first = await publish('First')
    await publish('Second')
    const marks = async (browser = member) => {
      const list = (await browser.call('notice.list', { query: {} })).data?.list ?? []
      const unread = (await browser.call('alert.list', { query: {} })).data?.unreadNoticeCount
      return [list.map(({ title, read }) => `${title} ${read}`).toSorted(), unread]
    }

    const one = await member.call('notice.read', { params: { id: first } })
    await member.call('notice.read', { params: { id: first } })
    const afterOne = await marks()
    await member.call('notice.readAll', {})

    expect(one.data).toEqual({ read: true })
    expect(afterOne).toEqual([['First true', 'Second false'], 1])
    expect(await marks()).toEqual([['First true', 'Second true'], 0])
    expect(await marks(other)).toEqual([['First false', 'Second false'], 2])
    const unknown = await member.call('notice.read', { params: { id: 987_654 } })
    expect([unknown.status, unknown.code]).toEqual([404, Code.NOT_FOUND])
  })

  test('appear at their publication time and disappear when they are withdrawn', async () => {
    await publish('Coming', { publishedAt: '2026-06-23T09:00:00.000Z' })
    const gone = await publish('Wrong')
    await operator.call('notice.withdraw', { params: { noticeId: gone } })
    const again = await operator.call('notice.withdraw', { params: { noticeId: gone } })
    const before = await titles()
    server.clock.advance(HOUR_MS)

    expect(before).toEqual([])
    expect(await titles()).toEqual(['Coming'])
    expect(again.data?.withdrawnAt).toBe('2026-06-23T08:00:00.000Z')
    const all = await operator.call('notice.listAll', { query: {} })
    expect(all.data?.list.map(({ title }) => title.en).toSorted()).toEqual(['Coming', 'Wrong'])
    const unknown = await operator.call('notice.withdraw', { params: { noticeId: 987_654 } })
    expect(unknown.code).toBe(Code.NOT_FOUND)
  })

  test('are published once under one key, and each action is audited', async () => {
    const body = { title: { en: 'Once', ko: '한 번' }, content: { en: 'x', ko: 'x' } }
    const key = { 'idempotency-key': 'once' }
    const first = await operator.call('notice.publish', { body }, key)
    const again = await operator.call('notice.publish', { body }, key)
    const owner = await anOperator(server)
    const audit = await owner.call('operator.listAudit', {
      query: { subject: `notice:${first.data?.noticeId}` },
    })

    expect(again.data).toEqual(first.data)
    expect(await titles()).toEqual(['Once'])
    expect(audit.data?.list.map(({ action, actor }) => [action, actor])).toEqual([
      ['notice.publish', `operator:${operator.name}`],
    ])
  })
})

describe('a campaign', () => {
  test('counts its audience without sending, then reaches each of its devices once', async () => {
    const english = await memberWithDevice(server, service)
    await addDevice(english, service)
    const korean = await memberWithDevice(server, service)
    await korean.call('users.changeProfile', { body: { language: 'ko' } })
    const off = await memberWithDevice(server, service)
    await off.call('alert.changeSetting', { params: { id: 7 }, body: { enabled: false } })
    const noticeId = await publish('News')

    const allMembers = await operator.call('notice.countAudience', { query: {} })
    const koreans = await operator.call('notice.countAudience', { query: { language: 'ko' } })
    const noMembers = await operator.call('notice.countAudience', {
      query: { wallet: 'yes', joinedFrom: '2026-06-01T00:00:00.000Z' },
    })
    const counted = service.received.length
    const started = await operator.call('notice.startCampaign', { body: { noticeId } })
    await server.worker.runDue()
    await server.ctx.db.execute(sql`update jobs set done_at = null`)
    await server.worker.runDue()

    expect(allMembers.data).toEqual({
      members: 2,
      devices: 3,
      switchedOff: { members: 1, devices: 1 },
      asleep: 0,
      secondPush: 0,
      lines: [],
      isEstimate: false,
      countedAt: '2026-06-23T08:00:00.000Z',
    })
    expect(koreans.data).toMatchObject({ members: 1, devices: 1 })
    expect(noMembers.data).toMatchObject({ members: 0, devices: 0 })
    expect(counted).toBe(0)
    expect(started.data).toMatchObject({ state: 'WAITING', noticeId, code: 'NOTICE' })
    expect(service.received).toHaveLength(3)
    expect(off.received()).toEqual([])
    expect(korean.received().map(({ message }) => message)).toEqual([
      {
        code: 'NOTICE',
        data: { notificationId: noticeId },
        timestamp: server.clock.now.getTime(),
        lang: 'ko',
      },
    ])
    const list = await operator.call('notice.listCampaigns', { query: {} })
    expect(list.data?.list).toMatchObject([
      { state: 'DONE', devices: 3, sent: 3, waiting: 0, dropped: 0, title: 'News' },
    ])
  })

  test('keeps its results after its devices and deliveries are deleted', async () => {
    const [stays, goes] = [
      await memberWithDevice(server, service),
      await memberWithDevice(server, service),
    ]
    const noticeId = await publish('News')
    await operator.call('notice.startCampaign', { body: { noticeId } })
    await server.worker.runDue()

    await goes.call('push.unsubscribe', { body: { endpoint: goes.device.endpoint } })
    await pass(server, 9 * DAY_MS, 9 * DAY_MS)
    await runSweeps(server.ctx, sweeps)

    const left = await rowsOf(server.ctx.db, sql`select 1 from push_deliveries`)
    const list = await operator.call('notice.listCampaigns', { query: {} })
    expect(left).toEqual([])
    expect(stays.received()).toHaveLength(1)
    expect(list.data?.list).toMatchObject([{ state: 'DONE', devices: 2, sent: 2, dropped: 0 }])
  })

  test('stops when its notice is withdrawn, and does not start for a withdrawn notice', async () => {
    const member = await memberWithDevice(server, service)
    const noticeId = await publish('News')
    service.down({ status: 503 })
    await operator.call('notice.startCampaign', { body: { noticeId } })
    await server.worker.runDue()

    await operator.call('notice.withdraw', { params: { noticeId } })
    service.up()
    await pass(server, 5 * MINUTE_MS, MINUTE_MS)

    expect(member.received()).toEqual([])
    const list = await operator.call('notice.listCampaigns', { query: {} })
    expect(list.data?.list).toMatchObject([{ state: 'CANCELLED', sent: 0, dropped: 1 }])
    const gone = await operator.call('notice.startCampaign', { body: { noticeId } })
    expect(gone.code).toBe(Code.NOT_FOUND)
  })

  test('reaches no device when it starts while its notice is being withdrawn', async () => {
    const member = await memberWithDevice(server, service)
    for (let round = 0; round < 5; round += 1) {
      const noticeId = await publish(`News ${round}`)
      const dueAt = new Date(server.clock.now.getTime() + MINUTE_MS).toISOString()
      await Promise.all([
        operator.call('notice.startCampaign', { body: { noticeId, dueAt } }),
        operator.call('notice.withdraw', { params: { noticeId } }),
      ])
    }
    await pass(server, 2 * MINUTE_MS, MINUTE_MS)

    expect(member.received()).toEqual([])
    const list = await operator.call('notice.listCampaigns', { query: {} })
    expect(list.data?.list.filter(({ state }) => state !== 'CANCELLED')).toEqual([])
  })

  test('begins when it is due, but never before its notice can be read', async () => {
    const member = await memberWithDevice(server, service)
    const noticeId = await publish('Coming', { publishedAt: '2026-06-23T09:00:00.000Z' })
    await operator.call('notice.startCampaign', { body: { noticeId } })

    await pass(server, 59 * MINUTE_MS, 59 * MINUTE_MS)
    const before = member.received().length
    await pass(server, MINUTE_MS, MINUTE_MS)

    expect([before, member.received().length]).toEqual([0, 1])
  })
})

describe('announced maintenance', () => {
  const codes = () => service.received.map(({ message }) => message.code)

  test('sends a notice and pushes when it begins and when it ends', async () => {
    const member = await memberWithDevice(server, service)
    const scheduledTime = '2026-06-23T09:00:00.000Z'

    const planned = await operator.call('maintenance.set', {
      body: { enabled: true, scheduledTime, estimatedDuration: 90, announce: true },
    })
    await server.worker.runDue()
    const atOnce = [codes(), await titles()]
    const { data } = await member.call('notice.list', { query: {} }, { 'accept-language': 'ko' })
    await pass(server, HOUR_MS, 30 * MINUTE_MS)
    const begun = codes()
    // The maintenance is extended; the start must not be announced again.
    await operator.call('maintenance.set', {
      body: { enabled: true, scheduledTime, estimatedDuration: 120, announce: true },
    })
    await operator.call('maintenance.set', { body: { enabled: false } })
    await server.worker.runDue()

    expect(planned.data).toMatchObject({ on: false, announced: true })
    expect(atOnce).toEqual([[], ['System Maintenance']])
    expect(data?.list[0]?.content).toContain('지갑과 자산에는 영향이 없어요.')
    expect(begun).toEqual(['MAINTENANCE_START'])
    expect(codes()).toEqual(['MAINTENANCE_START', 'MAINTENANCE_END'])
    expect(await titles(member, {}, { 'accept-language': 'ko' })).toEqual([
      '점검 완료',
      '시스템 점검',
    ])
    expect(member.received()[0]?.message.data).toEqual({
      notificationId: expect.any(Number) as number,
    })
  })

  test("states once that funds are safe, even if the operator's text does too", async () => {
    const member = await signUpMember(server)
    const description = {
      en: "Your wallet and funds aren't affected. Back soon",
      ko: '지갑과 자산에는 영향이 없어요. 곧 돌아올게요',
    }
    await operator.call('maintenance.set', {
      body: {
        enabled: true,
        scheduledTime: '2026-06-23T09:00:00.000Z',
        description,
        announce: true,
      },
    })

    const contentIn = async (language: string) => {
      const headers = { 'accept-language': language }
      const { data } = await member.call('notice.list', { query: {} }, headers)
      return data?.list[0]?.content.split('\n\n')[0]
    }
    const [en, ko] = [await contentIn('en'), await contentIn('ko')]
    await operator.call('maintenance.set', { body: { enabled: false } })

    expect([en, ko]).toEqual([`${description.en}.`, `${description.ko}.`])
  })

  test('sends nothing when it is cancelled before it begins', async () => {
    await memberWithDevice(server, service)
    const scheduledTime = '2026-06-23T09:00:00.000Z'
    await operator.call('maintenance.set', {
      body: { enabled: true, scheduledTime, announce: true },
    })

    await operator.call('maintenance.set', { body: { enabled: false } })
    await pass(server, 2 * HOUR_MS, HOUR_MS)

    expect([codes(), await titles()]).toEqual([[], []])
  })

  test('stays announced when it is rescheduled, and announces its end once under concurrent calls', async () => {
    const member = await memberWithDevice(server, service)
    await operator.call('maintenance.set', {
      body: { enabled: true, scheduledTime: '2026-06-23T09:00:00.000Z', announce: true },
    })

    const moved = await operator.call('maintenance.set', {
      body: { enabled: true, scheduledTime: '2026-06-23T10:00:00.000Z' },
    })
    const noticesThen = await titles()
    await pass(server, HOUR_MS, HOUR_MS)
    const atNine = codes()
    await pass(server, HOUR_MS, HOUR_MS)
    const atTen = codes()
    const off = () => operator.call('maintenance.set', { body: { enabled: false } })
    await Promise.all([off(), off()])
    await server.worker.runDue()

    expect(moved.data).toMatchObject({ announced: true })
    expect(noticesThen).toEqual(['System Maintenance'])
    expect([atNine, atTen]).toEqual([[], ['MAINTENANCE_START']])
    expect(member.received().map(({ message }) => message.code)).toEqual([
      'MAINTENANCE_START',
      'MAINTENANCE_END',
    ])
  })

  test('is no longer announced when the operator turns that off', async () => {
    await memberWithDevice(server, service)
    const body = { enabled: true, scheduledTime: '2026-06-23T09:00:00.000Z' }
    await operator.call('maintenance.set', { body: { ...body, announce: true } })

    const silent = await operator.call('maintenance.set', { body: { ...body, announce: false } })
    await pass(server, 2 * HOUR_MS, HOUR_MS)

    expect(silent.data).toMatchObject({ announced: false })
    expect([codes(), await titles()]).toEqual([[], []])
    await operator.call('maintenance.set', { body: { enabled: false } })
  })

  test('sends nothing when no announcement was requested', async () => {
    await memberWithDevice(server, service)

    await operator.call('maintenance.set', { body: { enabled: true } })
    await operator.call('maintenance.set', { body: { enabled: false } })
    await server.worker.runDue()

    expect([codes(), await titles()]).toEqual([[], []])
  })
})
