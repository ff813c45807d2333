import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '@solstice/rules/duration'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { campaignFixtures } from '#test/test-campaign.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aSeason } from '#test/test-season.ts'
import { waitingSessions } from '#test/waiting-sessions.ts'
import { addressBatch } from './campaign-run.service.ts'
import { cancelCampaign } from './campaign.service.ts'

let server: TestApp
let operator: TestOperator
beforeAll(async () => {
  server = await startTestApp()
  operator = await anOperator(server, 'PROGRAMME')
})
afterAll(() => server.close())

const { aNotice, start } = campaignFixtures(() => operator)

test.each<[other: string, run: (campaignId: number) => Promise<void>]>([
  ['a campaign that moves its notice', (campaignId) => addressBatch(server.ctx, campaignId)],
  [
    'a maintenance that replaces its announcement',
    (campaignId) => server.ctx.db.transaction((tx) => cancelCampaign(tx, server.ctx, campaignId)),
  ],
])('a withdrawal waits for %s', async (other, run) => {
  const { db } = server.ctx
  const startsInDays = other.includes('moves') ? 40 : 80
  const { seasonId, startAt } = await aSeason(server, { startsInDays })
  const noticeId = await aNotice('Soon', { publishedAt: startAt.toISOString() })
  const campaignId = await start({ noticeId, moment: { kind: 'SEASON_START', seasonId } })
  const later = new Date(startAt.getTime() + HOUR_MS).toISOString()
  await db.execute(sql`update seasons set start_at = ${later}::timestamptz where id = ${seasonId}`)
  const waiting = async (count: number) => {
    await expect.poll(() => waitingSessions(db), { timeout: 30_000 }).toBe(count)
  }

  // Both arrive while another transaction holds the campaign.
  const both = await db.transaction(async (tx) => {
    await tx.execute(sql`select id from campaigns where id = ${campaignId} for update`)
    const running = run(campaignId)
    await waiting(1)
    const withdrawing = operator.call('notice.withdraw', { params: { noticeId } })
    await waiting(2)
    return { ended: Promise.allSettled([running, withdrawing]) }
  })
  const ended = await both.ended
  const { data } = await operator.call('notice.showCampaign', { params: { campaignId } })

  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  expect(ended[1]).toMatchObject({ value: { code: 0 } })
  expect(data).toMatchObject({ state: 'CANCELLED', stoppedFor: 'NOTICE' })
})
