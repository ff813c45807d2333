import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS } from '@solstice/rules/duration'
import { meanPrize } from '@solstice/rules/missions/spin/spin'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import { demoSeason, THEMES } from '#/demo/season-plan.ts'
import { runOperatorCommand } from '#test/operator-command.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { openBrowser, signUpMember } from '#test/test-member.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aSeason, previewDraft, publishDraft } from '#test/test-season.ts'

let server: TestApp
let operator: TestOperator
let day = 0
beforeAll(async () => {
  server = await startTestApp()
  operator = await anOperator(server, 'PROGRAMME')
})
afterAll(() => server.close())

/** Returns a plan after the previous one, so that plans do not overlap. */
function aPlan(change: Partial<SeasonPlan> = {}): SeasonPlan {
  day += 30
  const midnight = startOfDay(programmeDayOf(server.clock.now)).getTime()
  const startAt = new Date(midnight + day * DAY_MS)
  return mutable({ ...demoSeason(THEMES[0], startAt), ...change })
}

/** Returns the plan as read from a file. */
function mutable(plan: SeasonPlan): never {
  return JSON.parse(JSON.stringify(plan)) as never
}

const broken = (): SeasonPlan => {
  const plan = aPlan()
  const [one, two] = plan.rounds
  if (!one || !two) throw new Error('The plan has fewer than two rounds')
  return mutable({
    ...plan,
    rounds: [one, { ...two, startAt: one.startAt }, ...plan.rounds.slice(2)],
    tiers: plan.tiers.toReversed(),
    spin: { ...plan.spin, prizes: [{ xp: 5000, weight: 9000 }] },
  })
}

async function create(plan: SeasonPlan) {
  return operator.call('seasonPlan.create', { body: { plan: mutable(plan) } })
}

async function publicIds(): Promise<number[]> {
  const { data } = await openBrowser(server).call('season.listPublic', { query: { size: 100 } })
  return data?.list.map(({ seasonId }) => seasonId) ?? []
}

