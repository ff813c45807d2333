import { findAllOperators, insertMail } from './approval.queries.ts'
import type { AppContext, Mail } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { enqueue } from '#/platform/process/jobs.ts'
import { mailHtml, mailText, type MailContent } from '#/platform/process/mail-layout.ts'
import { FORMER_MS } from '@solstice/rules/approver'
import { APPROVAL_MAIL, type ApprovalMail, type ApprovalMailEvent } from './approval.queue.ts'

/** Mails every person who may object, those who were disabled within the last days included. */
export async function mailOperators(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  approvalId: number,
  { event, dueAt }: { event: ApprovalMailEvent; dueAt?: Date },
): Promise<void> {
  const now = ctx.now()
  for (const { id, kind, disabledAt } of await findAllOperators(tx)) {
    const isLongGone = disabledAt !== null && now.getTime() - disabledAt.getTime() >= FORMER_MS
    if (kind !== 'PERSON' || isLongGone) continue
    const payload: ApprovalMail = { approvalId, operatorId: id, event }
    if (await insertMail(tx, payload)) {
      await enqueue(tx, APPROVAL_MAIL, { payload, dueAt: dueAt ?? now, now })
    }
  }
}

type Texts = { subject: string; heading: string; paragraphs: [en: string, ko: string] }

const TEXTS: Record<ApprovalMailEvent, (id: number, call: string) => Texts> = {
  SOLO_BEGUN: (id, call) => ({
    subject: `Proposal ${id} will be confirmed by one person`,
    heading: `Proposal ${id}: no second person`,
    paragraphs: [
      `Proposal ${id} (${call}) has no second person who could approve it. After a wait, one person can confirm it alone. Open the console to review or decline it.`,
      `승인 요청 ${id}번(${call})을 승인할 다른 담당자가 없어요. 대기 시간이 지나면 한 사람이 혼자 확정할 수 있어요. 콘솔에서 내용을 확인하거나 거절해 주세요.`,
    ],
  }),
  SOLO_CONFIRMED: (id, call) => ({
    subject: `Proposal ${id} was confirmed by one person`,
    heading: `Proposal ${id} was confirmed alone`,
    paragraphs: [
      `Proposal ${id} (${call}) was confirmed without a second person and has taken effect. If you did not expect this, freeze the treasury and check the audit.`,
      `승인 요청 ${id}번(${call})이 다른 담당자 없이 확정되어 적용됐어요. 예상하지 못한 일이라면 지급을 동결하고 감사 기록을 확인해 주세요.`,
    ],
  }),
  FORMER_COUNTS: (id, call) => ({
    subject: `Proposal ${id} waits although a colleague left`,
    heading: `Proposal ${id} is waiting`,
    paragraphs: [
      `Proposal ${id} (${call}) was made. A person who was disabled or changed role within the last seven days still counts as the second person, so nobody can confirm it alone.`,
      `승인 요청 ${id}번(${call})이 등록됐어요. 최근 7일 안에 비활성화되거나 역할이 바뀐 담당자도 승인자로 계산되므로, 한 사람이 혼자 확정할 수 없어요.`,
    ],
  }),
}

/** Operators have no language of their own, so the mail has both. */
export function approvalMail(to: string, { approvalId, event }: ApprovalMail, call: string): Mail {
  const { subject, heading, paragraphs } = TEXTS[event](approvalId, call)
  const content: MailContent = { language: 'en', preheader: subject, heading, paragraphs }
  return { to, subject, text: mailText(content), html: mailHtml(content) }
}
