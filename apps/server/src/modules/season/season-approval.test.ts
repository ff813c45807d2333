import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS } from '@solstice/rules/duration'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import { demoSeason, THEMES } from '#/demo/season-plan.ts'
import { ChainError } from '#/platform/process/chain-error.ts'
import { missingWords } from '#test/approval-words.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anApprover, approvalIdOf, type TestApprover } from '#test/test-approval.ts'
import { DAILY_LINK_MISSION } from '#test/test-mission.ts'
import { aSeason, previewDraft, publishDraft } from '#test/test-season.ts'
import { fundTreasury } from '#test/test-treasury.ts'
import { chainOf } from '#test/test-wallet.ts'
import { draftSeason } from './publication.service.ts'

let server: TestApp
let programme: TestApprover
let finance: TestApprover
beforeAll(async () => {
  server = await startTestApp({ withChains: true, withApprovals: true })
  programme = await anApprover(server, 'PROGRAMME')
  finance = await anApprover(server, 'FINANCE')
  await anApprover(server)
})
afterAll(() => server.close())

const show = async (reply: { code: number; data: unknown }) => {
  const shown = await finance.call('approval.show', { params: { approvalId: approvalIdOf(reply) } })
  if (!shown.data) throw new Error('The proposal is missing')
  return shown.data
}

test('a proposal to publish lists the products of the plan above the rate of the policy', async () => {
  const { ctx } = server
  const startAt = new Date(startOfDay(programmeDayOf(ctx.now())).getTime() + 60 * DAY_MS)
  const product = {
    name: { en: 'Fair', ko: '보통' },
    description: { en: 'Tickets', ko: '티켓' },
    imageUrl: null,
    payType: 'XP',
    price: '1000',
    chainId: null,
    contract: null,
    givesXp: 0,
    givesTickets: 12,
    stock: 1,
    perUserLimit: 1,
    position: 1,
  } as const
  const { address: contract } = chainOf(server).network.token
  const products = [
    product,
    { ...product, name: { en: 'Cheap', ko: '저가' }, givesTickets: 13 },
    {
      ...product,
      name: { en: 'For a token', ko: '토큰' },
      payType: 'TOKEN',
      price: '5',
      chainId: 31_337,
      contract,
    },
  ] as const
  const plan = { ...demoSeason(THEMES[0], startAt), products }
  const seasonId = await draftSeason(ctx.db, ctx, plan)

  const shown = await show(await publishDraft(server, programme, seasonId))

  expect(shown.changes).toEqual([
    { field: 'product2', before: null, after: 'Cheap · 1000 XP → 13 TICKET' },
    { field: 'product3', before: null, after: 'For a token · 5 TOKEN → 12 TICKET' },
  ])
  expect(missingWords(shown)).toEqual([])
})

/** Previews a draft whose pools together promise 10 USDS. */
async function aSmallDraft(inDays: number): Promise<number> {
  const { ctx } = server
  const startAt = new Date(startOfDay(programmeDayOf(ctx.now())).getTime() + inDays * DAY_MS)
  const plan = demoSeason(THEMES[0], startAt)
  const rounds = plan.rounds.map((round) => ({ ...round, pool: '2.5' }))
  const seasonId = await draftSeason(ctx.db, ctx, { ...plan, rounds })
  await previewDraft(server, seasonId)
  return seasonId
}

const BUDGET_ONLY = { confirmed: ['BUDGET_150' as const] }

/** Publishes or schedules a draft whose cover nobody confirmed. */
const propose = {
  publish: (seasonId: number) =>
    programme.call('seasonPlan.publish', { params: { seasonId }, body: BUDGET_ONLY }),
  schedule: (seasonId: number) => {
    const publishAt = new Date(server.ctx.now().getTime() + DAY_MS).toISOString()
    const body = { ...BUDGET_ONLY, publishAt }
    return programme.call('seasonPlan.schedule', { params: { seasonId }, body })
  },
}

test('a season without cover is refused before it is proposed, unless that was confirmed', async () => {
  const seasonId = await aSmallDraft(120)

  expect((await propose.publish(seasonId)).code).toBe(Code.INVALID_REQUEST)
  expect((await propose.schedule(seasonId)).code).toBe(Code.INVALID_REQUEST)
})

test.each([
  ['publish', 200],
  ['schedule', 260],
] as const)('a proposal to %s waits on while a node is silent', async (call, inDays) => {
  await fundTreasury(server)
  const seasonId = await aSmallDraft(inDays)
  const proposed = await propose[call](seasonId)
  const { chains } = server.ctx
  const { node } = chains
  chains.node = () => ({ call: () => Promise.reject(new ChainError('No answer')) })
  const whileSilent = await finance.approve(approvalIdOf(proposed))
  const { state } = await show(proposed)
  chains.node = node
  const approved = await finance.approve(approvalIdOf(proposed))

  expect(whileSilent.code).toBe(Code.INVALID_REQUEST)
  expect(state).toBe('WAITING')
  expect(approved.code).toBe(0)
})

test('a proposal to change a running season shows the simulated rest before and after', async () => {
  const { seasonId } = await aSeason(server)
  const change = { kind: 'MISSION_REWARD', missionId: DAILY_LINK_MISSION, rewardXp: 90 } as const

  const shown = await show(
    await programme.call('seasonPlan.reviseLive', { params: { seasonId }, body: { change } }),
  )

  const figure = (name: string) => Number(shown.figures.find((each) => each.name === name)?.value)
  expect(figure('restXpAfter')).toBeGreaterThan(figure('restXpBefore'))
  expect(figure('restXpBefore')).toBeGreaterThan(0)
  expect(figure('restTicketsAfter')).toBeGreaterThanOrEqual(figure('restTicketsBefore'))
  expect(missingWords(shown)).toEqual([])
})
