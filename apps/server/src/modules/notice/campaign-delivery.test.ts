import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DEFAULT_APPROVAL_POLICY } from '@solstice/rules/approval-policy'
import { HOUR_MS, MINUTE_MS } from '@solstice/rules/duration'
import { insertPolicy } from '#/modules/approval/approval.queries.ts'
import { startPushApp, type PushApp } from '#test/push-app.ts'
import { campaignFixtures, membersWithDevices, noticeTexts } from '#test/test-campaign.ts'
import { memberWithDevice, pass } from '#test/test-device.ts'
import { signUpMember } from '#test/test-member.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aSeason } from '#test/test-season.ts'

let app: PushApp
let server: PushApp['server']
let service: PushApp['service']
let operator: TestOperator
beforeAll(async () => {
  app = await startPushApp()
  ;({ server, service } = app)
  operator = await anOperator(server, 'PROGRAMME')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.reset()
  for (const table of ['notice_reads', 'campaigns', 'notice_read_counts', 'notices']) {
    await server.ctx.db.execute(sql`delete from ${sql.identifier(table)}`)
  }
})

const { aNotice, start, show } = campaignFixtures(() => operator)

describe('the delivery of a campaign', () => {
  test('is shown by hour and reason, with the reads of its notice', async () => {
    const reader = await memberWithDevice(server, service)
    const gone = await memberWithDevice(server, service)
    const later = await memberWithDevice(server, service)
    service.down({ status: 410 }, gone.device.endpoint)
    service.down({ status: 503 }, later.device.endpoint)
    const noticeId = await aNotice('News')
    const campaignId = await start({ noticeId })
    await server.worker.runDue()
    await reader.call('notice.read', { params: { id: noticeId } })
    await reader.call('notice.read', { params: { id: noticeId } })
    service.up()
    await pass(server, HOUR_MS + 20 * MINUTE_MS, 20 * MINUTE_MS)

    const campaign = await show(campaignId)
    const hour = (at: string) => campaign.hours.find((each) => each.hour === at)

    expect(campaign).toMatchObject({ devices: 3, sent: 2, dropped: 1, waiting: 0 })
    expect(campaign.droppedFor).toEqual([{ reason: 'DEVICE_GONE', devices: 1 }])
    expect(campaign.notice.reads).toBe(1)
    expect(hour('2026-06-23T08:00:00.000Z')).toMatchObject({ dropped: 1, reads: 1 })
    expect(campaign.hours.reduce((sum, { sent }) => sum + sent, 0)).toBe(2)
    const notice = await operator.call('notice.show', { params: { noticeId } })
    expect(notice.data).toMatchObject({
      reads: 1,
      publishedBy: `operator:${operator.name}`,
      campaigns: [{ campaignId, state: 'DONE', members: 3 }],
    })
  })

  test('keeps the reads of a notice when the marks of its readers are deleted', async () => {
    const reader = await signUpMember(server)
    const noticeId = await aNotice('News')
    await reader.call('notice.readAll', {})
    await reader.call('notice.readAll', {})
    await server.ctx.db.execute(sql`delete from notice_reads`)

    const list = await operator.call('notice.listAll', { query: {} })
    expect(list.data?.list).toMatchObject([{ noticeId, reads: 1 }])
  })
})

describe('a notice before its time', () => {
  const publishedAt = '2026-06-23T10:00:00.000Z'

  test('is changed until members can read it, which is audited once', async () => {
    const noticeId = await aNotice('Draft', { publishedAt })
    const change = { title: { en: 'Final', ko: '최종' } }

    const changed = await operator.call('notice.change', { params: { noticeId }, body: change })
    await operator.call('notice.change', { params: { noticeId }, body: change })
    server.clock.advance(2 * HOUR_MS)
    const late = await operator.call('notice.change', { params: { noticeId }, body: change })

    expect(changed.data).toMatchObject({
      title: { en: 'Final', ko: '최종' },
      content: { en: 'About Draft' },
      changedAt: '2026-06-23T08:00:00.000Z',
    })
    expect(late.code).toBe(Code.NOTICE_PUBLISHED)
    const owner = await anOperator(server)
    const audit = await owner.call('operator.listAudit', {
      query: { subject: `notice:${noticeId}` },
    })
    expect(audit.data?.list.map(({ action }) => action)).toEqual([
      'notice.change',
      'notice.publish',
    ])
  })

  test('keeps its text while a campaign waits to send it, and takes the campaign along in time', async () => {
    const member = await memberWithDevice(server, service)
    const noticeId = await aNotice('Draft', { publishedAt })
    await start({ noticeId })
    const change = (body: object) => operator.call('notice.change', { params: { noticeId }, body })

    const text = await change({ title: { en: 'Other', ko: '다른' } })
    const time = await change({ publishedAt: '2026-06-23T11:00:00.000Z' })
    await pass(server, 2 * HOUR_MS, HOUR_MS)
    const before = member.received().length
    await pass(server, HOUR_MS, HOUR_MS)

    expect([text.code, time.code]).toEqual([Code.CAMPAIGN_WAITS, Code.SUCCESS])
    expect([before, member.received().length]).toEqual([0, 1])
  })

  test('keeps the time that an operator gave it, also if the moment of its campaign moves', async () => {
    const { seasonId, startAt } = await aSeason(server, { startsInDays: 30 })
    const momentAt = startAt.toISOString()
    const later = new Date(startAt.getTime() + HOUR_MS).toISOString()
    const noticeId = await aNotice('Soon', { publishedAt: momentAt })
    const campaignId = await start({ noticeId, moment: { kind: 'SEASON_START', seasonId } })
    await operator.call('notice.change', { params: { noticeId }, body: { publishedAt: later } })
    await pass(server, 30 * MINUTE_MS, 10 * MINUTE_MS)
    const { notice, dueAt } = await show(campaignId)

    expect([notice.publishedAt, dueAt]).toEqual([later, later])
  })

  test('is listed by type and state', async () => {
    const scheduled = await aNotice('Coming', { publishedAt })
    const shown = await aNotice('Shown')
    const withdrawn = await aNotice('Wrong')
    await operator.call('notice.withdraw', { params: { noticeId: withdrawn } })
    const ids = async (query: object) =>
      (await operator.call('notice.listAll', { query })).data?.list.map(({ noticeId }) => noticeId)

    expect(await ids({ state: 'SCHEDULED' })).toEqual([scheduled])
    expect(await ids({ state: 'PUBLISHED' })).toEqual([shown])
    expect(await ids({ state: 'WITHDRAWN', type: 'NOTICE' })).toEqual([withdrawn])
    expect(await ids({ type: 'EVENT' })).toEqual([])
  })
})