describe('a season plan', () => {
  test('becomes a draft that members do not see, and a season when it is published', async () => {
    const member = await signUpMember(server)
    const drafted = await create(aPlan())
    const seasonId = drafted.data?.seasonId ?? 0
    const hidden = await publicIds()
    const early = await member.call('season.show', { params: { seasonId } })

    const published = await publishDraft(server, operator, seasonId)
    const again = await publishDraft(server, operator, seasonId)

    expect(drafted.data).toMatchObject({ state: 'DRAFT', publishedAt: null })
    expect(hidden).not.toContain(seasonId)
    expect(early.code).toBe(Code.NOT_FOUND)
    expect(published.data).toMatchObject({ seasonId, state: 'PUBLISHED' })
    expect(again.data).toEqual(published.data)
    expect(await publicIds()).toContain(seasonId)
    const shown = await member.call('season.show', { params: { seasonId } })
    expect(shown.data).toMatchObject({ status: 'UPCOMING', title: 'The Long Night' })
    const { data } = await operator.call('seasonPlan.list', {})
    expect(data?.list.map((one) => one.seasonId)).toContain(seasonId)
  })

  test('is rejected with every reason if it is invalid, and nothing is stored', async () => {
    const before = await operator.call('seasonPlan.list', {})

    const refused = await create(broken())

    expect(refused).toMatchObject({
      status: 400,
      code: Code.INVALID_REQUEST,
      data: {
        problems: [
          { text: 'Round 2 overlaps round 1' },
          { text: 'The lowest tier does not begin at 0 XP' },
          { text: 'Tier Platinum is out of order: 10000 XP after 20000 XP' },
          { text: 'Tier Platinum gives less than the tier below it' },
          { text: 'Tier Gold is out of order: 5000 XP after 10000 XP' },
          { text: 'Tier Gold gives less than the tier below it' },
          { text: 'Tier Silver is out of order: 2000 XP after 5000 XP' },
          { text: 'Tier Silver gives less than the tier below it' },
          { text: 'Tier Bronze is out of order: 0 XP after 2000 XP' },
          { text: 'Tier Bronze gives less than the tier below it' },
          { text: 'The odds of the spin sum to 90 %, not to 100 % (10000)' },
          { text: 'A spin gives 5000.0 XP on average, over the budget of 60 XP' },
        ],
      },
    })
    expect((await operator.call('seasonPlan.list', {})).data).toEqual(before.data)
  })

  test('over its budget can be drafted but not published', async () => {
    const plan = aPlan()
    const drafted = await create({ ...plan, budget: { ...plan.budget, xp: 1000 } })
    const seasonId = drafted.data?.seasonId ?? 0

    const refused = await publishDraft(server, operator, seasonId)

    expect(refused).toMatchObject({
      code: Code.INVALID_REQUEST,
      data: {
        problems: [
          {
            path: 'budget.xp',
            code: 'XP_OVER_BUDGET',
            text: expect.stringMatching(
              /^10000 members would get \d+ XP, over the budget of 1000$/,
            ) as unknown,
          },
        ],
      },
    })
    expect(await publicIds()).not.toContain(seasonId)
  })

  test('cannot be published in the past or during another season', async () => {
    const first = await create(aPlan())
    await publishDraft(server, operator, first.data?.seasonId ?? 0)
    day -= 20
    const overlapping = await create(aPlan())
    day -= 1000
    const past = await create(aPlan())
    day += 1020
    const publish = (seasonId = 0) => publishDraft(server, operator, seasonId)

    const other = await publish(overlapping.data?.seasonId)
    const late = await publish(past.data?.seasonId)

    expect(other.data).toMatchObject({
      problems: [
        { text: expect.stringMatching(/^Season \d+, The Long Night, runs until /) as unknown },
      ],
    })
    expect(late.data).toMatchObject({
      problems: [
        { text: expect.stringMatching(/^The season would have begun already, at /) as unknown },
      ],
    })
  })

  test('is simulated by a check, which stores nothing', async () => {
    // Half of the members meet half of the costs only if no mission runs out.
    const plan = mutable(
      aPlan({
        missions: aPlan().missions.map((mission) =>
          mission.maxCompletions === null ? mission : { ...mission, maxCompletions: 10_000 },
        ),
      }),
    )
    const before = await operator.call('seasonPlan.list', {})

    const checked = await operator.call('seasonPlan.check', { body: { plan } })
    const half = await operator.call('seasonPlan.check', { body: { plan, members: 5000 } })

    expect(checked.data).toMatchObject({
      problems: [],
      simulation: { members: 10_000, days: 28, reward: '10000', rewardSymbol: 'USDS' },
    })
    const daily = checked.data?.simulation?.daily ?? []
    expect(daily.reduce((sum, { xp }) => sum + xp, 0)).toBe(checked.data?.simulation?.xp)
    expect(half.data?.simulation?.xp).toBe((checked.data?.simulation?.xp ?? 0) / 2)
    expect((await operator.call('seasonPlan.list', {})).data).toEqual(before.data)
  })

  test('can change its odds within its budget only, and the change is audited', async () => {
    const drafted = await create(aPlan())
    const seasonId = drafted.data?.seasonId ?? 0
    const change = (xp: number) =>
      operator.call('seasonPlan.changeOdds', {
        params: { seasonId },
        body: { prizes: [{ xp, weight: 10_000 }] },
      })

    const tooExpensive = await change(61)
    const good = await change(20)

    expect(tooExpensive).toMatchObject({
      code: Code.INVALID_REQUEST,
      data: { problems: [{ text: 'A spin gives 61.0 XP on average, over the budget of 60 XP' }] },
    })
    expect(good.code).toBe(0)
    const owner = await anOperator(server)
    const audit = await owner.call('operator.listAudit', {
      query: { subject: `season:${seasonId}` },
    })
    expect(audit.data?.list.map(({ action }) => action)).toEqual(['season.odds', 'season.draft'])
    for (const { actor } of audit.data?.list ?? []) expect(actor).toContain(operator.name)
  })

  test('over its budget can change to odds that cost less, and to no others', async () => {
    const { seasonId, spin } = await aSeason(server, {
      startsInDays: -1,
      change: (plan) => ({ ...plan, budget: { ...plan.budget, xp: 1 } }),
    })
    const change = (xp: number) =>
      operator.call('seasonPlan.changeOdds', {
        params: { seasonId },
        body: { prizes: [{ xp, weight: 10_000 }] },
      })
    const revisions = async () =>
      (await operator.call('seasonPlan.show', { params: { seasonId } })).data?.revision

    const more = await change(Math.ceil(meanPrize(spin.prizes)))
    const less = await change(20)
    const afterLess = await revisions()
    const again = await change(20)

    expect(more.code).toBe(Code.INVALID_REQUEST)
    expect([less.code, again.code]).toEqual([0, 0])
    expect(await revisions()).toBe(afterLess)
  })

  test('keeps its odds once it has ended', async () => {
    const { seasonId } = await aSeason(server, { startsInDays: -40 })
    const refused = await operator.call('seasonPlan.changeOdds', {
      params: { seasonId },
      body: { prizes: [{ xp: 20, weight: 10_000 }] },
    })

    expect(refused).toMatchObject({
      code: Code.INVALID_REQUEST,
      data: { problems: [{ code: 'CHANGE_SEASON_ENDED' }] },
    })
  })

  test('counts its problems again when the odds of the draft change', async () => {
    const plan = aPlan()
    const broken = { ...plan.spin, prizes: [{ xp: 20, weight: 9_999 }] }
    const begun = await operator.call('seasonPlan.begin', {
      body: { plan: { ...plan, spin: broken } },
    })
    const { data } = await operator.call('seasonPlan.changeOdds', {
      params: { seasonId: begun.data?.seasonId ?? 0 },
      body: { prizes: [{ xp: 20, weight: 10_000 }] },
    })

    expect([begun.data?.problems, data?.problems]).toEqual([1, 0])
  })

  test('is drafted once under the same key', async () => {
    const body = { plan: mutable(aPlan()) }
    const key = { 'idempotency-key': 'winter' }

    const first = await operator.call('seasonPlan.create', { body }, key)
    const again = await operator.call('seasonPlan.create', { body }, key)

    expect(again.data).toEqual(first.data)
  })

  test.each(['seasonPlan.publish', 'seasonPlan.changeOdds'] as const)(
    'returns 2901 for an unknown draft in %s',
    async (id) => {
      const params = { seasonId: 999_999_999 }
      const body =
        id === 'seasonPlan.publish' ? {} : { body: { prizes: [{ xp: 1, weight: 10_000 }] } }

      const reply = await operator.call(id, { params, ...body })

      expect(reply).toMatchObject({ status: 404, code: Code.NOT_FOUND })
    },
  )
})

