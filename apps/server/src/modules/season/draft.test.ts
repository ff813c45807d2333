import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS } from '@solstice/rules/duration'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import { demoSeason, THEMES } from '#/demo/season-plan.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aProduct } from '#test/test-shop.ts'
import { releaseSeason } from './publication.service.ts'

type Plan = Record<string, unknown>

let server: TestApp
let mina: TestOperator
let joon: TestOperator
let day = 0
beforeAll(async () => {
  server = await startTestApp()
  mina = await anOperator(server, 'PROGRAMME')
  joon = await anOperator(server, 'PROGRAMME')
})
afterAll(() => server.close())

/** Returns a complete plan after the previous one, so that plans do not overlap. */
function aPlan(change: Plan = {}): Plan {
  day += 30
  const midnight = startOfDay(programmeDayOf(server.clock.now)).getTime()
  const plan = demoSeason(THEMES[0], new Date(midnight + day * DAY_MS))
  return { ...structuredClone(plan), ...change }
}

async function begin(plan: Plan, by = mina): Promise<number> {
  const { data, code } = await by.call('seasonPlan.begin', { body: { plan } })
  if (!data) throw new Error(`The draft was refused with ${code}`)
  return data.seasonId
}

const save = (seasonId: number, revision: number, plan: Plan, by = mina) =>
  by.call('seasonPlan.save', { params: { seasonId }, body: { revision, plan } })
const show = async (seasonId: number) =>
  (await mina.call('seasonPlan.show', { params: { seasonId } })).data
const release = (seasonId: number, plan: Plan) =>
  server.ctx.db.transaction((tx) =>
    releaseSeason(tx, server.ctx, {
      seasonId,
      startAt: new Date(String(plan['startAt'])),
      endAt: new Date(String(plan['endAt'])),
    }),
  )
const countOf = async (table: string, seasonId: number) => {
  const name = sql.identifier(table)
  const [row] = await rowsOf<{ count: number }>(
    server.ctx.db,
    sql`select count(*)::integer as count from ${name} where season_id = ${seasonId}`,
  )
  return row?.count
}

const TITLE = { en: 'Thaw', ko: '해빙' }
const PARTS = ['season_rounds', 'season_tiers', 'season_prizes', 'season_missions']

describe('an unfinished draft', () => {
  test('is stored without any part, and lists what it lacks', async () => {
    const seasonId = await begin({})

    const shown = await show(seasonId)

    expect(shown).toMatchObject({
      season: {
        phase: 'DRAFT',
        title: { en: '', ko: '' },
        startAt: server.clock.now.toISOString(),
        endAt: server.clock.now.toISOString(),
        members: null,
        pool: null,
        symbol: null,
      },
      revision: 1,
      plan: {},
      savedBy: mina.name,
      simulation: null,
      previewed: { en: null, ko: null },
    })
    expect(shown?.problems).toContainEqual(
      expect.objectContaining({ path: 'title', code: 'MISSING' }),
    )
    const { data } = await mina.call('seasonPlan.list', {})
    const listed = data?.list.find((season) => season.seasonId === seasonId)
    expect(listed?.problems).toBe(shown?.problems.length)
    for (const part of PARTS) expect(await countOf(part, seasonId)).toBe(0)
  })

  test.each([
    ['texts of another type', { title: 5, description: [], rounds: 'four' }],
    ['dates that are none', { startAt: 'soon', endAt: '9999999-01-01T00:00:00Z' }],
    ['an end before its start', { startAt: '2027-03-01T00:00:00Z', endAt: '2027-02-01T00:00:00Z' }],
    ['numbers that no column holds', { budget: { members: 1e300 }, reward: { decimals: -4 } }],
  ])('may have %s', async (_, plan) => {
    const seasonId = await begin(plan)

    expect(await show(seasonId)).toMatchObject({ plan })
    const saved = await save(seasonId, 1, { ...plan, imageUrl: 7 })
    expect(saved).toMatchObject({ code: 0, data: { revision: 2 } })
    const published = await mina.call('seasonPlan.publish', { params: { seasonId } })
    expect(published).toMatchObject({ status: 400, code: Code.INVALID_REQUEST })
  })

  test('is refused if it could not be stored', async () => {
    for (const plan of [{ title: { en: 'a\u0000b' } }, { title: 'x'.repeat(262_144) }]) {
      const refused = await mina.call('seasonPlan.begin', { body: { plan } })
      expect(refused).toMatchObject({ status: 400, code: Code.INVALID_REQUEST })
    }
  })

  test('is begun once under the same key', async () => {
    const key = { 'idempotency-key': `begin-${day}` }

    const first = await mina.call('seasonPlan.begin', { body: { plan: { title: TITLE } } }, key)
    const again = await mina.call('seasonPlan.begin', { body: { plan: { title: TITLE } } }, key)

    expect(again.data).toEqual(first.data)
  })
})

