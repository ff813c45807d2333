import type { Mount } from '#/http/mount.ts'
import { withoutReason } from '#/platform/books/audit-reason.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { claimReward, claimsAvailable } from './claim.service.ts'
import { inviteSummary, listFriends } from './invite.service.ts'
import { operatorTerms, setTerms, showEvent } from './terms.service.ts'
import { listWithdrawals, withdraw } from './withdrawal.service.ts'

export function inviteRoutes(ctx: AppContext, mount: Mount): void {
  mount('invite.terms', ({ language }) => showEvent(ctx, language))
  mount('invite.mine', ({ session }) => inviteSummary(ctx, session.memberId))
  mount('invite.referrals', ({ session, query }) => listFriends(ctx, session.memberId, query))
  mount('invite.availability', ({ session, query }) =>
    claimsAvailable(ctx, session.memberId, query.seasonId),
  )
  mount('invite.claim', ({ session, query, tx }) =>
    claimReward(tx, ctx, session.memberId, { type: query.type, seasonId: query.seasonId }),
  )
  mount('invite.withdrawals', ({ session, query }) => listWithdrawals(ctx, session.memberId, query))
  mount('invite.withdraw', ({ session, body, tx, pinToken }) =>
    withdraw(tx, ctx, session.memberId, body, pinToken),
  )

  mount('invite.showTerms', () => operatorTerms(ctx))
  mount('invite.setTerms', ({ operator, body, tx }) =>
    setTerms(tx, ctx, operator, withoutReason(body)),
  )
}
