import { eq, lt, sql } from 'drizzle-orm'
import type { Db } from '#/platform/process/db.ts'
import { explorerCalls } from './explorer.table.ts'

/** Returns false when the calls of that day have reached the limit. */
export async function countExplorerCall(db: Db, day: string, maxCalls: number): Promise<boolean> {
  const counted = await db
    .insert(explorerCalls)
    .values({ day, asked: 1 })
    .onConflictDoUpdate({
      target: explorerCalls.day,
      set: { asked: sql`${explorerCalls.asked} + 1` },
      setWhere: lt(explorerCalls.asked, maxCalls),
    })
    .returning({ asked: explorerCalls.asked })
  return counted.length > 0
}

export async function findExplorerCalls(db: Db, day: string): Promise<number> {
  const [counted] = await db.select().from(explorerCalls).where(eq(explorerCalls.day, day))
  return counted?.asked ?? 0
}
