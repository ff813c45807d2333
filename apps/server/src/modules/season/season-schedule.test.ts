import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@solstice/rules/duration'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import { demoSeason, THEMES } from '#/demo/season-plan.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { aPerson, type TestPerson } from '#test/test-console.ts'
import { openBrowser, signUpMember } from '#test/test-member.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aSeason, CONFIRMED, previewDraft, publishDraft } from '#test/test-season.ts'
import { findSchedule } from './season-schedule.queries.ts'
import { seasonMissions, seasonRounds } from './season.table.ts'

let server: TestApp
let operator: TestOperator
let owner: TestPerson
let noon: Date
let day = 100
beforeAll(async () => {
  server = await startTestApp()
  noon = server.clock.now
  operator = await anOperator(server, 'PROGRAMME')
  owner = await aPerson(server)
})
afterAll(() => server.close())
beforeEach(() => {
  server.clock.now = noon
})

/** Returns a plan after the previous one, so that plans do not overlap. */
function aPlan(change: Partial<SeasonPlan> = {}): SeasonPlan {
  day += 60
  const midnight = startOfDay(programmeDayOf(noon)).getTime()
  return { ...demoSeason(THEMES[0], new Date(midnight + day * DAY_MS)), ...change }
}

async function aDraft(change: Partial<SeasonPlan> = {}): Promise<number> {
  // The contract's input type has mutable arrays.
  const plan = structuredClone(aPlan(change)) as never
  const { data } = await operator.call('seasonPlan.create', { body: { plan } })
  const seasonId = data?.seasonId ?? 0
  await previewDraft(server, seasonId)
  return seasonId
}

const inHours = (hours: number) => new Date(noon.getTime() + hours * HOUR_MS).toISOString()

const schedule = (seasonId: number, publishAt = inHours(1)) =>
  operator.call('seasonPlan.schedule', {
    params: { seasonId },
    body: { ...CONFIRMED, publishAt },
  })

async function phaseOf(seasonId: number) {
  const { data } = await operator.call('seasonPlan.list', {})
  const row = data?.list.find((season) => season.seasonId === seasonId)
  return row && { phase: row.phase, publishAt: row.publishAt }
}

async function publicIds(): Promise<number[]> {
  const { data } = await openBrowser(server).call('season.listPublic', { query: { size: 100 } })
  return data?.list.map(({ seasonId }) => seasonId) ?? []
}

const codesOf = ({ data }: { data: unknown }) =>
  (data as { problems: { code: string }[] }).problems.map(({ code }) => code)

// The data of a refusal is open in the contract.
const failuresOf = ({ data }: { data: unknown }) =>
  (data as { gate: { state: string }[] }).gate.filter(({ state }) => state === 'FAIL')

describe('the publish gate', () => {
  test('refuses a draft whose preview was not opened in both languages', async () => {
    const seasonId = await aDraft()
    await server.ctx.db.execute(
      sql`update season_revisions set previewed_ko_at = null where season_id = ${seasonId}`,
    )

    const refused = await operator.call('seasonPlan.publish', {
      params: { seasonId },
      body: CONFIRMED,
    })

    expect(refused).toMatchObject({ code: Code.INVALID_REQUEST, data: { problems: [] } })
    expect(failuresOf(refused)).toEqual([{ key: 'PREVIEW_KO', state: 'FAIL', values: {} }])
    expect(await publicIds()).not.toContain(seasonId)
  })

  test('refuses warnings that nobody confirmed', async () => {
    const seasonId = await aDraft()
    const publish = (confirmed: ('BUDGET_150' | 'COVER')[]) =>
      operator.call('seasonPlan.publish', { params: { seasonId }, body: { confirmed } })

    const unseen = await publish([])
    const half = await publish(['COVER'])
    const accepted = await publish(['BUDGET_150', 'COVER'])

    expect([unseen.code, half.code, accepted.code]).toEqual([9992, 9992, 0])
  })

  test('refuses a season over its budget for the programme and the schedule alike', async () => {
    const plan = aPlan()
    const seasonId = await aDraft({ checkIn: { ...plan.checkIn, baseXp: 250 } })

    const published = await publishDraft(server, operator, seasonId)
    const scheduled = await schedule(seasonId)

    expect(codesOf(published)).toEqual(['XP_OVER_BUDGET'])
    expect(codesOf(scheduled)).toEqual(['XP_OVER_BUDGET'])
  })
})

