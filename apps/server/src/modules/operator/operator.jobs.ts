import { DEFAULT_RETRIES, type JobKind } from '#/platform/process/jobs.ts'
import { markEnrolmentMailed } from './operator-enrolment.queries.ts'
import { makeEnrolmentCode } from './enrolment-link.service.ts'
import { findUnmailedNotice, markNoticeMailed } from './operator-notice.queries.ts'
import {
  MAIL_ENROLMENT,
  MAIL_OPERATOR_NOTICE,
  type EnrolmentMail,
  type OperatorNotice,
} from './operator-notice.queue.ts'
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

/** Looks up the address when the mail is sent, so that no job stores it. */
export const mailOperatorNotice: JobKind<OperatorNotice> = {
  kind: MAIL_OPERATOR_NOTICE,
  lane: 'mail',
  retryAfterMs: DEFAULT_RETRIES,
  handle: async (ctx, { payload: { noticeId } }) => {
    const found = await findUnmailedNotice(ctx.db, noticeId)
    if (!found?.operator.email) return
    const { email, language } = found.operator
    await ctx.mailer.send(operatorNoticeMail(email, found.notice, language))
    await markNoticeMailed(ctx.db, noticeId, ctx.now())
  },
}
