import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import type { CallInput } from '@solstice/contract/wire'
import { DAY_MS } from '@solstice/rules/duration'
import { REWARD_GRACE_MS, SETTLE_AFTER_MS } from '@solstice/rules/round'
import { memberRefusals } from '#/platform/books/refusals.table.ts'
import { settleRefusals } from '#/platform/books/refusals.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { jobs } from '#/platform/process/jobs.table.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { logInAgain, signUpMember } from '#test/test-member.ts'
import { CODE_MISSION, DAILY_LINK_MISSION, execute, refusedFor } from '#test/test-mission.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aSeason } from '#test/test-season.ts'
import { aProduct, give } from '#test/test-shop.ts'
import { seasonRevisions, seasons } from './season.table.ts'

let server: TestApp
let noon: Date
let operator: TestOperator
beforeAll(async () => {
  server = await startTestApp()
  noon = server.clock.now
  operator = await anOperator(server, 'PROGRAMME')
})
afterAll(() => server.close())
beforeEach(() => {
  server.clock.now = noon
})

const CHECK_IN = 1
const SPIN = 2
const INVITE = 4

type AtOnce = CallInput<'seasonPlan.changeLive'>['body']['change']
type OfRewards = CallInput<'seasonPlan.reviseLive'>['body']['change']

const change = (seasonId: number, body: AtOnce) =>
  operator.call('seasonPlan.changeLive', { params: { seasonId }, body: { change: body } })
const revise = (seasonId: number, body: OfRewards) =>
  operator.call('seasonPlan.reviseLive', { params: { seasonId }, body: { change: body } })
const effect = (seasonId: number, body: CallInput<'seasonPlan.liveEffect'>['body']['change']) =>
  operator.call('seasonPlan.liveEffect', { params: { seasonId }, body: { change: body } })

const codesOf = ({ data }: { data: unknown }) =>
  (data as { problems: { code: string }[] }).problems.map(({ code }) => code)

/** Returns the revisions of a season after its publication. */
const liveRevisions = async (seasonId: number) =>
  (
    await server.ctx.db
      .select()
      .from(seasonRevisions)
      .where(eq(seasonRevisions.seasonId, seasonId))
      .orderBy(seasonRevisions.revision)
  ).filter(({ kind }) => kind === 'LIVE')

const versionOf = async (seasonId: number) => {
  const [row] = await server.ctx.db.select().from(seasons).where(eq(seasons.id, seasonId))
  return row?.version ?? 0
}

describe('a mission that is switched off', () => {
  test('is refused on the next call with the reason, and works again once it is on', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)
    const version = await versionOf(seasonId)

    const off = await change(seasonId, { kind: 'MISSION_OFF', missionId: CHECK_IN })
    const refused = await execute(member, seasonId, CHECK_IN)
    const listed = await member.call('mission.list', { params: { seasonId }, query: {} })
    const again = await change(seasonId, { kind: 'MISSION_OFF', missionId: CHECK_IN })
    const on = await change(seasonId, { kind: 'MISSION_ON', missionId: CHECK_IN })
    const done = await execute(member, seasonId, CHECK_IN)

    expect(off.data).toMatchObject({ seasonId, missionsOff: [CHECK_IN], paused: false })
    expect(refused).toMatchObject(refusedFor('MISSION_OFF'))
    expect(listed.data?.list[0]).toMatchObject({
      missionId: CHECK_IN,
      available: false,
      unavailableReason: 'MISSION_OFF',
      nextAvailableAt: null,
    })
    expect(again.data).toEqual(off.data)
    expect(on.data).toMatchObject({ missionsOff: [] })
    expect(done.code).toBe(0)
    expect(await versionOf(seasonId)).toBe(version + 2)
    expect((await liveRevisions(seasonId)).map((each) => each.change)).toEqual([
      { kind: 'MISSION_OFF', missionId: CHECK_IN },
      { kind: 'MISSION_ON', missionId: CHECK_IN },
    ])
  })

  test('is explained to the member and in the timeline of the operators', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)
    const support = await anOperator(server, 'SUPPORT')
    await change(seasonId, { kind: 'MISSION_OFF', missionId: SPIN })
    await execute(member, seasonId, SPIN, { clientSeed: 'a' })
    await settleRefusals(server.ctx)
    const [refusal] = await server.ctx.db
      .select()
      .from(memberRefusals)
      .where(eq(memberRefusals.memberId, member.userId))

    const mine = await member.call('explanation.mine', {
      params: { entryId: `mission:${seasonId}.${SPIN}` },
    })
    const why = await support.call('explanation.ofMember', {
      params: { userId: member.userId, entryId: `refusal:${refusal?.id}` },
    })

    expect(mine.data).toMatchObject({
      rule: 'mission',
      outcome: 'MISSION_OFF',
      steps: [
        { check: 'SEASON_OPEN', passed: true },
        { check: 'MISSION_OFF', passed: false },
      ],
    })
    expect(why.data).toMatchObject({ rule: 'mission', outcome: 'MISSION_OFF' })
  })

  test('cannot be one that other calls complete, nor one that the season lacks', async () => {
    const { seasonId } = await aSeason(server)
    const elsewhere = await change(seasonId, { kind: 'MISSION_OFF', missionId: INVITE })
    const unknown = await change(seasonId, { kind: 'MISSION_OFF', missionId: 999 })

    expect(codesOf(elsewhere)).toEqual(['CHANGE_MISSION_ELSEWHERE'])
    expect(codesOf(unknown)).toEqual(['CHANGE_MISSION_UNKNOWN'])
    expect(await liveRevisions(seasonId)).toEqual([])
  })
})

