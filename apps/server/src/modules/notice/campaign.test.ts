import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@solstice/rules/duration'
import { addressBatch } from './campaign-run.service.ts'
import { sendDue } from '#/modules/push/delivery.service.ts'
import { moveEnd } from '#/modules/season/season-live.queries.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { startPushApp, type PushApp } from '#test/push-app.ts'
import { campaignFixtures, membersWithDevices, noticeTexts } from '#test/test-campaign.ts'
import { aPerson } from '#test/test-console.ts'
import { addDevice, memberWithDevice, pass } from '#test/test-device.ts'
import { signUpMember } from '#test/test-member.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aSeason, earnXp } from '#test/test-season.ts'

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

/** Completes a purchase of credit for each member. */
async function buy(memberIds: readonly number[]): Promise<void> {
  const [first = 0] = memberIds
  // A completed order names a transaction of the ledger.
  await earnXp(server, (await aSeason(server)).seasonId, new Map([[first, 1]]))
  const at = sql`${server.clock.now.toISOString()}::timestamptz`
  await server.ctx.db.execute(sql`with package as (
      insert into credit_packages (position, credit, price, chain_id, on_sale, created_at)
      values (1, 100, 5, 1, false, ${at}) returning id)
    insert into orders (member_id, package_id, quantity, pay_type, price, gives_credit, state,
      chain_id, symbol, decimals, pay_to, payer, after_block, expires_at, created_at, completed_at,
      ledger_transaction)
    select value::bigint, package.id, 1, 'TOKEN', 5, 100, 'COMPLETED', 1, 'ETH', 18, '0x1', '0x2', 1,
      ${at}, ${at}, ${at}, (select max(id) from ledger_transactions)
    from package, jsonb_array_elements_text(${JSON.stringify(memberIds)}::jsonb)`)
}

describe('an audience', () => {
  test('is counted line by line, with members who sleep then and who get another campaign', async () => {
    const korean = await memberWithDevice(server, service)
    await korean.call('users.changeProfile', { body: { language: 'ko' } })
    const other = await memberWithDevice(server, service)
    await other.call('users.changeProfile', { body: { language: 'ko' } })
    await addDevice(other, service)
    await memberWithDevice(server, service)
    const { seasonId } = await aSeason(server)
    await earnXp(server, seasonId, new Map([[korean.userId, 10]]))
    await server.ctx.db.execute(sql`insert into season_members (season_id, member_id)
      values (${seasonId}, ${korean.userId}) on conflict do nothing`)
    await start({ audience: { language: 'en' } })

    const day = await operator.call('notice.countAudience', {
      query: { language: 'ko', wallet: 'no', notSeasonId: seasonId },
    })
    const night = await operator.call('notice.countAudience', {
      query: { at: '2026-06-23T19:00:00.000Z' },
    })

    expect(day.data).toMatchObject({
      members: 1,
      devices: 2,
      asleep: 0,
      secondPush: 0,
      lines: [
        { fact: 'language', isExcluded: false, members: 2 },
        { fact: 'wallet', isExcluded: false, members: 2 },
        { fact: 'seasonId', isExcluded: true, members: 1 },
      ],
    })
    expect(night.data).toMatchObject({ members: 3, devices: 4, asleep: 3, secondPush: 1 })
  })

  test('is narrowed by season, tier, last check-in and purchase, and excluded by each of them', async () => {
    const { seasonId, tiers } = await aSeason(server)
    const [, second] = tiers
    if (!second) throw new Error('The season has one tier only')
    const active = await memberWithDevice(server, service)
    await memberWithDevice(server, service)
    await earnXp(server, seasonId, new Map([[active.userId, second.minXp]]))
    const at = sql`${server.clock.now.toISOString()}::timestamptz`
    await server.ctx.db.execute(sql`insert into season_members (season_id, member_id)
      values (${seasonId}, ${active.userId}) on conflict do nothing`)
    await server.ctx.db.execute(sql`with entry as (
        insert into histories (season_id, member_id, tab, kind, status, created_at)
        values (${seasonId}, ${active.userId}, 'Earned', 'CHECK_IN', 'COMPLETED', ${at})
        returning id)
      insert into mission_completions (season_id, mission_id, member_id, slot, day, history_id)
      select ${seasonId}, m.mission_id, ${active.userId}, '2026-06-23', '2026-06-23', entry.id
      from entry, season_missions m where m.season_id = ${seasonId} and m.type = 'CHECK_IN'`)
    await buy([active.userId])
    const today = '2026-06-22T20:00:00.000Z'
    const members = async (query: object) =>
      (await operator.call('notice.countAudience', { query })).data?.members

    expect(await members({ seasonId })).toBe(1)
    expect(await members({ notSeasonId: seasonId })).toBe(1)
    expect(await members({ tierId: second.tierId })).toBe(1)
    expect(await members({ tierId: tiers[0]?.tierId })).toBe(0)
    expect(await members({ notTierId: second.tierId })).toBe(1)
    expect(await members({ bought: 'yes' })).toBe(1)
    expect(await members({ bought: 'no' })).toBe(1)
    expect(await members({ notBought: 'yes', seasonId })).toBe(0)
    expect(await members({ lastCheckInBefore: today })).toBe(1)
    expect(await members({ notLastCheckInBefore: today })).toBe(1)
    expect(await members({ lastCheckInBefore: today, seasonId })).toBe(0)
  })

  test('names up to twenty members, and only to roles that may read members', async () => {
    const member = await memberWithDevice(server, service)
    await addDevice(member, service)
    const owner = await anOperator(server)

    const sample = await owner.call('notice.sampleAudience', { query: { language: 'en' } })
    const refused = await operator.call('notice.sampleAudience', { query: {} })

    expect(sample.data).toMatchObject({ list: [{ userId: member.userId }], isPartial: false })
    expect(refused.code).toBe(Code.ACCESS_DENIED)
  })
})

