import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallId } from '@solstice/contract/catalogue'
import type { CallInput } from '@solstice/contract/wire'
import { startCampaign } from '#/modules/notice/campaign.service.ts'
import { publishNotice } from '#/modules/notice/notice.service.ts'
import { saveCaps } from '#/modules/payout/treasury.queries.ts'
import { approvals } from '#/modules/approval/approval.table.ts'
import { DAY_MS } from '@solstice/rules/duration'
import { CALLS_AT_ONCE } from '#test/calls-at-once.ts'
import { insertMember } from '#test/insert-members.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { aPerson } from '#test/test-console.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aCreditPackage, anXpPack } from '#test/test-shop.ts'
import { aSeason } from '#test/test-season.ts'

let server: TestApp
/** Nobody answers for this token, so that nothing it sends could wait for a second person. */
let operator: TestOperator
let seasonId: number
beforeAll(async () => {
  server = await startTestApp({ withChains: true, withApprovals: true })
  operator = await anOperator(server)
  ;({ seasonId } = await aSeason(server))
})
afterAll(() => server.close())

const reason = 'Safe direction'

async function aNotice(): Promise<number> {
  const texts = { en: 'Notice', ko: '공지' }
  const { ctx } = server
  const content = { type: 'NOTICE', title: texts, content: texts, publishedAt: ctx.now() } as const
  return (await publishNotice(ctx.db, content)).id
}

async function aCampaign(): Promise<number> {
  const { ctx } = server
  const notice = { noticeId: await aNotice(), code: 'NOTICE', audience: {} } as const
  const dueAt = new Date(ctx.now().getTime() + DAY_MS)
  return startCampaign(ctx.db, ctx, { ...notice, startedBy: 'operator:test', dueAt })
}

type Inputs = { [Id in CallId]?: () => Promise<CallInput<Id>> | CallInput<Id> }

/** Inputs that stop something, take a right away or give less. */
const safe: Inputs = {
  'operator.disableOperator': async () => ({
    params: { operatorId: (await aPerson(server, 'SUPPORT')).operatorId },
    body: { reason },
  }),
  'operator.suspendMember': async () => ({
    params: { userId: await insertMember(server.ctx.db) },
    body: { reason },
  }),
  'operator.disableMember': async () => ({
    params: { userId: await insertMember(server.ctx.db) },
    body: { reason },
  }),
  'member.endSessions': async () => ({
    params: { userId: await insertMember(server.ctx.db) },
    body: { reason },
  }),
  'notice.withdraw': async () => ({ params: { noticeId: await aNotice() }, body: { reason } }),
  'notice.cancelCampaign': async () => ({
    params: { campaignId: await aCampaign() },
    body: { reason },
  }),
  'maintenance.set': () => ({ body: { enabled: true, reason } }),
  'payout.freeze': () => ({ body: { reason } }),
  'approval.setPolicy': () => ({ body: { refundUsds: 19, productXpPerUsd: 0, reason } }),
  'operator.change': async () => ({
    params: { operatorId: (await aPerson(server, 'FINANCE')).operatorId },
    body: { role: 'AUDITOR', reason },
  }),
  'payout.setCaps': async () => {
    const caps = { perMember: '10', perDay: '100', refundsPerDay: '100' }
    await saveCaps(server.ctx.db, 'USDX', caps)
    return { params: { symbol: 'USDX' }, body: { perMember: '9', perDay: '99', reason } }
  },
  'invite.setTerms': () => ({ body: { referralReward: '0.1', checkInDays: 100, reason } }),
  'product.change': async () => ({
    params: { productId: await anXpPack(server, seasonId, { stock: 10, perMember: 2 }) },
    body: { onSale: false, stock: 9, perUserLimit: 1, reason },
  }),
  'credit.changePackage': async () => ({
    params: { packageId: await aCreditPackage(server) },
    body: { onSale: false, reason },
  }),
  'seasonPlan.unschedule': () => ({ params: { seasonId } }),
  'seasonPlan.unpublish': async () => ({
    params: { seasonId: (await aSeason(server, { startsInDays: 100 })).seasonId },
    body: { reason },
  }),
  'seasonPlan.changeLive': () => ({
    params: { seasonId },
    body: { change: { kind: 'MISSION_OFF', missionId: 1 }, reason },
  }),
  'network.setPrice': () => ({ params: { symbol: 'ETH' }, body: { priceUsd: null, reason } }),
}

describe('an action in the safe direction', () => {
  test('is in this matrix if it has no approval rule', () => {
    const named = Object.entries(CALLS_AT_ONCE).filter(([, why]) => why.startsWith('safe'))
    expect(named.map(([id]) => id).filter((id) => !(id in safe))).toEqual([])
  })

  test.each(Object.keys(safe) as (keyof typeof safe)[])(
    '%s runs at once, although nobody could approve it',
    async (id) => {
      const input = await safe[id]?.()
      const reply = await operator.call(id, input as CallInput<typeof id>)

      expect(reply.code).toBe(0)
      expect(await server.ctx.db.$count(approvals)).toBe(0)
    },
  )
})
