import { createAddress } from '@solstice/contracts/create-address'
import { DAY_MS } from '@solstice/rules/duration'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import {
  contractOf,
  hasFailedSince,
  insertContract,
  type ContractName,
  type TreasuryContract,
} from './contract.queries.ts'
import type { PayoutListener } from './payout.service.ts'

export {
  contractOf as contractForCalls,
  hasFailedSince,
  type TreasuryContract,
} from './contract.queries.ts'
export { takeCapLock as lockFeeBudget } from './payout-attempt.queries.ts'

/**
 * Returns a contract of the treasury. If there is none, requests its deployment; the contract is
 * found once that is final. A deployment that failed is repeated after a day.
 */
export async function ensureContract(
  tx: Db,
  ctx: Pick<AppContext, 'now' | 'payouts' | 'treasury'>,
  name: ContractName,
): Promise<TreasuryContract | undefined> {
  const found = await contractOf(tx, name)
  if (found || !ctx.treasury) return found
  const { chainId, kind, token } = name
  const key = `deploy:${chainId}:${ctx.treasury.address}:${kind}:${token ?? ''}`
  if (await hasFailedSince(tx, key, new Date(ctx.now().getTime() - DAY_MS))) return undefined
  const purpose = 'DEPLOY'
  if (kind !== 'DISTRIBUTOR') {
    await ctx.payouts.requestCall(tx, { purpose, key, chainId, creates: kind })
  } else if (token !== null) {
    await ctx.payouts.requestCall(tx, { purpose, key, chainId, creates: kind, token })
  }
  return undefined
}

/** Keeps the contract of a deployment that is final. */
export const deployments: PayoutListener = {
  confirmed: async (tx, ctx, payout) => {
    const { id, chainId, creates, contract: token, account, nonce } = payout
    if (chainId === null || creates === null || account === null || nonce === null) {
      throw new Error(`Payout ${id} is no deployment`)
    }
    const address = createAddress(account, nonce)
    const deployedAt = ctx.now()
    const made = { chainId, kind: creates, token, address, account, payoutId: id, deployedAt }
    await insertContract(tx, made)
    ctx.atFaultPoint?.('contract-deployed')
  },
  failed: async () => {},
}