describe('a paused season', () => {
  test('refuses everything that earns, and notifies its participants once', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)
    const productId = await aProduct(server, seasonId, { price: 1n })
    await give(server, member.userId, 'XP', 10n, `season:${seasonId}`)
    await execute(member, seasonId, SPIN, { clientSeed: 'a' })

    await change(seasonId, { kind: 'PAUSE' })
    await change(seasonId, { kind: 'PAUSE' })
    await server.worker.runDue()
    const mission = await execute(member, seasonId, CHECK_IN)
    const bought = await member.call('product.buy', { params: { seasonId, productId }, body: {} })
    const claimed = await member.call('invite.claim', { query: { type: 'FIRST_INVITE', seasonId } })
    const shown = await member.call('season.show', { params: { seasonId } })
    await change(seasonId, { kind: 'RESUME' })
    await server.worker.runDue()
    const after = await member.call('season.show', { params: { seasonId } })
    const done = await execute(member, seasonId, CHECK_IN)

    expect(mission).toMatchObject(refusedFor('SEASON_PAUSED'))
    expect(bought).toMatchObject({
      code: Code.PRODUCT_UNAVAILABLE,
      data: { reason: 'SEASON_PAUSED' },
    })
    expect(claimed).toMatchObject({
      code: Code.SEASON_NOT_OPEN,
      data: { reason: 'SEASON_PAUSED' },
    })
    expect([shown.data?.paused, after.data?.paused]).toEqual([true, undefined])
    expect(done.code).toBe(0)
    const alerts = await rowsOf(
      server.ctx.db,
      sql`select code from alerts where member_id = ${member.userId} order by id`,
    )
    expect(alerts).toEqual([{ code: 'SEASON_PAUSED' }, { code: 'SEASON_RESUMED' }])
  })
})

test('texts, pictures, links and banners change at once in both languages', async () => {
  const { seasonId } = await aSeason(server)
  const member = await signUpMember(server)
  const title = { en: 'A new name', ko: '새 이름' }

  const changed = await change(seasonId, {
    kind: 'TEXTS',
    title,
    missions: [{ missionId: CHECK_IN, description: title, linkUrl: null }],
    banners: [{ title, imageUrl: '/art/banner-climb.svg', linkUrl: null }],
  })
  const season = await member.call('season.show', { params: { seasonId } })
  const missions = await member.call('mission.list', { params: { seasonId }, query: {} })
  const banners = await member.call('season.banners', { params: { seasonId } })
  const plan = await operator.call('seasonPlan.show', { params: { seasonId } })

  expect(changed.code).toBe(0)
  expect(season.data?.title).toBe('A new name')
  expect(missions.data?.list[0]?.description).toBe('A new name')
  expect(banners.data?.list.map((banner) => banner.title)).toEqual(['A new name'])
  expect(plan.data?.plan['title']).toEqual(title)
})

