import { createHash } from 'node:crypto'
import { and, desc, eq, gt, isNull, ne, or, sql } from 'drizzle-orm'
import { AUDIT_START, canonicalJson } from './audit.ts'
import { auditCheckpoints, auditEntries } from './audit.table.ts'
import type { Link } from './audit-check.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'

export type Checkpoint = typeof auditCheckpoints.$inferSelect

type Context = Pick<AppContext, 'logKeys'>

export async function newestAuditCheckpoint(db: Db): Promise<Checkpoint | undefined> {
  const [row] = await db.select().from(auditCheckpoints).orderBy(desc(auditCheckpoints.id)).limit(1)
  return row
}

/**
 * Records that the log contains this entry. Each checkpoint has the hash of the one before, and the
 * signature covers that hash, so the newest signature vouches for all checkpoints.
 */
export async function addAuditCheckpoint(
  tx: Db,
  { logKeys }: Context,
  { entry, at }: { entry: Link; at: Date },
): Promise<Checkpoint> {
  const last = await newestAuditCheckpoint(tx)
  const content = {
    id: (last?.id ?? 0) + 1,
    entryId: entry.id,
    entryHash: entry.hash,
    previousHash: last?.hash ?? AUDIT_START.hash,
    createdAt: at,
  }
  const hash = checkpointHash(content)
  const signature = logKeys.mac('audit-checkpoint', hash)
  const row = { ...content, hash, signature, mailedAt: null }
  await tx.insert(auditCheckpoints).values(row)
  return row
}

function checkpointHash(
  checkpoint: Pick<Checkpoint, 'id' | 'entryId' | 'entryHash' | 'previousHash' | 'createdAt'>,
): string {
  const { id, entryId, entryHash, previousHash, createdAt } = checkpoint
  const content = { id, entryId, entryHash, at: createdAt.toISOString() }
  return createHash('sha256').update(previousHash).update(canonicalJson(content)).digest('hex')
}

/** Returns whether a checkpoint has the hash of its content. */
export function isUnchanged(checkpoint: Checkpoint): boolean {
  return checkpoint.hash === checkpointHash(checkpoint)
}

/** Returns whether this installation signed a checkpoint, with the current or a previous key. */
export function isSigned({ logKeys }: Context, { hash, signature }: Checkpoint): boolean {
  return logKeys.isMac('audit-checkpoint', hash, signature)
}

/** Returns whether the log still contains the entry of a checkpoint with the same hash. */
export async function isInLog(db: Db, { entryId, entryHash }: Checkpoint): Promise<boolean> {
  if (entryId === AUDIT_START.id) return entryHash === AUDIT_START.hash
  const [row] = await db
    .select({ hash: auditEntries.hash })
    .from(auditEntries)
    .where(eq(auditEntries.id, entryId))
  return row?.hash === entryHash
}

const isMissing = or(isNull(auditEntries.hash), ne(auditEntries.hash, auditCheckpoints.entryHash))

/** Returns the first checkpoint whose entry is missing or has another hash. */
export async function findRewrittenEntry(db: Db): Promise<number | undefined> {
  const [row] = await db
    .select({ entryId: auditCheckpoints.entryId })
    .from(auditCheckpoints)
    .leftJoin(auditEntries, eq(auditEntries.id, auditCheckpoints.entryId))
    .where(and(gt(auditCheckpoints.entryId, 0), isMissing))
    .orderBy(auditCheckpoints.id)
    .limit(1)
  return row?.entryId
}

/** Returns the checkpoints after an id, oldest first. */
export function findCheckpointsAfter(db: Db, after: number, count: number): Promise<Checkpoint[]> {
  return db
    .select()
    .from(auditCheckpoints)
    .where(gt(auditCheckpoints.id, after))
    .orderBy(auditCheckpoints.id)
    .limit(count)
}

/** Returns a page of checkpoints, newest first, each with whether the log contains its entry. */
export async function findCheckpointPage(
  db: Db,
  page: { size: number; offset: number },
): Promise<{ rows: (Checkpoint & { isInLog: boolean })[]; totalCount: number }> {
  const totalCount = await db.$count(auditCheckpoints)
  const found = await db
    .select({
      checkpoint: auditCheckpoints,
      isInLog: sql<boolean>`coalesce(not (${isMissing}), false)`,
    })
    .from(auditCheckpoints)
    .leftJoin(auditEntries, eq(auditEntries.id, auditCheckpoints.entryId))
    .orderBy(desc(auditCheckpoints.id))
    .limit(page.size)
    .offset(page.offset)
  const rows = found.map(({ checkpoint, isInLog }) => ({
    ...checkpoint,
    isInLog: isInLog || checkpoint.entryId === AUDIT_START.id,
  }))
  return { rows, totalCount }
}

export async function findCheckpoint(db: Db, id: number): Promise<Checkpoint | undefined> {
  const [row] = await db.select().from(auditCheckpoints).where(eq(auditCheckpoints.id, id))
  return row
}

export async function markCheckpointMailed(db: Db, id: number, at: Date): Promise<void> {
  await db.update(auditCheckpoints).set({ mailedAt: at }).where(eq(auditCheckpoints.id, id))
}