describe('a save', () => {
  test('is the next revision, with its problems', async () => {
    const seasonId = await begin({})
    const plan = aPlan()

    const saved = await save(seasonId, 1, plan)

    expect(saved.data).toEqual({
      revision: 2,
      problems: [],
      savedAt: server.clock.now.toISOString(),
      endedSchedule: false,
    })
    const shown = await show(seasonId)
    expect(shown).toMatchObject({
      revision: 2,
      plan,
      problems: [],
      season: { startAt: plan['startAt'], members: 10_000, pool: '10000', symbol: 'USDS' },
    })
  })

  test('of an older revision is refused with the newer plan and its author', async () => {
    const seasonId = await begin({ title: TITLE })
    await save(seasonId, 1, { title: { ...TITLE, en: 'Late Thaw' } }, joon)

    const refused = await save(seasonId, 1, { title: { ...TITLE, en: 'Early Thaw' } })

    expect(refused).toMatchObject({
      status: 409,
      code: Code.OUTDATED,
      data: {
        revision: 2,
        plan: { title: { en: 'Late Thaw' } },
        savedBy: joon.name,
        savedAt: server.clock.now.toISOString(),
      },
    })
    expect(await show(seasonId)).toMatchObject({ plan: { title: { en: 'Late Thaw' } } })
  })

  test('of a revision that does not exist yet is refused', async () => {
    const seasonId = await begin({ title: TITLE })

    expect(await save(seasonId, 2, { title: 'x' })).toMatchObject({ code: Code.OUTDATED })
  })

  test('that arrives twice or changes nothing stores no revision', async () => {
    const seasonId = await begin({ title: TITLE })
    const plan = { title: TITLE, imageUrl: '/covers/thaw.webp' }

    const first = await save(seasonId, 1, plan)
    const again = await save(seasonId, 1, plan)
    const unchanged = await save(seasonId, 2, { imageUrl: '/covers/thaw.webp', title: TITLE })

    expect(again.data).toEqual(first.data)
    expect(unchanged.data).toEqual(first.data)
    expect(await countOf('season_revisions', seasonId)).toBe(2)
  })

  test('has one effect under its key, which belongs to one revision', async () => {
    const seasonId = await begin({ title: TITLE })
    const plan = { title: TITLE, imageUrl: '/covers/thaw.webp' }
    const saveAs = (key: string, revision: number) =>
      mina.call(
        'seasonPlan.save',
        { params: { seasonId }, body: { revision, plan } },
        { 'idempotency-key': key },
      )

    const first = await saveAs(`save-${seasonId}`, 1)
    await save(seasonId, 2, { title: TITLE })
    // The repeated call arrives after a later save, and still has its own answer.
    const again = await saveAs(`save-${seasonId}`, 1)
    const reused = await saveAs(`save-${seasonId}`, 3)
    const undone = await saveAs(`undo-${seasonId}`, 3)

    expect(first.data).toMatchObject({ revision: 2 })
    expect(again.data).toEqual(first.data)
    expect(reused.code).toBe(Code.INVALID_REQUEST)
    expect(undone.data).toMatchObject({ revision: 4 })
    expect(await countOf('season_revisions', seasonId)).toBe(4)
  })

  test('keeps the newest 200 saves', async () => {
    const seasonId = await begin({})
    const at = server.clock.now.toISOString()
    const { db } = server.ctx
    await db.execute(sql`insert into season_revisions (season_id, revision, plan, kind, created_at)
      select ${seasonId}, n, jsonb_build_object('n', n), 'SAVE', ${at}::timestamptz
      from generate_series(2, 210) n`)
    await db.execute(sql`update seasons set revision = 210 where id = ${seasonId}`)

    const saved = await save(seasonId, 210, { title: TITLE })

    expect(saved.data).toMatchObject({ revision: 211 })
    expect(await countOf('season_revisions', seasonId)).toBe(200)
    const { data } = await mina.call('seasonPlan.revision', {
      params: { seasonId, revision: 12 },
    })
    expect(data?.plan).toEqual({ n: 12 })
  })

  test('of a published season is refused', async () => {
    const plan = aPlan()
    const seasonId = await begin(plan)
    await release(seasonId, plan)

    const refused = await save(seasonId, 2, aPlan())

    expect(refused).toMatchObject({
      code: Code.INVALID_REQUEST,
      data: { issues: [{ path: 'seasonId' }] },
    })
  })
})

