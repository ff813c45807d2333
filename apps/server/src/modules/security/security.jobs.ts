import { DEFAULT_RETRIES, type JobKind } from '#/platform/jobs.ts'
import { loadMember } from '#/modules/users/users.service.ts'
import { securityMail } from './security.mail.ts'
import { findEvent, markEventMailed } from './security.queries.ts'

export type SecurityMail = { eventId: number }

export const SECURITY_MAIL = 'account.security-mail'

/** The address is looked up when the mail is sent: no job keeps it, and a deleted member gets none. */
export const mailSecurityEvent: JobKind<SecurityMail> = {
  kind: SECURITY_MAIL,
  retryAfterMs: DEFAULT_RETRIES,
  handle: async (ctx, { payload: { eventId } }) => {
    const event = await findEvent(ctx.db, eventId)
    if (!event || event.mailedAt) return
    const member = await loadMember(ctx, event.memberId)
    if (member.deletedAt) return
    await ctx.mailer.send(securityMail(member.email, event, member.language))
    await markEventMailed(ctx.db, eventId, ctx.now())
  },
}
