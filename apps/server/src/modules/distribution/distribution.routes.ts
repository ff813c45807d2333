import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { claimRewards, listRoots, showClaims } from './reward-claim.service.ts'

export function distributionRoutes(ctx: AppContext, mount: Mount): void {
  mount('distribution.mine', ({ session }) => showClaims(ctx, session.memberId))
  mount('distribution.claim', ({ session, tx }) => claimRewards(tx, ctx, session.memberId))
  mount('distribution.roots', ({ query }) => listRoots(ctx, query))
}
