import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { PayoutPurposes } from './payout.service.ts'
import { forecastTreasury } from './forecast.service.ts'
import { exportPayouts, listPayouts, showPayout } from './payout-list.service.ts'
import { showRecovery } from './recovery.service.ts'
import { fetchBalances } from './treasury-balances.service.ts'
import { showTreasury } from './treasury-view.service.ts'
import {
  cancelPayout,
  fetchChainState,
  fetchIsLost,
  freezeTreasury,
  setCaps,
  unfreezeTreasury,
  type ChainState,
} from './treasury.service.ts'

export function payoutRoutes(ctx: AppContext, mount: Mount, purposes: PayoutPurposes): void {
  mount('payout.list', ({ query }) => listPayouts(ctx, query))
  mount('payout.export', ({ query }) => exportPayouts(ctx, query))
  mount('payout.show', ({ params }) => showPayout(ctx, params.payoutId))
  mount(
    'payout.cancel',
    ({ operator, params, body, tx }, isLost: boolean) =>
      cancelPayout(tx, ctx, purposes, operator, { ...params, ...body, isLost }),
    ({ params }) => fetchIsLost(ctx, params.payoutId),
  )
  mount('payout.treasury', () => showTreasury(ctx))
  mount('payout.forecast', () => forecastTreasury(ctx))
  mount('payout.recovery', ({ params }) => showRecovery(ctx, params.chainId))
  mount('payout.freeze', ({ operator, body }) => freezeTreasury(ctx, operator, body))
  mount(
    'payout.unfreeze',
    ({ operator, body, tx }, chainState: ChainState) =>
      unfreezeTreasury(tx, ctx, operator, body, chainState),
    ({ body }) => fetchChainState(ctx, body),
  )
  mount(
    'payout.setCaps',
    ({ operator, params, body, tx }, balances: ChainState['balances']) =>
      setCaps(tx, ctx, operator, { ...params, ...body }, balances),
    () => fetchBalances(ctx),
  )
}