describe('a release', () => {
  test('writes the parts of the newest plan and is a revision of its own', async () => {
    const seasonId = await begin({ title: TITLE })
    const plan = aPlan({ title: TITLE })
    await save(seasonId, 1, plan)
    await mina.call('seasonPlan.previewed', {
      params: { seasonId },
      body: { revision: 2, language: 'ko' },
    })

    await release(seasonId, plan)

    expect(await countOf('season_rounds', seasonId)).toBe(4)
    expect(await countOf('season_prizes', seasonId)).toBeGreaterThan(2)
    expect(await countOf('season_missions', seasonId)).toBeGreaterThan(5)
    const { data } = await mina.call('seasonPlan.revisions', { params: { seasonId }, query: {} })
    expect(data).toMatchObject({
      totalCount: 3,
      list: [
        {
          revision: 3,
          kind: 'PUBLISH',
          previewed: { en: null, ko: server.clock.now.toISOString() },
        },
        { revision: 2, kind: 'SAVE', savedBy: mina.name },
        { revision: 1, kind: 'SAVE' },
      ],
    })
    expect(await show(seasonId)).toMatchObject({
      season: { phase: 'PUBLISHED', problems: 0, startAt: plan['startAt'] },
      problems: [],
    })
  })

  test('is followed by a revision for changed odds', async () => {
    const plan = aPlan()
    const seasonId = await begin(plan)
    await release(seasonId, plan)
    const prizes = [{ xp: 20, weight: 10_000 }]

    await mina.call('seasonPlan.changeOdds', { params: { seasonId }, body: { prizes } })

    expect(await show(seasonId)).toMatchObject({ revision: 3, plan: { spin: { prizes } } })
    const changed = await mina.call('seasonPlan.revision', { params: { seasonId, revision: 3 } })
    expect(changed.data).toMatchObject({ kind: 'LIVE', change: { kind: 'ODDS', after: prizes } })
    expect(await countOf('season_prizes', seasonId)).toBe(1)
  })
})

describe('a stored revision', () => {
  test('never changes', async () => {
    const seasonId = await begin({ title: TITLE })
    const change = server.ctx.db.execute(
      sql`update season_revisions set plan = '{}' where season_id = ${seasonId}`,
    )

    await expect(change).rejects.toMatchObject({
      cause: { message: 'A stored revision of a season never changes' },
    })
  })

  test('is not found if it is unknown', async () => {
    const seasonId = await begin({})
    const unknown = { seasonId: 999_999_999 }

    for (const reply of [
      await mina.call('seasonPlan.revision', { params: { seasonId, revision: 7 } }),
      await mina.call('seasonPlan.revisions', { params: unknown, query: {} }),
      await mina.call('seasonPlan.show', { params: unknown }),
      await save(unknown.seasonId, 1, {}),
      await mina.call('seasonPlan.discard', { params: unknown }),
    ]) {
      expect(reply).toMatchObject({ status: 404, code: Code.NOT_FOUND })
    }
  })
})

describe('a discarded draft', () => {
  test('is gone with its revisions and its products', async () => {
    const seasonId = await begin(aPlan())
    await aProduct(server, seasonId)

    const discarded = await mina.call('seasonPlan.discard', { params: { seasonId } })

    expect(discarded.code).toBe(0)
    expect((await mina.call('seasonPlan.show', { params: { seasonId } })).status).toBe(404)
    for (const table of ['season_revisions', 'products']) {
      expect(await countOf(table, seasonId)).toBe(0)
    }
  })

  test('is never a published season', async () => {
    const plan = aPlan()
    const seasonId = await begin(plan)
    await release(seasonId, plan)

    const refused = await mina.call('seasonPlan.discard', { params: { seasonId } })

    expect(refused).toMatchObject({ status: 400, code: Code.INVALID_REQUEST })
    expect(await show(seasonId)).toMatchObject({ season: { state: 'PUBLISHED' } })
  })
})

describe('a copy', () => {
  test('of a published season is a valid draft on other dates', async () => {
    const plan = aPlan({ title: TITLE })
    const source = await begin(plan)
    await release(source, plan)
    const { startAt } = aPlan()

    const { data } = await mina.call('seasonPlan.copy', {
      params: { seasonId: source },
      body: { startAt: String(startAt) },
    })

    expect(data).toMatchObject({ state: 'DRAFT', revision: 1, title: TITLE, startAt })
    const shown = await show(data?.seasonId ?? 0)
    // Codes that members know are emptied, so the copy asks for new ones.
    expect(shown?.problems.every(({ path }) => path.endsWith('.proof.code'))).toBe(true)
    expect(shown?.plan).toMatchObject({ startAt, tiers: plan['tiers'] })
  })
})
