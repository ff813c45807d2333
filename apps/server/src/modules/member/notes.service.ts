import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { actorOf, type Operator } from '#/modules/operator/operator.service.ts'
import { lockMemberOfAnyStatus } from '#/modules/users/users.service.ts'
import { appendAudit } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { pageOf, type PageQuery } from '#/platform/process/page.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { requireMember } from './header.service.ts'
import {
  countNotes,
  deleteNotesOf,
  deleteOwnNote,
  deleteRepliesOf,
  findNotes,
  insertNote,
} from './notes.queries.ts'

type Context = Pick<AppContext, 'db' | 'now'>

export async function listNotes(
  ctx: Context,
  reader: Operator,
  { userId, ...query }: PageQuery & { userId: number },
): Promise<CallData<'member.notes'>> {
  await requireMember(ctx, userId)
  const totalCount = await countNotes(ctx.db, userId)
  const rows = await findNotes(ctx.db, userId, query)
  const list = rows.map(({ id, operatorId, createdAt, ...row }) => ({
    ...row,
    noteId: id,
    mine: operatorId === reader.operatorId,
    createdAt: createdAt.toISOString(),
  }))
  return pageOf(query, list, totalCount)
}

/**
 * Runs in the transaction of the idempotency key. The audit keeps no text, because entries cannot be
 * erased with the account.
 */
export async function addNote(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  by: Operator,
  { userId, text }: { userId: number; text: string },
): Promise<CallData<'member.addNote'>> {
  await lockMemberOfAnyStatus(tx, userId, Code.NOT_FOUND)
  const createdAt = ctx.now()
  const row = { memberId: userId, operatorId: by.operatorId, text, createdAt }
  const noteId = await insertNote(tx, row)
  await appendAudit(tx, {
    at: createdAt,
    actor: actorOf(by),
    action: 'member.add-note',
    subject: `member:${userId}`,
    data: { noteId },
  })
  return { noteId, text, operator: by.name, mine: true, createdAt: createdAt.toISOString() }
}

/** Removes a note of the operator; a note of another operator counts as unknown. */
export function removeNote(
  ctx: Context,
  by: Operator,
  { userId, noteId }: { userId: number; noteId: number },
): Promise<null> {
  return ctx.db.transaction(async (tx) => {
    const of = { noteId, memberId: userId, operatorId: by.operatorId }
    if (!(await deleteOwnNote(tx, of))) throw refuse(Code.NOT_FOUND)
    await deleteRepliesOf(tx, [of])
    await appendAudit(tx, {
      at: ctx.now(),
      actor: actorOf(by),
      action: 'member.remove-note',
      subject: `member:${userId}`,
      data: { noteId },
    })
    return null
  })
}

/** Deletes the notes as part of deleting an account. */
export function eraseNotes(tx: Db, memberId: number): Promise<void> {
  return deleteNotesOf(tx, memberId)
}
