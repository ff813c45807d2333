import type { Db } from '#/platform/process/db.ts'
import { qualificationInsert } from './qualification.queries.ts'

export {
  insertQualifications,
  QUALIFY_FRIEND,
  qualificationInsert,
} from './qualification.queries.ts'
export type QualifyFriend = { friendId: number }

/** Enqueues a check, after the transaction, whether the member has become a qualified friend. */
export async function queueQualification(tx: Db, memberId: number, now: Date): Promise<void> {
  // Raw SQL: other statements embed the same insert.
  await tx.execute(qualificationInsert(memberId, now))
}
