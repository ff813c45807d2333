import { and, eq, sql } from 'drizzle-orm'
import { histories } from '#/platform/books/histories.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { missionMemories } from './memory.table.ts'

type Of = { seasonId: number; memberId: number }

/** Returns the stored data by mission id. */
export async function findMemories(db: Db, of: Of): Promise<ReadonlyMap<number, unknown>> {
  const rows = await db
    .select({ missionId: missionMemories.missionId, memory: missionMemories.memory })
    .from(missionMemories)
    .where(
      and(eq(missionMemories.seasonId, of.seasonId), eq(missionMemories.memberId, of.memberId)),
    )
  return new Map(rows.map(({ missionId, memory }) => [missionId, memory]))
}

/** Must run under the lock of the member's season row. */
export async function saveMemory(
  tx: Db,
  of: Of & { missionId: number },
  memory: Readonly<Record<string, unknown>>,
  at: Date,
): Promise<void> {
  const { seasonId, missionId, memberId } = of
  await tx
    .insert(missionMemories)
    .values({ seasonId, missionId, memberId, memory, updatedAt: at })
    .onConflictDoUpdate({
      target: [missionMemories.seasonId, missionMemories.memberId, missionMemories.missionId],
      set: { memory, updatedAt: at },
    })
}

export async function deleteMemories(tx: Db, memberId: number): Promise<void> {
  await tx.delete(missionMemories).where(eq(missionMemories.memberId, memberId))
}

/**
 * Removes the traces that say when the member opened a link, or what they answered. The entries stay
 * explained by the parts of their XP.
 */
export async function deleteTracesOfProofs(tx: Db, memberId: number): Promise<void> {
  const withoutTrace = sql`${histories.data} - 'trace'`
  const inputs = sql`${histories.data} -> 'trace' -> 'inputs'`
  await tx
    .update(histories)
    .set({ data: withoutTrace })
    .where(
      and(
        eq(histories.memberId, memberId),
        eq(histories.kind, 'MISSION'),
        sql`jsonb_exists_any(${inputs}, array['openedAt', 'questionId', 'option'])`,
      ),
    )
}
