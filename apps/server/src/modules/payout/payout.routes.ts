import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { PayoutPurposes } from './payout.service.ts'
import {
  cancelPayout,
  freezeTreasury,
  listPayouts,
  setCaps,
  showTreasury,
  unfreezeTreasury,
} from './treasury.service.ts'

export function payoutRoutes(ctx: AppContext, mount: Mount, purposes: PayoutPurposes): void {
  mount('payout.list', ({ query }) => listPayouts(ctx, query))
  mount('payout.cancel', ({ operator, params, body }) =>
    cancelPayout(ctx, purposes, operator, { ...params, ...body }),
  )
  mount('payout.treasury', () => showTreasury(ctx))
  mount('payout.freeze', ({ operator, body }) => freezeTreasury(ctx, operator, body))
  mount('payout.unfreeze', ({ operator, body }) => unfreezeTreasury(ctx, operator, body))
  mount('payout.setCaps', ({ operator, params, body }) =>
    setCaps(ctx, operator, { ...params, ...body }),
  )
}
