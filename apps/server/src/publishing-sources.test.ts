import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@solstice/rules/duration'
import { DEFAULT_INVITE_TERMS } from '@solstice/rules/invite'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import type { GateItem, GateKey } from '@solstice/rules/season-gate'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aSeason, previewDraft } from '#test/test-season.ts'
import { fundTreasury } from '#test/test-treasury.ts'
import { demoSeason, THEMES } from './demo/season-plan.ts'
import { insertTerms } from './modules/invite/terms.queries.ts'
import { findSchedule } from './modules/season/season-schedule.queries.ts'
import { ChainError } from './platform/process/chain-error.ts'

let server: TestApp
let operator: TestOperator
beforeEach(async () => {
  server = await startTestApp({ withChains: true })
  operator = await anOperator(server, 'PROGRAMME')
})
afterEach(() => server.close())

/** Returns a plan whose pools together promise 10 USDS. */
function aPlan(inDays: number) {
  const midnight = startOfDay(programmeDayOf(server.ctx.now())).getTime()
  const plan = demoSeason(THEMES[0], new Date(midnight + inDays * DAY_MS))
  const rounds = plan.rounds.map((round, at) => ({ ...round, pool: at === 0 ? '10' : '0.000001' }))
  // The contract's input type has mutable arrays.
  return structuredClone({ ...plan, rounds }) as never
}

async function aDraft(inDays: number): Promise<number> {
  const { data } = await operator.call('seasonPlan.create', { body: { plan: aPlan(inDays) } })
  const seasonId = data?.seasonId ?? 0
  await previewDraft(server, seasonId)
  return seasonId
}

async function shownItem(seasonId: number, wanted: GateKey) {
  const { data } = await operator.call('seasonPlan.show', { params: { seasonId } })
  return data?.gate.find(({ key }) => key === wanted)
}

async function phaseOf(seasonId: number) {
  const { data } = await operator.call('seasonPlan.list', {})
  return data?.list.find((season) => season.seasonId === seasonId)?.phase
}

const publish = (seasonId: number) =>
  operator.call('seasonPlan.publish', {
    params: { seasonId },
    body: { confirmed: ['BUDGET_150'] },
  })

const openKeys = ({ data }: { data: unknown }) =>
  (data as { gate: GateItem[] }).gate.filter(({ state }) => state !== 'OK').map(({ key }) => key)

/** Lets every node fail, as an outage of the provider does. */
function breakNodes(): void {
  server.ctx.chains.node = () => ({ call: () => Promise.reject(new ChainError('No answer')) })
}

