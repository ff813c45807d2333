import type { OperatorRole } from '@solstice/contract/endpoint'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import type { OperatorEvent } from './operator-identity.table.ts'
import { queueNotice } from './operator-notice.queue.ts'
import { findNoticeByCode, markObjection } from './operator-notice.queries.ts'
import { hashOf } from './operator-secret.ts'
import { findEnrolledPeople } from './operator.queries.ts'

type Context = Pick<AppContext, 'now'>

/** Mails every active person about an event that concerns one of them. */
export async function tellColleagues(
  tx: Db,
  ctx: Context,
  event: OperatorEvent,
  about: { subjectId: number; causedBy?: number | undefined; role?: OperatorRole },
): Promise<void> {
  for (const { id: operatorId } of await findEnrolledPeople(tx)) {
    if (operatorId !== about.subjectId) await queueNotice(tx, ctx, { operatorId, event, ...about })
  }
}

/**
 * Mails a person who lost rights and all active persons, so that nobody is removed unnoticed. The
 * removed person receives a link with which to object.
 */
export async function tellRemoval(
  tx: Db,
  ctx: Context,
  event: 'DISABLED' | 'ROLE_CHANGED',
  {
    subjectId,
    ...about
  }: { subjectId: number; causedBy?: number | undefined; role?: OperatorRole },
): Promise<void> {
  await queueNotice(tx, ctx, { operatorId: subjectId, event, ...about })
  await tellColleagues(tx, ctx, `COLLEAGUE_${event}`, { subjectId, ...about })
}

/** Mails the active persons among these operators, and every owner, about a season. */
export async function tellResponsible(
  tx: Db,
  ctx: Context,
  event: OperatorEvent,
  of: { operatorIds: readonly number[]; about: { seasonId: number; en: string; ko: string } },
): Promise<void> {
  for (const { id: operatorId, role } of await findEnrolledPeople(tx)) {
    const isResponsible = role === 'OWNER' || of.operatorIds.includes(operatorId)
    if (isResponsible) await queueNotice(tx, ctx, { operatorId, event, about: of.about })
  }
}

/** Finds the notice whose mail had this link, if the person was removed after the given time. */
export function findRemoval(db: Db, code: string, since: Date) {
  return findNoticeByCode(db, hashOf(code), since)
}

/** Returns whether it is the first objection with this link. */
export function recordObjection(tx: Db, noticeId: number, at: Date): Promise<boolean> {
  return markObjection(tx, noticeId, at)
}
