import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '@solstice/rules/duration'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import { demoSeason, THEMES } from '#/demo/season-plan.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anApprover, approvalIdOf, type TestApprover } from '#test/test-approval.ts'
import { publishDraft } from '#test/test-season.ts'
import { waitingSessions } from '#test/waiting-sessions.ts'
import { lockPublishing, lockSeason } from './plan.queries.ts'
import { draftSeason } from './publication.service.ts'

let server: TestApp
let programme: TestApprover
let finance: TestApprover
beforeAll(async () => {
  server = await startTestApp({ withApprovals: true })
  programme = await anApprover(server, 'PROGRAMME')
  finance = await anApprover(server, 'FINANCE')
  await anApprover(server)
})
afterAll(() => server.close())

test('an approved publication waits for a scheduled one without a deadlock', async () => {
  const { ctx } = server
  const startAt = new Date(startOfDay(programmeDayOf(ctx.now())).getTime() + 60 * DAY_MS)
  const seasonId = await draftSeason(ctx.db, ctx, demoSeason(THEMES[0], startAt))
  const approvalId = approvalIdOf(await publishDraft(server, programme, seasonId))

  const sent = await ctx.db.transaction(async (tx) => {
    await lockPublishing(tx)
    const approving = finance.approve(approvalId)
    await expect.poll(() => waitingSessions(ctx.db), { timeout: 30_000 }).toBe(1)
    await lockSeason(tx, seasonId)
    return { approving }
  })

  expect((await sent.approving).code).toBe(0)
})