describe('a scheduled publication', () => {
  test('happens at its instant, once, and with all parts of the season', async () => {
    const seasonId = await aDraft()
    const scheduled = await schedule(seasonId)
    const before = await phaseOf(seasonId)
    server.clock.now = new Date(Date.parse(inHours(1)) - 1)
    await server.worker.runDue()
    const early = await publicIds()
    server.clock.now = new Date(inHours(1))
    await server.worker.runDue()
    await server.ctx.db.execute(
      sql`update jobs set done_at = null where kind = 'season.publish' and done_at is not null`,
    )
    await server.worker.runDue()

    expect(scheduled.data).toMatchObject({ state: 'WAITING', publishAt: inHours(1) })
    expect(before).toEqual({ phase: 'SCHEDULED', publishAt: inHours(1) })
    expect(early).not.toContain(seasonId)
    expect(await publicIds()).toContain(seasonId)
    expect(await phaseOf(seasonId)).toMatchObject({ phase: 'PUBLISHED', publishAt: null })
    const entries = await rowsOf<{ action: string; actor: string }>(
      server.ctx.db,
      sql`select action, actor from audit_entries where subject = ${`season:${seasonId}`} order by id`,
    )
    expect(entries.map(({ action }) => action)).toEqual([
      'season.draft',
      'season.schedule',
      'season.publish',
    ])
    expect(entries.at(-1)?.actor).toBe(`operator:${operator.name}`)
  })

  test('is suspended if another season was published meanwhile; nothing is half published', async () => {
    const seasonId = await aDraft()
    await schedule(seasonId)
    day -= 60
    const other = await aDraft()
    await publishDraft(server, operator, other)
    const mails = server.mails.length
    server.clock.now = new Date(inHours(1))
    await server.worker.runDue()
    await server.worker.runDue()

    expect(await publicIds()).not.toContain(seasonId)
    expect(await phaseOf(seasonId)).toEqual({ phase: 'SUSPENDED', publishAt: null })
    const { db } = server.ctx
    const stored = await findSchedule(db, seasonId)
    expect(stored).toMatchObject({ state: 'SUSPENDED', problems: [{ code: 'SEASON_OVERLAPS' }] })
    const rounds = await db.select().from(seasonRounds).where(eq(seasonRounds.seasonId, seasonId))
    const missions = await db
      .select()
      .from(seasonMissions)
      .where(eq(seasonMissions.seasonId, seasonId))
    expect([rounds, missions]).toEqual([[], []])
    const sent = server.mails.slice(mails)
    expect(sent.map(({ to }) => to)).toEqual([owner.email])
    expect(sent[0]?.subject).toBe('A season of Solstice was not published: The Long Night')
    const shown = await operator.call('seasonPlan.show', { params: { seasonId } })
    expect(shown.data?.schedule).toMatchObject({
      state: 'SUSPENDED',
      problems: [{ code: 'SEASON_OVERLAPS' }],
      operator: operator.name,
    })
  })

  test('ends with a save of the draft, and its job then does nothing', async () => {
    const seasonId = await aDraft()
    await schedule(seasonId)
    const { data } = await operator.call('seasonPlan.show', { params: { seasonId } })
    const plan = { ...data?.plan, imageUrl: null }
    const saved = await operator.call('seasonPlan.save', {
      params: { seasonId },
      body: { revision: data?.revision ?? 0, plan },
    })
    server.clock.now = new Date(inHours(1))
    await server.worker.runDue()

    expect(saved).toMatchObject({ code: 0, data: { endedSchedule: true } })
    expect(await phaseOf(seasonId)).toEqual({ phase: 'DRAFT', publishAt: null })
    expect(await publicIds()).not.toContain(seasonId)
    const later = await operator.call('seasonPlan.save', {
      params: { seasonId },
      body: { revision: saved.data?.revision ?? 0, plan: { ...plan, title: { en: 'Thaw' } } },
    })
    expect(later.data?.endedSchedule).toBe(false)
  })

  test('ends when the shop of the draft changes, which was approved with it', async () => {
    const seasonId = await aDraft()
    const texts = { en: 'Tickets', ko: '티켓' }
    const sold = { payType: 'XP', price: '1000', givesTickets: 1, stock: 5 } as const
    await schedule(seasonId)
    const added = await operator.call('product.add', {
      params: { seasonId },
      body: { name: texts, description: texts, ...sold },
    })
    const afterAdd = await phaseOf(seasonId)
    await schedule(seasonId)
    const change = (stock: number) =>
      operator.call('product.change', {
        params: { productId: added.data?.productId ?? 0 },
        body: { stock },
      })
    await change(5)
    const afterNothing = await phaseOf(seasonId)
    await change(6)

    expect(afterAdd).toEqual({ phase: 'DRAFT', publishAt: null })
    expect(afterNothing?.phase).toBe('SCHEDULED')
    expect(await phaseOf(seasonId)).toEqual({ phase: 'DRAFT', publishAt: null })
  })

  test('can be moved and ended; the earlier job does nothing', async () => {
    const seasonId = await aDraft()
    await schedule(seasonId)
    await schedule(seasonId, inHours(2))
    server.clock.now = new Date(inHours(1))
    await server.worker.runDue()
    const moved = await phaseOf(seasonId)
    const unscheduled = await operator.call('seasonPlan.unschedule', { params: { seasonId } })
    const again = await operator.call('seasonPlan.unschedule', { params: { seasonId } })
    server.clock.now = new Date(inHours(2))
    await server.worker.runDue()

    expect(moved).toEqual({ phase: 'SCHEDULED', publishAt: inHours(2) })
    expect([unscheduled.code, again.code]).toEqual([0, 0])
    expect(await phaseOf(seasonId)).toEqual({ phase: 'DRAFT', publishAt: null })
  })

  test('leaves ten minutes until the start of the season', async () => {
    const seasonId = await aDraft()
    const { data } = await operator.call('seasonPlan.show', { params: { seasonId } })
    const before = (ms: number) =>
      new Date(Date.parse(data?.season.startAt ?? '') - ms).toISOString()

    expect(codesOf(await schedule(seasonId, before(0)))).toEqual(['SCHEDULE_LATE'])
    expect(codesOf(await schedule(seasonId, before(10 * MINUTE_MS - 1)))).toEqual(['SCHEDULE_LATE'])
    expect((await schedule(seasonId, before(10 * MINUTE_MS))).code).toBe(0)
  })

  test('must lie between now and the start of the season', async () => {
    const seasonId = await aDraft()
    const { seasonId: published } = await aSeason(server, { startsInDays: day + 30 })

    expect(codesOf(await schedule(seasonId, inHours(0)))).toEqual(['SCHEDULE_PAST'])
    expect(codesOf(await schedule(seasonId, inHours(24 * 365 * 20)))).toEqual(['SCHEDULE_LATE'])
    expect(codesOf(await schedule(published))).toEqual(['SCHEDULE_PUBLISHED'])
    expect((await schedule(999_999_999)).code).toBe(Code.NOT_FOUND)
  })
})

