import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#/platform/process/db.ts'
import { spinCommitments } from './mission.table.ts'

type Of = { seasonId: number; memberId: number }
type OpenCommitment = Of & { nonce: number; sealedSeed: string }

/** Returns commitments that are not revealed, in the order of season and member. */
export function findOpenCommitmentsAfter(
  db: Db,
  after: Of,
  count: number,
): Promise<OpenCommitment[]> {
  const { seasonId, memberId, nonce, sealedSeed } = spinCommitments
  return db
    .select({ seasonId, memberId, nonce, sealedSeed })
    .from(spinCommitments)
    .where(
      and(
        isNull(spinCommitments.revealedAt),
        sql`(${seasonId}, ${memberId}) > (${after.seasonId}, ${after.memberId})`,
      ),
    )
    .orderBy(seasonId, memberId)
    .limit(count)
}

/** Returns false if the commitment was revealed meanwhile. */
export async function resealSeed(db: Db, of: OpenCommitment, sealedSeed: string): Promise<boolean> {
  const rows = await db
    .update(spinCommitments)
    .set({ sealedSeed })
    .where(
      and(
        eq(spinCommitments.seasonId, of.seasonId),
        eq(spinCommitments.memberId, of.memberId),
        eq(spinCommitments.nonce, of.nonce),
        eq(spinCommitments.sealedSeed, of.sealedSeed),
      ),
    )
    .returning({ nonce: spinCommitments.nonce })
  return rows.length === 1
}