describe('what a season gives', () => {
  test('a higher limit opens a mission whose rewards were used up', async () => {
    const { seasonId } = await aSeason(server, {
      change: (plan) => ({
        ...plan,
        missions: plan.missions.map((mission) =>
          mission.missionId === CODE_MISSION ? { ...mission, maxCompletions: 1 } : mission,
        ),
      }),
    })
    const [first, second] = [await signUpMember(server), await signUpMember(server)]
    const body = { partnerCode: 'NORTHSTAR' }
    await execute(first, seasonId, CODE_MISSION, body)
    const spent = await execute(second, seasonId, CODE_MISSION, body)

    const limit = { kind: 'MISSION_LIMIT', missionId: CODE_MISSION } as const
    const key = { 'idempotency-key': 'raise' }
    const input = { params: { seasonId }, body: { change: { ...limit, maxCompletions: 2 } } }
    const raised = await operator.call('seasonPlan.reviseLive', input, key)
    const repeated = await operator.call('seasonPlan.reviseLive', input, key)
    const done = await execute(second, seasonId, CODE_MISSION, body)
    const third = await execute(await signUpMember(server), seasonId, CODE_MISSION, body)
    const lowered = await revise(seasonId, { ...limit, maxCompletions: 1 })

    expect(spent).toMatchObject(refusedFor('BUDGET_SPENT'))
    expect(raised.code).toBe(0)
    expect(repeated.data).toEqual(raised.data)
    expect(done.code).toBe(0)
    expect(third).toMatchObject(refusedFor('BUDGET_SPENT'))
    expect(codesOf(lowered)).toEqual(['CHANGE_LIMIT_DOWN'])
  })

  test('a new reward counts from the next programme day', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)
    const params = { seasonId, missionId: DAILY_LINK_MISSION }
    const complete = async () => {
      await member.call('mission.open', { params })
      server.clock.advance(10_000)
      return execute(member, seasonId, DAILY_LINK_MISSION)
    }

    const reward = { kind: 'MISSION_REWARD', missionId: DAILY_LINK_MISSION, rewardXp: 75 } as const
    const expected = await effect(seasonId, reward)
    const revised = await revise(seasonId, reward)
    const today = await complete()
    server.clock.advance(DAY_MS)
    await logInAgain(member)
    const listed = await member.call('mission.list', { params: { seasonId }, query: {} })
    const tomorrow = await complete()

    expect(revised.code).toBe(0)
    expect(today.data).toMatchObject({ baseXp: 60 })
    expect(tomorrow.data).toMatchObject({ baseXp: 75 })
    const shown = listed.data?.list.find(({ missionId }) => missionId === DAILY_LINK_MISSION)
    expect(shown?.rewardXp).toBe(75)
    const { rest } = expected.data ?? {}
    expect(rest?.before.days).toBe(27)
    expect(rest?.after.xp).toBeGreaterThan(rest?.before.xp ?? Infinity)
  })

  test('an extension moves the last round, the settlement and the expiry by whole days', async () => {
    const { seasonId, endAt, rounds } = await aSeason(server, { startsInDays: 1000 })
    const last = rounds.at(-1)
    const later = new Date(endAt.getTime() + 3 * DAY_MS)

    const extend = { kind: 'EXTEND', days: 3, endAt: endAt.toISOString() } as const
    const extended = await revise(seasonId, extend)
    const repeated = await revise(seasonId, extend)

    expect(extended.data).toMatchObject({ endAt: later.toISOString() })
    expect(codesOf(repeated)).toEqual(['CHANGE_END_MOVED'])
    const due = async (key: string) =>
      (await server.ctx.db.select().from(jobs).where(eq(jobs.key, key)))[0]?.dueAt.getTime()
    expect(await due(`round.settle:${last?.roundId}`)).toBe(later.getTime() + SETTLE_AFTER_MS)
    expect(await due(`season.expire-rewards:${seasonId}`)).toBe(later.getTime() + REWARD_GRACE_MS)
    const member = await signUpMember(server)
    const shown = await member.call('season.rounds', { params: { seasonId } })
    expect(shown.data?.list.at(-1)?.endAt).toBe(later.toISOString())
  })

  test('an extension into the next season is refused', async () => {
    const { seasonId, endAt } = await aSeason(server, { startsInDays: 1100 })
    await aSeason(server, { startsInDays: 1130 })

    const extend = { kind: 'EXTEND', endAt: endAt.toISOString() } as const
    const fits = await effect(seasonId, { ...extend, days: 2 })
    const overlaps = await revise(seasonId, { ...extend, days: 3 })

    expect(fits.data?.problems).toEqual([])
    expect(codesOf(overlaps)).toEqual(['CHANGE_OVERLAPS'])
  })

  test('an extension over the budget is refused, and the effect says so before', async () => {
    const { seasonId, endAt } = await aSeason(server, { startsInDays: 1300 })

    const extend = { kind: 'EXTEND', days: 28, endAt: endAt.toISOString() } as const
    const shown = await effect(seasonId, extend)
    const refused = await revise(seasonId, extend)

    expect(shown.data?.problems.map(({ code }) => code)).toContain('XP_OVER_BUDGET')
    expect(refused.code).toBe(Code.INVALID_REQUEST)
    expect(codesOf(refused)).toContain('XP_OVER_BUDGET')
  })

  test.each<[what: string, change: OfRewards, code: string]>([
    ['a pool', { kind: 'POOL', round: 1, pool: '1' }, 'CHANGE_POOL'],
    ['a threshold', { kind: 'THRESHOLD', tier: 2, minXp: 9 }, 'CHANGE_THRESHOLD'],
    [
      'the dates of a round',
      { kind: 'ROUND', round: 1, startAt: '2026-01-01T00:00:00Z', endAt: '2026-01-02T00:00:00Z' },
      'CHANGE_ROUND_DATES',
    ],
    [
      'an earlier end',
      { kind: 'EXTEND', days: -1, endAt: '2026-01-01T00:00:00Z' },
      'CHANGE_EARLIER_END',
    ],
  ])('%s never changes, and the reply says why', async (_what, wish, code) => {
    const { seasonId } = await aSeason(server)
    const refused = await revise(seasonId, wish)
    const shown = await effect(seasonId, wish)

    expect(refused.code).toBe(Code.INVALID_REQUEST)
    expect(codesOf(refused)).toEqual([code])
    expect(shown.data).toMatchObject({ level: null, problems: [{ code }] })
    expect(await liveRevisions(seasonId)).toEqual([])
  })
})

