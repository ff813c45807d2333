import { randomUUID } from 'node:crypto'
import { updateProgress } from '#/modules/notice/campaign.queries.ts'
import { RUN_CAMPAIGN, startCampaign } from '#/modules/notice/campaign.service.ts'
import { MEASURE_CAMPAIGN, type MeasureCampaign } from '#/modules/notice/effect.service.ts'
import { publishNotice } from '#/modules/notice/notice.service.ts'
import { subscribe } from '#/modules/push/push.service.ts'
import { PUSH_SEND } from '#/modules/push/sending-queue.ts'
import { openSession, sessionIdOfRefreshToken } from '#/modules/session/session.service.ts'
import { ADDRESS_ALERTS, notify } from '#/platform/books/alerts.ts'
import { enqueue } from '#/platform/process/jobs.ts'
import { insertMember } from './insert-members.ts'
import type { TestApp } from './test-app.ts'

/** The jobs of pushes and campaigns, for the tests that deliver each job twice. */
export const pushJobFixtures: Record<string, (server: TestApp) => Promise<void>> = {
  [ADDRESS_ALERTS]: async ({ ctx }) => {
    const memberId = await memberWithDevice(ctx)
    await notify(ctx.db, ctx, memberId, { code: 'REWARD' })
  },

  [PUSH_SEND]: ({ ctx }) =>
    enqueue(ctx.db, PUSH_SEND, { payload: null, dueAt: ctx.now(), now: ctx.now() }),

  [RUN_CAMPAIGN]: async ({ ctx }) => {
    await memberWithDevice(ctx)
    await startCampaign(ctx.db, ctx, await aCampaign(ctx))
  },

  [MEASURE_CAMPAIGN]: async ({ ctx }) => {
    const campaign = { ...(await aCampaign(ctx)), holdOutPercent: 50 }
    const campaignId = await startCampaign(ctx.db, ctx, campaign)
    await updateProgress(ctx.db, campaignId, { begunAt: ctx.now() })
    const payload: MeasureCampaign = { campaignId }
    await enqueue(ctx.db, MEASURE_CAMPAIGN, { payload, dueAt: ctx.now(), now: ctx.now() })
  },
}

/** Publishes a notice and returns a campaign of it to all members. */
async function aCampaign(ctx: TestApp['ctx']) {
  const text = { en: 'Announcements', ko: '공지' }
  const news = { type: 'NOTICE', title: text, content: text, publishedAt: ctx.now() } as const
  const { id: noticeId } = await publishNotice(ctx.db, news)
  const startedBy = 'operator:test'
  return { noticeId, code: 'NOTICE', audience: {}, startedBy, dueAt: ctx.now() } as const
}

/** The device is switched off, so the outcome of a push is visible in the database. */
async function memberWithDevice(ctx: TestApp['ctx']): Promise<number> {
  const memberId = await insertMember(ctx.db)
  const { refresh } = await openSession(ctx, memberId, { keepLoggedIn: true, userAgent: undefined })
  const sessionId = sessionIdOfRefreshToken(ctx, refresh) ?? ''
  await subscribe(
    ctx,
    { memberId, sessionId },
    {
      endpoint: `http://127.0.0.1:1/${randomUUID()}`,
      p256dh:
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
  )
  return memberId
}
