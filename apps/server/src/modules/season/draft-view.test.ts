import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import type { OperatorRole } from '@solstice/contract/endpoint'
import { seasonPlanSchema } from '@solstice/contract/season-plan.schemas'
import { DAY_MS } from '@solstice/rules/duration'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import { demoSeason, THEMES } from '#/demo/season-plan.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { aPerson } from '#test/test-console.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { planHashOf } from './revision.service.ts'

let server: TestApp
let operator: TestOperator
let plan: Record<string, unknown>
beforeAll(async () => {
  server = await startTestApp()
  operator = await anOperator(server, 'PROGRAMME')
  const midnight = startOfDay(programmeDayOf(server.clock.now)).getTime()
  plan = { ...structuredClone(demoSeason(THEMES[0], new Date(midnight + 40 * DAY_MS))) }
})
afterAll(() => server.close())

async function begin(draft = plan): Promise<{ seasonId: number }> {
  const { data } = await operator.call('seasonPlan.begin', { body: { plan: draft } })
  return { seasonId: data?.seasonId ?? 0 }
}

const simulate = (params: { seasonId: number }, body: { revision: number; seed?: number }) =>
  operator.call('seasonPlan.simulate', { params, body })

describe('the simulation of a draft', () => {
  test('is stored with its revision, and the same seed gives the same result', async () => {
    const params = await begin()

    const first = await simulate(params, { revision: 1, seed: 7 })
    const again = await simulate(params, { revision: 1, seed: 7 })

    expect(again.data).toEqual(first.data)
    expect(first.data).toMatchObject({
      revision: 1,
      simulation: { members: 10_000, days: 28, rewardSymbol: 'USDS' },
      spread: { seed: 7 },
      sizes: [{ factor: 0.8 }, { factor: 1 }, { factor: 1.2 }, { factor: 1.5 }],
    })
    const shown = await operator.call('seasonPlan.show', { params })
    const stored = shown.data?.simulation
    expect({ ...stored, revision: 1 }).toEqual(first.data)
    const saved = await operator.call('seasonPlan.revision', { params: { ...params, revision: 1 } })
    expect(saved.data).toMatchObject({ isSimulated: true, simulation: stored })
  })

  test('does not belong to the next revision', async () => {
    const params = await begin()
    await simulate(params, { revision: 1 })

    const changed = { ...plan, imageUrl: '/covers/thaw.webp' }
    await operator.call('seasonPlan.save', { params, body: { revision: 1, plan: changed } })

    const shown = await operator.call('seasonPlan.show', { params })
    expect(shown.data).toMatchObject({ revision: 2, simulation: null })
    expect(await simulate(params, { revision: 1 })).toMatchObject({
      code: Code.OUTDATED,
      data: { revision: 2 },
    })
  })

  test('is refused with every problem while the plan is unfinished', async () => {
    const params = await begin({ title: { en: 'Thaw', ko: '해빙' } })

    const refused = await simulate(params, { revision: 1 })

    expect(refused.code).toBe(Code.INVALID_REQUEST)
    expect(JSON.stringify(refused.data)).toContain('"path":"rounds"')
  })
})

test('the simulation of a complete but invalid draft is refused with its problems', async () => {
  const refused = await simulate(await begin({ ...plan, tiers: [] }), { revision: 1 })

  expect(refused).toMatchObject({
    code: Code.INVALID_REQUEST,
    data: { problems: [{ path: 'tiers', code: 'TIERS_NONE' }] },
  })
})

test('the codes and answers of a plan are shown only to roles that need them', async () => {
  const params = await begin()
  const shownTo = async (role: OperatorRole) => {
    const reader = await anOperator(server, role)
    const shown = await reader.call('seasonPlan.show', { params })
    const saved = await reader.call('seasonPlan.revision', { params: { ...params, revision: 1 } })
    return [shown.data?.plan, saved.data?.plan].map((read) => {
      const text = JSON.stringify(read?.['missions'])
      return /"code":"[^"]/.test(text) || text.includes('"answer":')
    })
  }

  for (const role of ['OWNER', 'PROGRAMME', 'FINANCE'] as const) {
    expect(await shownTo(role)).toEqual([true, true])
  }
  for (const role of ['SUPPORT', 'OPS', 'AUDITOR'] as const) {
    expect(await shownTo(role)).toEqual([false, false])
  }
})