test('the effect of new odds counts the commitments that they void, as the database does', async () => {
  const { seasonId, spin } = await aSeason(server)
  const members = [await signUpMember(server), await signUpMember(server)]
  for (const member of members) {
    await member.call('mission.show', { params: { seasonId, missionId: SPIN } })
    await execute(member, seasonId, SPIN, { clientSeed: 'a' })
  }
  const prizes = [{ xp: 20, weight: 10_000 }]

  const expected = await effect(seasonId, { kind: 'ODDS', prizes })
  const unchanged = await effect(seasonId, { kind: 'ODDS', prizes: [...spin.prizes] })
  await operator.call('seasonPlan.changeOdds', { params: { seasonId }, body: { prizes } })
  for (const member of members) {
    await member.call('mission.show', { params: { seasonId, missionId: SPIN } })
  }

  const [voided] = await rowsOf<{ total: number }>(
    server.ctx.db,
    sql`select count(*)::int as total from spin_commitments
      where season_id = ${seasonId} and revealed_at is not null and prize_index is null`,
  )
  expect(expected.data).toMatchObject({
    level: 'C4',
    members: 2,
    voidCommitments: 2,
    mean: { before: 54.5, after: 20 },
  })
  expect(unchanged.data?.voidCommitments).toBe(0)
  expect(voided?.total).toBe(2)
})

test('changes of drafts and of ended seasons are refused', async () => {
  const { seasonId } = await aSeason(server, { startsInDays: -40 })
  const ended = await change(seasonId, { kind: 'PAUSE' })
  const missing = await change(999_999_999, { kind: 'PAUSE' })

  expect(codesOf(ended)).toEqual(['CHANGE_SEASON_ENDED'])
  expect(missing.code).toBe(Code.NOT_FOUND)
})

test('every change is audited with its revision and reason', async () => {
  const { seasonId } = await aSeason(server)
  const body = { change: { kind: 'PAUSE' as const }, reason: 'Ticket 9' }
  await operator.call('seasonPlan.changeLive', { params: { seasonId }, body })

  const auditor = await anOperator(server, 'AUDITOR')
  const { data } = await auditor.call('operator.listAudit', {
    query: { subject: `season:${seasonId}` },
  })
  expect(data?.list[0]).toMatchObject({
    action: 'season.change',
    data: { change: { kind: 'PAUSE' }, reason: 'Ticket 9' },
  })
  expect(await liveRevisions(seasonId)).toMatchObject([
    { reason: 'Ticket 9', operatorId: operator.operatorId },
  ])
})
