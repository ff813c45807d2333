import { and, eq } from 'drizzle-orm'
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