describe('the command line', () => {
  let folder: string
  let address: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'solstice-seasons-'))
    address = await server.app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const run = (...args: string[]) =>
    runOperatorCommand(
      [
        ...args.map((arg) => (arg.endsWith('.json') ? join(folder, arg) : arg)),
        '--server',
        address,
      ],
      { SOLSTICE_OPERATOR_TOKEN: operator.token },
    )

  const write = (name: string, value: unknown) =>
    writeFile(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value))

  test('checks a file, creates a draft and publishes it', async () => {
    await write('good.json', aPlan())

    const checked = await run('seasons', 'check', 'good.json', '--members', '1000')
    const created = await run('seasons', 'create', 'good.json', '--json')
    const { seasonId } = JSON.parse(created.out) as { seasonId: number }
    const id = String(seasonId)
    const reason = ['--reason', 'Ticket 7']
    const unseen = await run('seasons', 'publish', id, ...reason)
    await previewDraft(server, seasonId)
    const published = await run(
      'seasons',
      'publish',
      id,
      '--confirm',
      'BUDGET_150,COVER',
      ...reason,
    )
    const list = await run('seasons', 'list')

    expect(checked).toMatchObject({ exitCode: 0, err: '' })
    expect(checked.out).toContain('The season file is valid.')
    expect(checked.out).toMatch(/Members +1,000\nDays +28\nXP +[\d,]+\nTickets +[\d,]+/)
    expect(checked.out).toMatch(/Cost at most +10000 USDS/)
    expect(unseen).toMatchObject({ exitCode: 1, out: '' })
    expect(unseen.err).toContain('  - PREVIEW_KO')
    expect(published.out).toContain(`Season ${seasonId} is published.`)
    expect(list.out).toMatch(new RegExp(`${seasonId} +The Long Night +PUBLISHED`))
  })

  test('prints every reason why a file is rejected, and exits with 1', async () => {
    await write('broken.json', broken())

    const checked = await run('seasons', 'check', 'broken.json')
    const created = await run('seasons', 'create', 'broken.json')

    for (const reason of [
      'Round 2 overlaps round 1',
      'The lowest tier does not begin at 0 XP',
      'The odds of the spin sum to 90 %, not to 100 % (10000)',
      'A spin gives 5000.0 XP on average, over the budget of 60 XP',
    ]) {
      expect(checked.out).toContain(`  - ${reason}`)
      expect(created.err).toContain(`  - ${reason}`)
    }
    expect([checked.exitCode, created.exitCode]).toEqual([1, 1])
  })

  test('prints every error of an invalid season file with its path, and exits with 2', async () => {
    const plan: SeasonPlan = aPlan()
    await write('odd.json', {
      ...plan,
      tiers: [{ ...plan.tiers[0], minXp: -5 }],
      spin: { ...plan.spin, ticketsPerSpin: 2 },
      extra: true,
    })
    await write('torn.json', '{')

    const odd = await run('seasons', 'create', 'odd.json')
    const malformed = await run('seasons', 'create', 'torn.json')
    const missing = await run('seasons', 'create', 'nowhere.json')

    expect(odd.err).toContain('  - tiers.0.minXp: ')
    expect(odd.err).toContain('  - spin.ticketsPerSpin: ')
    expect(odd.err).toContain('extra')
    expect(malformed.err).toContain('torn.json is not JSON')
    expect(missing.err).toContain('nowhere.json cannot be read')
    expect([odd, malformed, missing].map(({ exitCode }) => exitCode)).toEqual([2, 2, 2])
  })

  test('changes the odds of a season', async () => {
    const created = await create(aPlan())
    const seasonId = String(created.data?.seasonId)
    await write('odds.json', [{ xp: 40, weight: 10_000 }])
    await write('dear.json', [{ xp: 400, weight: 10_000 }])
    const why = ['--reason', 'Ticket 7']

    expect((await run('seasons', 'odds', seasonId, 'odds.json', ...why)).exitCode).toBe(0)
    const tooExpensive = await run('seasons', 'odds', seasonId, 'dear.json', ...why)
    expect(tooExpensive.err).toContain('over the budget of 60 XP')
  })
})