describe('unpublishing', () => {
  const unpublish = (seasonId: number) =>
    operator.call('seasonPlan.unpublish', { params: { seasonId } })

  test('makes an upcoming season a draft without parts and jobs, which can be published again', async () => {
    const seasonId = await aDraft()
    await publishDraft(server, operator, seasonId)
    const jobsOf = () =>
      rowsOf(
        server.ctx.db,
        sql`select kind from jobs where key like ${`season.%:${seasonId}`} order by kind`,
      )
    const queued = await jobsOf()

    const undone = await unpublish(seasonId)
    const again = await unpublish(seasonId)
    const hidden = await publicIds()
    const left = await jobsOf()
    const republished = await publishDraft(server, operator, seasonId)

    expect(undone.data).toMatchObject({ seasonId, state: 'DRAFT' })
    expect(again.data).toEqual(undone.data)
    expect(hidden).not.toContain(seasonId)
    expect(queued.length).toBe(3)
    expect(left).toEqual([])
    expect(republished.code).toBe(0)
    expect(await jobsOf()).toEqual(queued)
  })

  test('removes the reminders that members have set for its missions', async () => {
    const seasonId = await aDraft()
    await publishDraft(server, operator, seasonId)
    const member = await signUpMember(server)
    const reminder = { seasonId, missionId: 1, enabled: true }
    const set = await member.call('mission.setAlarm', { body: reminder })

    expect(set.code).toBe(0)
    expect((await unpublish(seasonId)).data).toMatchObject({ state: 'DRAFT' })
  })

  test('is refused once the season has begun', async () => {
    const { seasonId } = await aSeason(server, { startsInDays: 0 })
    expect(codesOf(await unpublish(seasonId))).toEqual(['UNPUBLISH_RUNNING'])
    expect(await publicIds()).toContain(seasonId)
  })
})

describe('the products of a plan', () => {
  const product = {
    name: { en: 'Ten tickets', ko: '티켓 열 장' },
    description: { en: 'For ten spins.', ko: '룰렛 열 번.' },
    imageUrl: null,
    payType: 'XP',
    price: '5000',
    chainId: null,
    contract: null,
    givesXp: 0,
    givesTickets: 10,
    stock: 50,
    perUserLimit: 1,
    position: 1,
  } as const

  test('are on sale with the season and leave with its publication', async () => {
    const seasonId = await aDraft({ products: [product] })
    const list = async () =>
      (await operator.call('product.listAll', { params: { seasonId } })).data?.list
    const before = await list()
    await publishDraft(server, operator, seasonId)
    const onSale = await list()
    await operator.call('seasonPlan.unpublish', { params: { seasonId } })
    const after = await list()

    expect([before, after]).toEqual([[], []])
    expect(onSale).toMatchObject([
      { name: product.name, price: '5000 XP', givesTickets: 10, stock: 50, perUserLimit: 1 },
    ])
  })

  test('keep a season from being published if nobody could pay for them', async () => {
    const token = { payType: 'TOKEN', price: '5', chainId: 999, contract: 'native' } as const
    const seasonId = await aDraft({ products: [{ ...product, ...token }] })
    expect(codesOf(await publishDraft(server, operator, seasonId))).toEqual([
      'PRODUCT_TOKEN_UNKNOWN',
    ])
  })
})