describe('a campaign to Korean members without a wallet', () => {
  test('reaches exactly the members that were counted, after a test on the own phone', async () => {
    const person = await aPerson(server, 'PROGRAMME')
    const phone = service.aDevice()
    const own = await signUpMember(server, { email: person.email })
    await own.call('push.subscribe', { body: phone })
    const koreans = [
      await memberWithDevice(server, service),
      await memberWithDevice(server, service),
    ]
    for (const korean of koreans) {
      await korean.call('users.changeProfile', { body: { language: 'ko' } })
    }
    const stranger = await memberWithDevice(server, service)
    const query = { language: 'ko', wallet: 'no' } as const

    const tested = await person.call('notice.testCampaign', { body: noticeTexts('Halfway') })
    const onPhone = service.received.splice(0)
    const counted = await operator.call('notice.countAudience', { query })
    const noticeId = await aNotice('Halfway')
    const campaignId = await start({ noticeId, audience: query })
    await server.worker.runDue()

    expect(tested.data).toMatchObject({ devices: 1, sent: 2, failed: 0 })
    expect(onPhone.map(({ endpoint, message }) => [endpoint, message.lang, message.text])).toEqual([
      [phone.endpoint, 'en', { title: 'Halfway', content: 'About Halfway' }],
      [phone.endpoint, 'ko', { title: 'Halfway 공지', content: 'Halfway 안내' }],
    ])
    expect(counted.data?.members).toBe(2)
    expect(service.received).toHaveLength(2)
    expect(stranger.received()).toEqual([])
    expect(koreans.map((korean) => korean.received().length)).toEqual([1, 1])
    expect(await show(campaignId)).toMatchObject({
      members: counted.data?.members,
      testedAt: server.clock.now.toISOString(),
    })
  })

  test('cannot be tested without an own phone', async () => {
    const person = await aPerson(server, 'PROGRAMME')

    const noAccount = await person.call('notice.testCampaign', { body: noticeTexts('Halfway') })
    await signUpMember(server, { email: person.email })
    const noDevice = await person.call('notice.testCampaign', { body: noticeTexts('Halfway') })
    const machine = await operator.call('notice.testCampaign', { body: noticeTexts('Halfway') })

    expect([noAccount.code, noDevice.code, machine.code]).toEqual([
      Code.NO_TEST_DEVICE,
      Code.NO_TEST_DEVICE,
      Code.NO_TEST_DEVICE,
    ])
  })
})

