import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '@solstice/rules/duration'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import { demoSeason, THEMES } from '#/demo/season-plan.ts'
import { missingWords } from '#test/approval-words.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anApprover, approvalIdOf, type TestApprover } from '#test/test-approval.ts'
import { DAILY_LINK_MISSION } from '#test/test-mission.ts'
import { aSeason, publishDraft } from '#test/test-season.ts'
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