describe('a campaign with a new notice', () => {
  const listed = async () => (await operator.call('notice.listAll', { query: {} })).data?.list ?? []

  test('publishes it together with the campaign, once for one intent', async () => {
    const member = await memberWithDevice(server, service)
    const input = { body: { notice: noticeTexts('Both') } }
    const key = { 'idempotency-key': 'campaign-with-notice' }
    const first = await operator.call('notice.startCampaign', input, key)
    const again = await operator.call('notice.startCampaign', input, key)
    await server.worker.runDue()

    expect(again.data?.campaignId).toBe(first.data?.campaignId)
    expect(await listed()).toMatchObject([
      { noticeId: first.data?.noticeId, title: { en: 'Both' } },
    ])
    expect(member.received()).toHaveLength(1)
  })

  test('lets members read it when its pushes arrive, also if the moment moves', async () => {
    const { seasonId, startAt } = await aSeason(server, { startsInDays: 200 })
    const { data } = await operator.call('notice.startCampaign', {
      body: { notice: noticeTexts('Soon'), moment: { kind: 'SEASON_START', seasonId } },
    })
    const [planned] = await listed()
    const later = new Date(startAt.getTime() + HOUR_MS).toISOString()
    await server.ctx.db.execute(sql`update seasons set start_at = ${later}::timestamptz
      where id = ${seasonId}`)
    await pass(server, 10 * MINUTE_MS, 10 * MINUTE_MS)
    const [moved] = await listed()

    expect([data?.dueAt, planned?.publishedAt]).toEqual([
      startAt.toISOString(),
      startAt.toISOString(),
    ])
    expect(moved?.publishedAt).toBe(later)
  })

  test('names either a notice or its texts', async () => {
    const noticeId = await aNotice('News')
    const codes = await Promise.all(
      [{}, { noticeId, notice: noticeTexts('Both') }].map(
        async (body) => (await operator.call('notice.startCampaign', { body })).code,
      ),
    )

    expect(codes).toEqual([Code.INVALID_REQUEST, Code.INVALID_REQUEST])
    expect(await listed()).toHaveLength(1)
  })
})

describe('the members that a campaign may reach', () => {
  const setLimit = async (campaignMembers: number) => {
    const policy = { ...DEFAULT_APPROVAL_POLICY, campaignMembers }
    const setBy = operator.operatorId
    await insertPolicy(server.ctx.db, { policy, setBy, setAt: server.clock.now })
    server.clock.advance(1000)
  }

  test('are bounded when it is sent, although its audience has grown since it was decided', async () => {
    await setLimit(3)
    await membersWithDevices(app, 2)
    const small = await start({ dueAt: '2026-06-23T10:00:00.000Z' })
    await membersWithDevices(app, 4)
    await pass(server, 3 * HOUR_MS, HOUR_MS)
    const large = await start()
    await server.worker.runDue()
    await setLimit(DEFAULT_APPROVAL_POLICY.campaignMembers)

    expect(await show(small)).toMatchObject({
      state: 'CANCELLED',
      stoppedFor: 'LIMIT',
      expectedMembers: 2,
      memberLimit: 3,
      sent: 0,
    })
    // A larger one was approved for its own size, and a tenth more.
    expect(await show(large)).toMatchObject({ state: 'DONE', memberLimit: 7, members: 6, sent: 6 })
  })

  test('are counted without those who switched pushes of notices off', async () => {
    await setLimit(2)
    await membersWithDevices(app, 2)
    const off = await memberWithDevice(server, service)
    await off.call('alert.changeSetting', { params: { id: 7 }, body: { enabled: false } })
    const campaignId = await start()
    await server.worker.runDue()
    await setLimit(DEFAULT_APPROVAL_POLICY.campaignMembers)

    expect(await show(campaignId)).toMatchObject({ state: 'DONE', memberLimit: 2, members: 2 })
  })
})
