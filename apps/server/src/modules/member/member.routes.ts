import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { revealEmail, showMember } from './header.service.ts'
import { showMemberSeason } from './member-season.service.ts'
import { addNote, listNotes, removeNote } from './notes.service.ts'
import { listMemberOrders } from './orders.service.ts'
import { listReferrals } from './referrals.service.ts'
import { endMemberSessions, listMemberSessions } from './sessions.service.ts'
import { listTimeline } from './timeline.service.ts'

export function memberRoutes(ctx: AppContext, mount: Mount): void {
  mount('operator.showMember', ({ params }) => showMember(ctx, params.userId))
  mount('member.revealEmail', ({ params }) => revealEmail(ctx, params.userId))
  mount('member.timeline', ({ params, query, language }) =>
    listTimeline(ctx, { ...params, ...query, language }),
  )
  mount('member.season', ({ params, language }) => showMemberSeason(ctx, { ...params, language }))
  mount('member.sessions', ({ params }) => listMemberSessions(ctx, params.userId))
  mount('member.endSessions', ({ operator, params, tx }) =>
    endMemberSessions(tx, ctx, operator, params.userId),
  )
  mount('member.referrals', ({ params, query }) => listReferrals(ctx, { ...params, ...query }))
  mount('member.orders', ({ params, query, language }) =>
    listMemberOrders(ctx, { ...params, ...query, language }),
  )
  mount('member.notes', ({ operator, params, query }) =>
    listNotes(ctx, operator, { ...params, ...query }),
  )
  mount('member.addNote', ({ operator, params, body, tx }) =>
    addNote(tx, ctx, operator, { ...params, ...body }),
  )
  mount('member.removeNote', ({ operator, params }) => removeNote(ctx, operator, params))
}
