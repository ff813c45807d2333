import { DEFAULT_RETRIES, isTaken, type JobKind } from '#/platform/jobs.ts'
import { loadMember } from '#/modules/users/users.service.ts'
import { securityMail } from './security.mail.ts'
import { findEvent, findUnmailed, markEventMailed } from './security.queries.ts'

export type SecurityMail = { eventId: number }

export const SECURITY_MAIL = 'account.security-mail'

/** The address is looked up when the mail is sent: no job keeps it, and a deleted member gets none. */
export const mailSecurityEvent: JobKind<SecurityMail> = {
  kind: SECURITY_MAIL,
  lane: 'mail',
  retryAfterMs: DEFAULT_RETRIES,
  handle: async (ctx, { payload: { eventId } }) => {
    const event = await findEvent(ctx.db, eventId)
    if (!event || event.mailedAt) return
    const member = await loadMember(ctx, event.memberId)
    if (member.deletedAt) return
    // What happened before is told before: each mail waits for its own next try, and after a time
    // without a mail server the youngest would be first.
    for (const each of await findUnmailed(ctx.db, event)) {
      const payload: SecurityMail = { eventId: each.id }
      const isMine = each.id === eventId
      if (!isMine && (await isTaken(ctx, SECURITY_MAIL, payload))) continue
      await ctx.mailer.send(securityMail(member.email, each, member.language))
      await markEventMailed(ctx.db, each.id, ctx.now())
    }
  },
}
