import { REPORT_LINK_TTL_MS } from '@solstice/rules/account'
import { DEFAULT_RETRIES, isRunning, type JobKind } from '#/platform/process/jobs.ts'
import { timeZoneOf } from '#/modules/alert/alert.service.ts'
import { loadMember } from '#/modules/users/users.service.ts'
import { reportLink } from './security.link.ts'
import { securityMail } from './security.mail.ts'
import { deleteEventsUntil, findEvent, findUnmailed, markEventMailed } from './security.queries.ts'

export type SecurityMail = { eventId: number }

export const SECURITY_MAIL = 'account.security-mail'

/**
 * Looks up the address when the mail is sent, so that no job stores it. For a deleted account the
 * address is on the event, so that a thief cannot suppress the mails by deleting the account.
 */
export const mailSecurityEvent: JobKind<SecurityMail> = {
  kind: SECURITY_MAIL,
  lane: 'mail',
  retryAfterMs: DEFAULT_RETRIES,
  handle: async (ctx, { payload: { eventId } }) => {
    const event = await findEvent(ctx.db, eventId)
    if (!event || event.mailedAt) return
    const member = await loadMember(ctx, event.memberId)
    const timeZone = await timeZoneOf(ctx, event.memberId)
    const { supportEmail } = ctx.settings
    // Sends older events first: each mail has its own retry time, so after an outage of the mail
    // server the newest one would otherwise be sent first.
    for (const each of await findUnmailed(ctx.db, event)) {
      const payload: SecurityMail = { eventId: each.id }
      const isMine = each.id === eventId
      if (!isMine && (await isRunning(ctx, SECURITY_MAIL, payload))) continue
      const to = member.deletedAt ? each.mailTo : member.email
      const link = reportLink(ctx, each.id)
      const mailedEvent = { ...each, link, timeZone, supportEmail }
      if (to !== null) await ctx.mailer.send(securityMail(to, mailedEvent, member.language))
      await markEventMailed(ctx.db, each.id, ctx.now())
    }
  },
}

export type DeleteEvents = { memberId: number }

export const DELETE_EVENTS = 'security.delete-events'

/** Deletes the security events of a deleted account once their links have expired. */
export const deleteEvents: JobKind<DeleteEvents> = {
  kind: DELETE_EVENTS,
  lane: 'housekeeping',
  retryAfterMs: DEFAULT_RETRIES,
  handle: (ctx, { payload: { memberId } }) =>
    deleteEventsUntil(ctx.db, memberId, new Date(ctx.now().getTime() - REPORT_LINK_TTL_MS)),
}