const listed = async (seasonId: number) => {
  const { data } = await operator.call('seasonPlan.list', {})
  return data?.list.find((row) => row.seasonId === seasonId)
}

test('the problems of a draft of an earlier release are counted when it is opened', async () => {
  const { seasonId } = await begin({ ...plan, tiers: [] })
  const { db } = server.ctx
  await db.execute(sql`update seasons set problem_count = null where id = ${seasonId}`)
  const stored = () =>
    rowsOf(db, sql`select problem_count as total from seasons where id = ${seasonId}`)

  expect((await listed(seasonId))?.problems).toBeNull()
  expect(await stored()).toEqual([{ total: null }])
  const shown = await operator.call('seasonPlan.show', { params: { seasonId } })

  expect(shown.data?.season.problems).toBe(1)
  expect(await stored()).toEqual([{ total: 1 }])
  expect((await listed(seasonId))?.problems).toBe(1)
})

test('the list has the ends of rounds, as far as a draft has them', async () => {
  const { rounds } = seasonPlanSchema.parse(plan)
  const ends = rounds.map(({ endAt }) => endAt)
  const [first, ...others] = rounds
  const complete = await begin({ ...plan })
  const unfinished = await begin({ rounds: [first, { endAt: 'soon' }, null, ...others] })
  const odd = await begin({ rounds: 'four', budget: 7, reward: [] })

  expect((await listed(complete.seasonId))?.roundEnds).toEqual(ends)
  expect((await listed(unfinished.seasonId))?.roundEnds).toEqual(ends)
  expect(await listed(odd.seasonId)).toMatchObject({ roundEnds: [], members: null, pool: null })
})

describe('the phase of a draft', () => {
  test('is in review while a proposal to publish this plan waits', async () => {
    const params = await begin()
    const phase = async () =>
      (await operator.call('seasonPlan.show', { params })).data?.season.phase
    const requester = await aPerson(server, 'PROGRAMME')
    const at = server.clock.now.toISOString()
    const end = new Date(server.clock.now.getTime() + DAY_MS).toISOString()
    const facts = JSON.stringify({ planHash: planHashOf({ plan }) })
    await server.ctx.db.execute(sql`insert into approvals (call, rule, causes, subject, params,
        body_hash, facts, changes, figures, approver_roles, requested_by, requested_at,
        confirmable_at, expires_at)
      values ('seasonPlan.publish', 'SEASON', '[]', ${`season:${params.seasonId}`}, '{}',
        ${'a'.repeat(64)}, ${facts}::jsonb, '[]', '[]', '[]', ${requester.operatorId},
        ${at}::timestamptz, ${at}::timestamptz, ${end}::timestamptz)`)

    expect(await phase()).toBe('IN_REVIEW')
    const save = (revision: number, draft: Record<string, unknown>) =>
      operator.call('seasonPlan.save', { params, body: { revision, plan: draft } })
    await save(1, { ...plan, imageUrl: '/covers/thaw.webp' })
    expect(await phase()).toBe('DRAFT')
    await save(2, plan)
    expect(await phase()).toBe('IN_REVIEW')
    server.clock.now = new Date(end)
    expect(await phase()).toBe('DRAFT')
  })
})

describe('an opened preview', () => {
  test('is recorded per language with its first time, for this revision only', async () => {
    const params = await begin()
    const previewed = (language: 'en' | 'ko', revision = 1) =>
      operator.call('seasonPlan.previewed', { params, body: { revision, language } })
    const at = server.clock.now.toISOString()

    const english = await previewed('en')
    server.clock.now = new Date(server.clock.now.getTime() + 60_000)
    const both = await previewed('ko')
    const again = await previewed('en')

    const later = server.clock.now.toISOString()
    expect(english.data).toEqual({ revision: 1, previewed: { en: at, ko: null } })
    expect(both.data?.previewed).toEqual({ en: at, ko: later })
    expect(again.data?.previewed).toEqual({ en: at, ko: later })
    await operator.call('seasonPlan.save', { params, body: { revision: 1, plan: {} } })
    expect((await previewed('en')).code).toBe(Code.OUTDATED)
    const shown = await operator.call('seasonPlan.show', { params })
    expect(shown.data?.previewed).toEqual({ en: null, ko: null })
  })
})
