import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { enqueue } from '#/platform/process/jobs.ts'
import { insertNotice, type NewNotice } from './operator-notice.queries.ts'

export type OperatorNotice = { noticeId: number }

export const MAIL_OPERATOR_NOTICE = 'operator.mail-notice'

/** Records an event about which the person receives a mail, in the transaction of the event. */
export async function queueNotice(
  tx: Db,
  { now }: Pick<AppContext, 'now'>,
  notice: Omit<NewNotice, 'createdAt'>,
): Promise<void> {
  const noticeId = await insertNotice(tx, { ...notice, createdAt: now() })
  const payload: OperatorNotice = { noticeId }
  await enqueue(tx, MAIL_OPERATOR_NOTICE, { payload, dueAt: now(), now: now() })
}

export type EnrolmentMail = { enrolmentId: number }

export const MAIL_ENROLMENT = 'operator.mail-enrolment'

export function queueEnrolmentMail(
  tx: Db,
  { now }: Pick<AppContext, 'now'>,
  enrolmentId: number,
): Promise<void> {
  const payload: EnrolmentMail = { enrolmentId }
  return enqueue(tx, MAIL_ENROLMENT, { payload, dueAt: now(), now: now() })
}