describe('a campaign that is stopped half-way', () => {
  test('reaches no further device although two workers are sending, and keeps its notice', async () => {
    await membersWithDevices(app, 700)
    const campaignId = await start()
    const { push } = server.ctx
    const { send } = push
    let started = 0
    let startedBeforeStop = Infinity
    push.send = async (target, envelope) => {
      started += 1
      if (started === 100) {
        await operator.call('notice.cancelCampaign', { params: { campaignId } })
        startedBeforeStop = started
      }
      return send(target, envelope)
    }
    try {
      await addressAll()
      await Promise.all([sendDue(server.ctx), sendDue(server.ctx)])
      await server.worker.runDue()
    } finally {
      push.send = send
    }

    const campaign = await show(campaignId)
    expect(service.received.length).toBe(started)
    // Each worker reads the stop before it picks the sixteenth push at the latest.
    expect(started).toBeLessThan(startedBeforeStop + 32)
    expect(started).toBeLessThan(700)
    expect(campaign).toMatchObject({ state: 'CANCELLED', stoppedFor: 'OPERATOR', waiting: 0 })
    expect(campaign.sent).toBe(started)
    expect(campaign.droppedFor).toEqual([{ reason: 'STOPPED', devices: 700 - started }])
    expect(campaign.notice.withdrawnAt).toBeNull()
  })

  /** Addresses the devices without sending, as a worker without the lane of pushes. */
  async function addressAll(): Promise<void> {
    const [row] = await rowsOf<{ id: string }>(server.ctx.db, sql`select id from campaigns`)
    await addressBatch(server.ctx, Number(row?.id))
  }

  test('is stopped once, is audited, and does not begin if it was waiting', async () => {
    const member = await memberWithDevice(server, service)
    const campaignId = await start({ dueAt: '2026-06-23T09:00:00.000Z' })
    const support = await anOperator(server, 'SUPPORT')
    const owner = await anOperator(server)

    const stopped = await support.call('notice.cancelCampaign', { params: { campaignId } })
    const again = await support.call('notice.cancelCampaign', { params: { campaignId } })
    await pass(server, 2 * HOUR_MS, HOUR_MS)

    expect([stopped.data?.state, again.data?.state]).toEqual(['CANCELLED', 'CANCELLED'])
    expect(member.received()).toEqual([])
    const audit = await owner.call('operator.listAudit', {
      query: { subject: `campaign:${campaignId}` },
    })
    expect(audit.data?.list.map(({ action }) => action)).toEqual([
      'campaign.stop',
      'campaign.start',
    ])
    const unknown = await support.call('notice.cancelCampaign', { params: { campaignId: 987_654 } })
    expect(unknown.code).toBe(Code.NOT_FOUND)
  })
})

