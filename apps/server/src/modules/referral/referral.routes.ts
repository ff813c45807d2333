import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { inviteHistory, referralOf, registerReferral } from './referral.service.ts'

export function referralRoutes(ctx: AppContext, mount: Mount): void {
  mount('referral.mine', ({ session }) => referralOf(ctx, session.memberId))

  mount('referral.register', async ({ session, body }) => ({
    registeredCode: await registerReferral(ctx, session.memberId, body.referralCode),
  }))

  mount('referral.history', ({ session, query }) => inviteHistory(ctx, session.memberId, query))
}