describe('the cover of the publish gate', () => {
  test('warns about an empty treasury and refuses until the warning is confirmed', async () => {
    const seasonId = await aDraft(100)

    expect(await shownItem(seasonId, 'COVER')).toMatchObject({
      state: 'WARN',
      values: { available: '0', symbol: 'USDS' },
    })
    const refused = await publish(seasonId)
    expect(refused.code).toBe(Code.INVALID_REQUEST)
    expect(openKeys(refused)).toContain('COVER')
  })

  test('is green for a filled treasury, without what published seasons promise', async () => {
    await fundTreasury(server)
    const [first, second] = [await aDraft(100), await aDraft(160)]
    const before = await shownItem(second, 'COVER')
    const published = await publish(first)
    const after = await shownItem(second, 'COVER')

    expect(published.code).toBe(0)
    expect(before?.state).toBe('OK')
    const free = Number(before?.values['available']) - Number(after?.values['available'])
    expect(free).toBeCloseTo(10, 3)
  })

  test('is unknown while a node does not answer', async () => {
    await fundTreasury(server)
    const seasonId = await aDraft(100)
    breakNodes()

    const cover = await shownItem(seasonId, 'COVER')
    expect(cover?.state).toBe('WARN')
    expect(cover?.values).not.toHaveProperty('available')
    expect((await publish(seasonId)).code).toBe(Code.INVALID_REQUEST)
  })

  test.each([
    ['publishes', 'filled', 'PUBLISHED'],
    ['suspends', 'unknown', 'SUSPENDED'],
  ])('%s a scheduled season if the treasury is %s then', async (_does, treasury, phase) => {
    await fundTreasury(server)
    const seasonId = await aDraft(100)
    const publishAt = new Date(server.ctx.now().getTime() + HOUR_MS)
    const scheduled = await operator.call('seasonPlan.schedule', {
      params: { seasonId },
      body: { confirmed: ['BUDGET_150'], publishAt: publishAt.toISOString() },
    })
    if (treasury === 'unknown') breakNodes()
    server.clock.now = publishAt
    // The job asks a silent node again for about twenty minutes.
    for (let asked = 0; asked < 13; asked += 1) {
      await server.worker.runDue()
      server.clock.advance(2 * MINUTE_MS)
    }

    expect(scheduled.code).toBe(0)
    expect(await phaseOf(seasonId)).toBe(phase)
  })

  test('delays a scheduled season while the treasury is unknown', async () => {
    await fundTreasury(server)
    const seasonId = await aDraft(100)
    const publishAt = new Date(server.ctx.now().getTime() + HOUR_MS)
    await operator.call('seasonPlan.schedule', {
      params: { seasonId },
      body: { confirmed: ['BUDGET_150'], publishAt: publishAt.toISOString() },
    })
    const { node } = server.ctx.chains
    breakNodes()
    server.clock.now = publishAt
    await server.worker.runDue()
    const whileSilent = await phaseOf(seasonId)
    server.ctx.chains.node = node
    server.clock.advance(MINUTE_MS)
    await server.worker.runDue()

    expect(whileSilent).toBe('SCHEDULED')
    expect(await phaseOf(seasonId)).toBe('PUBLISHED')
  })

  test('suspends at once if the season begins before the treasury could be asked again', async () => {
    await fundTreasury(server)
    const seasonId = await aDraft(100)
    const { data } = await operator.call('seasonPlan.show', { params: { seasonId } })
    const startMs = Date.parse(data?.season.startAt ?? '')
    await operator.call('seasonPlan.schedule', {
      params: { seasonId },
      body: {
        confirmed: ['BUDGET_150'],
        publishAt: new Date(startMs - 10 * MINUTE_MS).toISOString(),
      },
    })
    breakNodes()
    // The worker runs late.
    server.clock.now = new Date(startMs - SECOND_MS)
    await server.worker.runDue()

    const late = await findSchedule(server.ctx.db, seasonId)
    expect(late).toMatchObject({ state: 'SUSPENDED', problems: [], gate: [{ key: 'COVER' }] })
  })
})

describe('the terms of invites', () => {
  test('count in the budget of the gate and of a check', async () => {
    const seasonId = await aDraft(100)
    const before = await shownItem(seasonId, 'BUDGET')
    const terms = { ...DEFAULT_INVITE_TERMS, firstInviteXp: 10_000 }
    await insertTerms(server.ctx.db, terms, server.ctx.now())
    const after = await shownItem(seasonId, 'BUDGET')
    const checked = await operator.call('seasonPlan.check', { body: { plan: aPlan(100) } })

    expect(before).toMatchObject({ state: 'OK', values: { inviteXp: 300_000 } })
    expect(after).toMatchObject({ state: 'FAIL', values: { firstInviteXp: 10_000 } })
    expect(openKeys(await publish(seasonId))).toContain('BUDGET')
    expect(checked.data?.problems.map(({ code }) => code)).toEqual(['XP_OVER_BUDGET'])
  })

  test('count in the budget of an extension and of dearer odds', async () => {
    const { seasonId, endAt } = await aSeason(server)
    const params = { seasonId }
    const extend = { kind: 'EXTEND', days: 1, endAt: endAt.toISOString() } as const
    const prizes = [{ xp: 55, weight: 10_000 }]
    const problems = async () => {
      const changes = [extend, { kind: 'ODDS' as const, prizes }]
      const calls = changes.map((change) =>
        operator.call('seasonPlan.liveEffect', { params, body: { change } }),
      )
      const replies = await Promise.all(calls)
      return replies.map(({ data }) => data?.problems.map(({ code }) => code))
    }
    const before = await problems()
    const terms = { ...DEFAULT_INVITE_TERMS, firstInviteXp: 10_000 }
    await insertTerms(server.ctx.db, terms, server.ctx.now())
    const extended = await operator.call('seasonPlan.reviseLive', {
      params,
      body: { change: extend },
    })
    const dearer = await operator.call('seasonPlan.changeOdds', { params, body: { prizes } })

    expect(before).toEqual([[], []])
    expect(await problems()).toEqual([['XP_OVER_BUDGET'], ['XP_OVER_BUDGET']])
    const refused = { code: Code.INVALID_REQUEST, data: { problems: [{ code: 'XP_OVER_BUDGET' }] } }
    expect(extended).toMatchObject(refused)
    expect(dearer).toMatchObject(refused)
  })
})
