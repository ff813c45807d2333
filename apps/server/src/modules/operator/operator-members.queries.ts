import { and, eq, isNull } from 'drizzle-orm'
import type { CallData } from '@solstice/contract/wire'
import { members } from '#/modules/users/users.table.ts'
import type { Db } from '#/platform/process/db.ts'

export type MemberStatus = CallData<'operator.showMember'>['status']

/** Locks an existing member, so that of two operators the second sees the change of the first. */
export async function lockMemberStatus(db: Db, id: number): Promise<MemberStatus | undefined> {
  const [row] = await db
    .select({ status: members.status })
    .from(members)
    .where(and(eq(members.id, id), isNull(members.deletedAt)))
    .for('no key update')
  return row?.status
}

export async function updateMemberStatus(
  db: Db,
  id: number,
  { status, note, at }: { status: MemberStatus; note: string | undefined; at: Date },
): Promise<void> {
  await db
    .update(members)
    .set({ status, statusNote: note ?? null, statusNotedAt: note === undefined ? null : at })
    .where(eq(members.id, id))
}
