import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import { AUDIT_START } from './audit.ts'
import { checkAudit, findHead, followChain, type AuditVerdict, type Link } from './audit-check.ts'
import {
  findCheckpointsAfter,
  findRewrittenEntry,
  isInLog,
  isSigned,
  isUnchanged,
  newestAuditCheckpoint,
  type Checkpoint,
} from './audit-checkpoint.ts'
import { auditVerifications } from './audit.table.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'logKeys'>

/** Some tenths of a second of work. */
const STEP_ENTRIES = 20_000
const CHECKPOINTS_PER_PAGE = 1000

export type FullVerification = typeof auditVerifications.$inferSelect

/**
 * Verifies the newest checkpoint and the entries after it, so the cost does not depend on the length
 * of the log. Earlier entries were verified before the checkpoint was made, and are read again by
 * the full verification, whose result is included.
 */
export async function verifyRecentAudit(
  ctx: Context,
): Promise<AuditVerdict & { verifiedFrom: number; full: FullVerification | undefined }> {
  const { db } = ctx
  const checkpoint = await newestAuditCheckpoint(db)
  const full = await newestFullVerification(db)
  const verifiedFrom = checkpoint?.entryId ?? AUDIT_START.id
  const isRewritten = checkpoint !== undefined && !(await isCheckpointValid(ctx, checkpoint))
  // Behind a checkpoint that is not valid, nothing is left to verify.
  const from = isRewritten ? ((await findHead(db)) ?? AUDIT_START) : linkOf(checkpoint)
  const verdict = await checkAudit(db, from)
  const broken = [
    verdict.firstBrokenId,
    isRewritten ? verifiedFrom : null,
    await lastBrokenId(db),
  ].filter((id) => id !== null)
  if (broken.length === 0) return { ...verdict, verifiedFrom, full }
  const firstBrokenId = Math.min(...broken)
  const count = Math.min(verdict.count, Math.max(0, firstBrokenId - 1))
  return { ...verdict, ok: false, count, firstBrokenId, verifiedFrom, full }
}

/** Returns whether a checkpoint is signed, unchanged, and still describes the log. */
export async function isCheckpointValid(
  ctx: Pick<AppContext, 'db' | 'logKeys'>,
  checkpoint: Checkpoint,
): Promise<boolean> {
  return isUnchanged(checkpoint) && isSigned(ctx, checkpoint) && (await isInLog(ctx.db, checkpoint))
}

function linkOf(checkpoint: Checkpoint | undefined): Link {
  return checkpoint ? { id: checkpoint.entryId, hash: checkpoint.entryHash } : AUDIT_START
}

/** Returns the newest full verification, which may be running. */
export async function newestFullVerification(db: Db): Promise<FullVerification | undefined> {
  const [row] = await db
    .select()
    .from(auditVerifications)
    .orderBy(desc(auditVerifications.id))
    .limit(1)
  return row
}

export async function lastFinishedVerification(db: Db): Promise<FullVerification | undefined> {
  const [row] = await db
    .select()
    .from(auditVerifications)
    .where(isNotNull(auditVerifications.finishedAt))
    .orderBy(desc(auditVerifications.id))
    .limit(1)
  return row
}

/** Returns the first broken entry that the last full verification found. */
export async function lastBrokenId(db: Db): Promise<number | null> {
  return (await lastFinishedVerification(db))?.firstBrokenId ?? null
}

/** Starts a full verification unless one is running, and returns it. */
export async function startFullVerification(ctx: Context): Promise<FullVerification> {
  const head = await findHead(ctx.db)
  await ctx.db
    .insert(auditVerifications)
    .values({ lastId: head?.id ?? AUDIT_START.id, startedAt: ctx.now() })
    .onConflictDoNothing()
  const running = await newestFullVerification(ctx.db)
  if (!running) throw new Error('The started verification was not found')
  return running
}

/**
 * Verifies the next entries of the running full verification, and stores the position. The last step
 * compares the log with every checkpoint. Returns the verification, or undefined if none is running.
 */
export async function continueFullVerification(
  ctx: Context,
  stepEntries = STEP_ENTRIES,
): Promise<FullVerification | undefined> {
  const { db } = ctx
  const running = await newestFullVerification(db)
  if (!running || running.finishedAt) return undefined
  const from = { id: running.verifiedId, hash: running.verifiedHash }
  const left = running.lastId - from.id
  const { last, brokenId, isEnd } = await followChain(db, from, Math.min(stepEntries, left))
  const isAtEnd = last.id >= running.lastId
  const missing = isEnd && !isAtEnd ? last.id + 1 : undefined
  const broken = brokenId ?? missing ?? (isAtEnd ? await findBrokenCheckpoint(ctx) : undefined)
  const isDone = isAtEnd || broken !== undefined
  const [saved] = await db
    .update(auditVerifications)
    .set({
      verifiedId: last.id,
      verifiedHash: last.hash,
      firstBrokenId: broken ?? null,
      finishedAt: isDone ? ctx.now() : null,
    })
    // Another worker may have stored this step already.
    .where(
      and(
        eq(auditVerifications.id, running.id),
        eq(auditVerifications.verifiedId, from.id),
        isNull(auditVerifications.finishedAt),
      ),
    )
    .returning()
  return saved ?? newestFullVerification(db)
}

/** Returns the entry of the first checkpoint that no longer fits the log or its predecessor. */
async function findBrokenCheckpoint(ctx: Context): Promise<number | undefined> {
  const { db } = ctx
  const rewritten = await findRewrittenEntry(db)
  let last: Checkpoint | undefined
  for (;;) {
    const page = await findCheckpointsAfter(db, last?.id ?? 0, CHECKPOINTS_PER_PAGE)
    for (const each of page) {
      const follows =
        each.id === (last?.id ?? 0) + 1 && each.previousHash === (last?.hash ?? AUDIT_START.hash)
      if (!follows || !isUnchanged(each)) return rewritten ?? each.entryId
      last = each
    }
    if (page.length < CHECKPOINTS_PER_PAGE) break
  }
  // The newest signature covers the hashes of all checkpoints.
  if (last && !isSigned(ctx, last)) return rewritten ?? last.entryId
  return rewritten
}