describe('a campaign on a moment', () => {
  /** A round ends at midnight, so 32 hours before is in the afternoon, when nobody sleeps. */
  const LEAD_MS = 32 * HOUR_MS
  const BEFORE_END = { kind: 'ROUND_END', offsetMinutes: -32 * 60 } as const

  test('moves with its round, before it begins', async () => {
    const member = await memberWithDevice(server, service)
    const { seasonId, rounds } = await aSeason(server)
    const last = rounds.at(-1)
    if (!last) throw new Error('The season has no round')
    const moment = { ...BEFORE_END, seasonId, round: rounds.length }
    const campaignId = await start({ moment })
    const planned = await show(campaignId)
    const movedTo = new Date(last.endAt.getTime() + 2 * DAY_MS)

    await moveEnd(server.ctx.db, seasonId, movedTo)
    const moved = await show(campaignId)
    server.clock.now = new Date(last.endAt.getTime() - LEAD_MS)
    await server.worker.runDue()
    const atFirstTime = member.received().length
    server.clock.now = new Date(movedTo.getTime() - LEAD_MS)
    await server.worker.runDue()

    expect(planned.dueAt).toBe(new Date(last.endAt.getTime() - LEAD_MS).toISOString())
    expect(moved.dueAt).toBe(new Date(movedTo.getTime() - LEAD_MS).toISOString())
    expect([atFirstTime, member.received().length]).toEqual([0, 1])
  })

  test('takes the notice that appears with it along, later and earlier', async () => {
    await memberWithDevice(server, service)
    const { seasonId, rounds } = await aSeason(server, { startsInDays: 120 })
    const end = rounds.at(-1)?.endAt ?? server.clock.now
    const appearsAt = (days: number) => new Date(end.getTime() - LEAD_MS + days * DAY_MS)
    const noticeId = await aNotice('Ending', { publishedAt: appearsAt(0).toISOString() })
    const moment = { ...BEFORE_END, seasonId, round: rounds.length }
    const campaignId = await start({ noticeId, moment })
    const publishedAfter = async (days: number) => {
      await moveEnd(server.ctx.db, seasonId, new Date(end.getTime() + days * DAY_MS))
      await pass(server, 10 * MINUTE_MS, 10 * MINUTE_MS)
      const { data } = await operator.call('notice.listAll', { query: {} })
      return data?.list.find((notice) => notice.noticeId === noticeId)?.publishedAt
    }
    const times = [await publishedAfter(2), await publishedAfter(-1)]
    server.clock.now = appearsAt(-1)
    await server.worker.runDue()

    // The operator's token has expired by then.
    const sent = await rowsOf<{ members: number }>(
      server.ctx.db,
      sql`select members from campaigns where id = ${campaignId} and begun_at is not null`,
    )

    expect(times).toEqual([appearsAt(2).toISOString(), appearsAt(-1).toISOString()])
    expect(sent).toEqual([{ members: 1 }])
  })

  test('follows a season that starts earlier within ten minutes', async () => {
    const member = await memberWithDevice(server, service)
    const { seasonId } = await aSeason(server, { startsInDays: 40 })
    await start({ moment: { kind: 'SEASON_START', seasonId } })
    await server.worker.runDue()

    const startAt = new Date(server.clock.now.getTime() + 4 * MINUTE_MS)
    await server.ctx.db.execute(sql`update seasons
      set start_at = ${startAt.toISOString()}::timestamptz where id = ${seasonId}`)
    await pass(server, 10 * MINUTE_MS, 10 * MINUTE_MS)

    expect(member.received()).toHaveLength(1)
  })

  test('waits while its season is not published, and needs one that is when it is started', async () => {
    const member = await memberWithDevice(server, service)
    const { seasonId } = await aSeason(server, { startsInDays: 80 })
    const campaignId = await start({
      moment: { kind: 'SEASON_START', seasonId, offsetMinutes: -30 * 24 * 60 },
    })
    await server.ctx.db.execute(sql`update seasons
      set state = 'DRAFT', published_at = null where id = ${seasonId}`)
    server.clock.advance(52 * DAY_MS)
    await server.worker.runDue()

    expect(member.received()).toEqual([])
    expect(await show(campaignId)).toMatchObject({ state: 'WAITING', isMomentKnown: false })
    const noticeId = await aNotice('Later')
    const refused = await operator.call('notice.startCampaign', {
      body: { noticeId, moment: { kind: 'SEASON_START', seasonId } },
    })
    expect(refused.code).toBe(Code.NOT_FOUND)
    const both = await operator.call('notice.startCampaign', {
      body: {
        noticeId,
        dueAt: '2026-06-23T09:00:00.000Z',
        moment: { kind: 'SEASON_START', seasonId },
      },
    })
    expect(both.code).toBe(Code.INVALID_REQUEST)
  })
})

describe('a hold-out share', () => {
  test('gets no push, and its actions are compared with those of the others', async () => {
    const ids = await membersWithDevices(app, 120)
    const campaignId = await start({ holdOutPercent: 50 })
    await server.worker.runDue()

    const { members, heldOut } = await show(campaignId)
    const rows = await rowsOf<{ member_id: string; is_held_out: boolean }>(
      server.ctx.db,
      sql`select member_id, is_held_out from campaign_subjects where campaign_id = ${campaignId}`,
    )
    const held = new Set(rows.filter((row) => row.is_held_out).map((row) => Number(row.member_id)))
    const pushed = await rowsOf<{ member_id: string }>(
      server.ctx.db,
      sql`select s.member_id from push_deliveries d
        join push_subscriptions s on s.id = d.subscription_id where d.campaign_id = ${campaignId}`,
    )

    expect(members + heldOut).toBe(120)
    expect(rows).toHaveLength(120)
    expect(held.size).toBe(heldOut)
    expect(heldOut).toBeGreaterThan(30)
    expect(heldOut).toBeLessThan(90)
    expect(service.received).toHaveLength(members)
    expect(pushed.filter(({ member_id: id }) => held.has(Number(id)))).toEqual([])

    // Every reached member buys something, and nobody of those held out.
    const buyers = ids.filter((id) => !held.has(id))
    server.clock.advance(HOUR_MS)
    await buy(buyers)
    await pass(server, DAY_MS, DAY_MS)
    const first = (await show(campaignId)).effect
    await pass(server, 7 * DAY_MS, DAY_MS)
    const last = (await show(campaignId)).effect

    expect(first).toMatchObject({ days: 1 })
    expect(last).toMatchObject({ days: 7 })
    expect(last?.measures.find(({ name }) => name === 'PURCHASE')).toEqual({
      name: 'PURCHASE',
      reached: { members, acted: members },
      heldOut: { members: heldOut, acted: 0 },
    })
  })
})
