import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { operators } from '#/modules/operator/operator.table.ts'
import { idempotencyKeys } from '#/platform/books/idempotency.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { offsetOf, type PageQuery } from '#/platform/process/page.ts'
import { memberNotes } from './member.table.ts'

export function countNotes(db: Db, memberId: number): Promise<number> {
  return db.$count(memberNotes, eq(memberNotes.memberId, memberId))
}

export function findNotes(db: Db, memberId: number, query: PageQuery) {
  return db
    .select({
      id: memberNotes.id,
      text: memberNotes.text,
      operatorId: memberNotes.operatorId,
      operator: operators.name,
      createdAt: memberNotes.createdAt,
    })
    .from(memberNotes)
    .innerJoin(operators, eq(operators.id, memberNotes.operatorId))
    .where(eq(memberNotes.memberId, memberId))
    .orderBy(desc(memberNotes.createdAt), desc(memberNotes.id))
    .limit(query.size)
    .offset(offsetOf(query))
}

export async function insertNote(
  tx: Db,
  row: { memberId: number; operatorId: number; text: string; createdAt: Date },
): Promise<number> {
  const [inserted] = await tx.insert(memberNotes).values(row).returning({ id: memberNotes.id })
  if (!inserted) throw new Error('Inserting the note returned no row')
  return inserted.id
}

/** Deletes a note if this operator wrote it about this member. */
export async function deleteOwnNote(
  tx: Db,
  of: { noteId: number; memberId: number; operatorId: number },
): Promise<boolean> {
  const deleted = await tx
    .delete(memberNotes)
    .where(
      and(
        eq(memberNotes.id, of.noteId),
        eq(memberNotes.memberId, of.memberId),
        eq(memberNotes.operatorId, of.operatorId),
      ),
    )
    .returning({ id: memberNotes.id })
  return deleted.length > 0
}

/** Deletes the notes about a member, and the saved replies that repeat their texts. */
export async function deleteNotesOf(tx: Db, memberId: number): Promise<void> {
  const deleted = await tx
    .delete(memberNotes)
    .where(eq(memberNotes.memberId, memberId))
    .returning({ noteId: memberNotes.id, operatorId: memberNotes.operatorId })
  await deleteRepliesOf(tx, deleted)
}

/**
 * Deletes the saved replies of the calls that added these notes. The writers are the callers, with
 * which the primary key begins: without them it would read the replies of everybody.
 */
export async function deleteRepliesOf(
  tx: Db,
  notes: readonly { noteId: number; operatorId: number }[],
): Promise<void> {
  if (notes.length === 0) return
  const callers = new Set(notes.map(({ operatorId }) => `operator:${operatorId}`))
  const noteIds = notes.map(({ noteId }) => noteId)
  await tx
    .delete(idempotencyKeys)
    .where(
      and(
        inArray(idempotencyKeys.caller, [...callers]),
        eq(idempotencyKeys.call, 'member.addNote'),
        inArray(sql`(${idempotencyKeys.reply} ->> 'noteId')::bigint`, noteIds),
      ),
    )
}
