import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { UNBLOCK_EMAIL, type UnblockEmail } from '#/modules/account/account.jobs.ts'
import { queueReminders, REMIND } from '#/modules/alert/alert.jobs.ts'
import { RUN_CAMPAIGN, startCampaign } from '#/modules/notice/campaign.service.ts'
import { publishNotice } from '#/modules/notice/notice.service.ts'
import { DROP_RETIRED_KEY, type DropRetiredKey } from '#/modules/pin/pin.jobs.ts'
import { PUSH_SEND } from '#/modules/push/delivery.service.ts'
import { subscribe } from '#/modules/push/push.service.ts'
import { SECURITY_MAIL } from '#/modules/security/security.jobs.ts'
import { recordSecurityEvent } from '#/modules/security/security.service.ts'
import { MAIL_CODE } from '#/modules/verification/verification.jobs.ts'
import { sendCode } from '#/modules/verification/verification.service.ts'
import { DELIVER_ALERT, notify } from '#/platform/alerts.ts'
import { enqueue } from '#/platform/jobs.ts'
import { queueSweep, sweep } from '#/platform/sweep.ts'
import { bareMember } from './bare-members.ts'
import type { TestApp } from './test-app.ts'
import { anEmail } from './test-member.ts'

/**
 * How a job of each kind comes about, and what it leaves behind to see. A new kind of job says it
 * here, and is then delivered twice by the tests.
 */
export const jobFixtures: Record<string, (server: TestApp) => Promise<void>> = {
  [MAIL_CODE]: async ({ ctx }) => {
    await sendCode(ctx, { email: anEmail(), purpose: 'SIGNUP' }, 'en')
  },

  [SECURITY_MAIL]: async ({ ctx }) => {
    const memberId = await bareMember(ctx.db)
    await recordSecurityEvent(ctx.db, ctx, { memberId, kind: 'PASSWORD_RESET' })
  },

  [DROP_RETIRED_KEY]: async ({ ctx }) => {
    const memberId = await bareMember(ctx.db)
    const payload: DropRetiredKey = { pinKeyId: randomUUID() }
    const now = ctx.now()
    await ctx.db.execute(sql`insert into pin_keys
        (id, member_id, enrolment_id, state, sealed_key, salt, proof_hash, created_at, retired_at)
      values (${payload.pinKeyId}, ${memberId}, ${randomUUID()}, 'RETIRED', 'sealed', 'salt', 'hash',
        ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz)`)
    await enqueue(ctx.db, DROP_RETIRED_KEY, { payload, dueAt: now, now })
  },

  [UNBLOCK_EMAIL]: async ({ ctx }) => {
    const payload: UnblockEmail = { emailHash: randomUUID() }
    const now = ctx.now()
    await ctx.db.execute(sql`insert into blocked_emails (email_hash, blocked_until)
      values (${payload.emailHash}, ${now.toISOString()}::timestamptz)`)
    await enqueue(ctx.db, UNBLOCK_EMAIL, { payload, dueAt: now, now })
  },

  [DELIVER_ALERT]: async ({ ctx }) => {
    const memberId = await memberWithDevice(ctx)
    await notify(ctx.db, ctx, memberId, { code: 'REWARD' })
  },

  [PUSH_SEND]: ({ ctx }) =>
    enqueue(ctx.db, PUSH_SEND, { payload: null, dueAt: ctx.now(), now: ctx.now() }),

  [RUN_CAMPAIGN]: async ({ ctx }) => {
    await memberWithDevice(ctx)
    const text = { en: 'News', ko: '소식' }
    const news = { type: 'NOTICE', title: text, content: text, publishedAt: ctx.now() } as const
    const { id: noticeId } = await publishNotice(ctx.db, news)
    const startedBy = 'operator:test'
    const campaign = {
      noticeId,
      code: 'NOTICE',
      audience: {},
      startedBy,
      dueAt: ctx.now(),
    } as const
    await startCampaign(ctx.db, ctx, campaign)
  },

  [REMIND]: ({ ctx }) => queueReminders(ctx, ctx.now()),

  [sweep.kind]: ({ ctx }) => queueSweep(ctx, ctx.now()),
}

/** The device is switched off: what becomes of a push to it is seen in the database. */
async function memberWithDevice(ctx: TestApp['ctx']): Promise<number> {
  const memberId = await bareMember(ctx.db)
  await subscribe(ctx, memberId, {
    endpoint: `http://127.0.0.1:1/${randomUUID()}`,
    p256dh:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  })
  return memberId
}
