import { DAY_MS } from '@solstice/rules/duration'
import type { AppContext, Reading } from '#/platform/process/context.ts'
import { continueFrom, DEFAULT_RETRIES, enqueue, type JobKind } from '#/platform/process/jobs.ts'
import { AUDIT_START } from './audit.ts'
import { findHead, followChain } from './audit-check.ts'
import {
  addAuditCheckpoint,
  findCheckpoint,
  markCheckpointMailed,
  newestAuditCheckpoint,
} from './audit-checkpoint.ts'
import { checkpointMail } from './audit.mail.ts'
import { AUDIT_EVERY_MS, queueAuditVerification, VERIFY_AUDIT } from './audit.queue.ts'
import {
  continueFullVerification,
  newestFullVerification,
  isCheckpointValid,
  lastBrokenId,
  lastFinishedVerification,
  startFullVerification,
} from './audit-verification.ts'

export const MAIL_CHECKPOINT = 'audit.mail-checkpoint'

export type MailCheckpoint = { checkpointId: number }

const CHECKPOINT_EVERY_MS = DAY_MS
const FULL_EVERY_MS = DAY_MS
/** A longer log gets further checkpoints during the day, so that a verification stays short. */
const ENTRIES_PER_CHECKPOINT = 20_000
/** A few seconds of work; then other jobs of the lane run. */
const STEPS_PER_BATCH = 10

type Context = Pick<AppContext, 'db' | 'now' | 'log' | 'logKeys' | 'settings'>

/**
 * Adds a checkpoint every day, and verifies every entry every day. A full verification stores its
 * position after each step, so it may take as long as it needs.
 */
export const verifyAuditJob: JobKind<null> = {
  kind: VERIFY_AUDIT,
  lane: 'housekeeping',
  retryAfterMs: Array.from({ length: 1000 }, () => 60_000),
  handle: async (ctx) => {
    if ((await advanceAuditCheckpoint(ctx)) === 'part') return continueFrom(null)
    if ((await continueDaily(ctx)) === 'part') return continueFrom(null)
    await queueAuditVerification(ctx, new Date(ctx.now().getTime() + AUDIT_EVERY_MS))
    return undefined
  },
}

/**
 * Verifies the entries after the newest checkpoint and adds the next one. Entries that are not valid
 * get none, so that every later verification reports them.
 */
export async function advanceAuditCheckpoint(ctx: Context): Promise<'all' | 'part'> {
  const { db, log } = ctx
  const at = ctx.now()
  for (let steps = 0; steps < STEPS_PER_BATCH; steps += 1) {
    const last = await newestAuditCheckpoint(db)
    const from = last ? { id: last.entryId, hash: last.entryHash } : AUDIT_START
    const head = await findHead(db)
    const isFull = (head?.id ?? 0) - from.id >= ENTRIES_PER_CHECKPOINT
    const isDue = !last || at.getTime() - last.createdAt.getTime() >= CHECKPOINT_EVERY_MS
    if (!isFull && !isDue) return 'all'
    const followed = await followChain(db, from, ENTRIES_PER_CHECKPOINT)
    const isRewritten = last !== undefined && !(await isCheckpointValid(ctx, last))
    if (isRewritten || followed.brokenId !== undefined) {
      log.error({ firstBrokenId: followed.brokenId ?? from.id }, 'The audit log is broken')
      return 'all'
    }
    const added = await db.transaction(async (tx) => {
      const checkpoint = await addAuditCheckpoint(tx, ctx, { entry: followed.last, at })
      if (!followed.isEnd || ctx.settings.auditMail === undefined) return checkpoint
      const payload: MailCheckpoint = { checkpointId: checkpoint.id }
      await enqueue(tx, MAIL_CHECKPOINT, { payload, dueAt: at, now: at })
      return checkpoint
    })
    // A collected log keeps the hash outside of the database, where a deleted checkpoint is missed.
    const { id: checkpointId, entryId, hash } = added
    log.info({ checkpointId, entryId, hash }, 'A checkpoint of the audit log was added')
  }
  return 'part'
}

/** Continues the full verification, or starts one if it is due. */
async function continueDaily(ctx: Context): Promise<'all' | 'part'> {
  const newest = await newestFullVerification(ctx.db)
  const sinceMs = ctx.now().getTime() - (newest?.startedAt.getTime() ?? -Infinity)
  if (!newest || (newest.finishedAt && sinceMs >= FULL_EVERY_MS)) await startFullVerification(ctx)
  for (let steps = 0; steps < STEPS_PER_BATCH; steps += 1) {
    const running = await continueFullVerification(ctx)
    if (!running) return 'all'
    const { firstBrokenId } = running
    if (firstBrokenId !== null) ctx.log.error({ firstBrokenId }, 'The audit log is broken')
  }
  return 'part'
}

/** Sends a checkpoint to an address outside, where nobody with the database can change it. */
export const mailCheckpoint: JobKind<MailCheckpoint> = {
  kind: MAIL_CHECKPOINT,
  lane: 'mail',
  retryAfterMs: DEFAULT_RETRIES,
  handle: async (ctx, { payload: { checkpointId } }) => {
    const { auditMail, appOrigin } = ctx.settings
    const checkpoint = await findCheckpoint(ctx.db, checkpointId)
    if (auditMail === undefined || !checkpoint || checkpoint.mailedAt) return
    await ctx.mailer.send(checkpointMail(auditMail, checkpoint, appOrigin))
    await markCheckpointMailed(ctx.db, checkpointId, ctx.now())
  },
}

/** Returns the result of the verifications for alerting. */
export async function readAudit({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<Reading[]> {
  const checkpoint = await newestAuditCheckpoint(db)
  const finished = await lastFinishedVerification(db)
  const brokenId = await lastBrokenId(db)
  const at = now().getTime()
  const age = (since: Date | null | undefined) =>
    since ? [{ labels: {}, value: (at - since.getTime()) / 1000 }] : []
  return [
    {
      name: 'solstice_audit_broken',
      help: 'The first broken entry of the audit log that a full verification found, or 0',
      values: [{ labels: {}, value: brokenId ?? 0 }],
    },
    {
      name: 'solstice_audit_verified_seconds',
      help: 'Seconds since a verification of the whole audit log finished',
      values: age(finished?.finishedAt),
    },
    {
      name: 'solstice_audit_checkpoint_seconds',
      help: 'Seconds since the newest checkpoint of the audit log',
      values: age(checkpoint?.createdAt),
    },
  ]
}
