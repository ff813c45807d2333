import { HOUR_MS } from '@solstice/rules/duration'
import type { AppContext } from '#/platform/process/context.ts'
import { enqueue, enqueuePoll } from '#/platform/process/jobs.ts'

export const VERIFY_AUDIT = 'audit.verify'
export const AUDIT_EVERY_MS = HOUR_MS

type Context = Pick<AppContext, 'db' | 'now'>

/** The hour is part of the key, so that several processes enqueue one job. */
export async function queueAuditVerification(ctx: Context, dueAt: Date): Promise<void> {
  const key = `${VERIFY_AUDIT}:${Math.floor(dueAt.getTime() / AUDIT_EVERY_MS)}`
  await enqueue(ctx.db, VERIFY_AUDIT, { payload: null, dueAt, now: ctx.now(), key })
}

/** Runs the verification now, because an operator started one. */
export async function wakeAuditVerification(ctx: Context): Promise<void> {
  await enqueuePoll(ctx.db, VERIFY_AUDIT, ctx.now())
}
