import type { AppContext } from '#/platform/process/context.ts'
import { DEFAULT_RETRIES, type JobKind } from '#/platform/process/jobs.ts'
import { markEnrolmentMailed } from './operator-enrolment.queries.ts'
import { makeEnrolmentCode } from './enrolment-link.service.ts'
import { findUnmailedNotice, markNoticeMailed, setNoticeCode } from './operator-notice.queries.ts'
import {
  MAIL_ENROLMENT,
  MAIL_OPERATOR_NOTICE,
  type EnrolmentMail,
  type OperatorNotice,
} from './operator-notice.queue.ts'
import { hashOf, newSecret } from './operator-secret.ts'
import { enrolmentMail, operatorNoticeMail } from './operator.mail.ts'

/**
 * Generates the code when the mail is sent, so that no job stores it and its 24 hours begin with
 * the mail.
 */
export const mailEnrolment: JobKind<EnrolmentMail> = {
  kind: MAIL_ENROLMENT,
  lane: 'mail',
  retryAfterMs: DEFAULT_RETRIES,
  handle: async (ctx, { payload: { enrolmentId } }) => {
    const made = await makeEnrolmentCode(ctx, enrolmentId)
    if (!made?.operator.email) return
    const { name, role, email, language } = made.operator
    const href = `${ctx.settings.consoleOrigin}/enrol/${made.code}`
    await ctx.mailer.send(enrolmentMail(email, { name, role, href }, language))
    await markEnrolmentMailed(ctx.db, enrolmentId, ctx.now())
  },
}

/**
 * Generates the link for a person who lost rights; it ends when the person no longer counts as a
 * second person. If the mail is sent twice, the newer link is valid.
 */
async function objectionLink(
  ctx: AppContext,
  { notice, operator }: NonNullable<Awaited<ReturnType<typeof findUnmailedNotice>>>,
): Promise<string | undefined> {
  const hasLostRights =
    notice.event === 'DISABLED' || (notice.event === 'ROLE_CHANGED' && notice.role !== 'OWNER')
  if (!hasLostRights || operator.enrolledAt === null) return undefined
  const code = newSecret(ctx)
  await setNoticeCode(ctx.db, notice.id, hashOf(code))
  return `${ctx.settings.consoleOrigin}/object/${code}`
}

/** Looks up the address when the mail is sent, so that no job stores it. */
export const mailOperatorNotice: JobKind<OperatorNotice> = {
  kind: MAIL_OPERATOR_NOTICE,
  lane: 'mail',
  retryAfterMs: DEFAULT_RETRIES,
  handle: async (ctx, { payload: { noticeId } }) => {
    const found = await findUnmailedNotice(ctx.db, noticeId)
    if (!found?.operator.email) return
    const { email, language } = found.operator
    const { notice, subjectName, causeName } = found
    const href = await objectionLink(ctx, found)
    const content = { ...notice, subjectName, causeName, href }
    await ctx.mailer.send(operatorNoticeMail(email, content, language))
    await markNoticeMailed(ctx.db, noticeId, ctx.now())
  },
}
