import { shareHash } from '@solstice/contracts/distribution-tree'
import { storedProofs } from '@solstice/contracts/stored-tree'
import {
  claimsPerTransaction,
  CLAIM_TRANSACTIONS_MAX,
  mayClaim,
} from '@solstice/rules/distribution'
import type { PayoutListener } from '#/modules/payout/payout.service.ts'
import { wakeRoots } from '#/modules/season/root.queue.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { wakeClaims } from './distribution.queue.ts'
import { findRoot, lockDistributor, type DeployedDistributor } from './distributor.queries.ts'
import {
  countInFlight,
  lockWaitingClaims,
  requeueClaims,
  sendClaims,
  type ProvenClaim,
} from './reward-claim.queries.ts'
import { readNodes } from './root-nodes.queries.ts'
import { shareOf } from './root-tree.service.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'payouts' | 'atFaultPoint'>

/**
 * Requests one transaction for the claims that have waited longest, proved against the posted root.
 * Returns whether it did.
 */
export async function sendNextClaims(ctx: Context, of: DeployedDistributor): Promise<boolean> {
  const isSent = await ctx.db.transaction(async (tx) => {
    // A root is requested under the same lock, so none is on its way while these are.
    const distributor = await lockDistributor(tx, of.id)
    if (!distributor || !mayClaim(distributor.step)) return false
    if ((await countInFlight(tx, of)) >= CLAIM_TRANSACTIONS_MAX) return false
    const number = distributor.step === 'IDLE' ? distributor.number : distributor.number - 1
    const root = await findRoot(tx, { ...of, number })
    if (root?.state !== 'POSTED') return false
    const most = claimsPerTransaction(root.leaves)
    const waiting = await lockWaitingClaims(tx, of, root.number, most)
    const open = waiting.filter(({ posted, claimed }) => posted > claimed)
    if (open.length === 0) return false
    const hashes = open.map(({ address, posted }) => shareHash(shareOf(address, posted)))
    const read = (nodes: readonly number[]) => readNodes(tx, root.id, nodes)
    const proofs = await storedProofs(root.leaves, hashes, read)
    const proven = open.map(({ id, posted, claimed }, at): ProvenClaim => {
      const proof = proofs[at]
      if (!proof) throw new Error(`Root ${root.id} does not contain the amount of claim ${id}`)
      return { id, cumulative: posted, amount: posted - claimed, proof }
    })
    const key = `claims:${root.id}:${proven.map(({ id }) => id).join('-')}`
    const { chainId, contract } = of
    const payoutId = await ctx.payouts.requestCall(tx, { purpose: 'CLAIM', key, chainId, contract })
    await sendClaims(tx, payoutId, proven)
    return true
  })
  if (isSent) ctx.atFaultPoint?.('claims-requested')
  return isSent
}

/** The final blocks say which accounts were paid; a failed transaction is sent again. */
export const claimListener: PayoutListener = {
  confirmed: async (tx, ctx, { chainId }) => {
    if (chainId !== null) await wakeClaims(tx, ctx, chainId)
  },
  failed: async (tx, ctx, { id, chainId }) => {
    await requeueClaims(tx, id)
    await wakeRoots(tx, ctx, { start: false })
    if (chainId !== null) await wakeClaims(tx, ctx, chainId)
  },
}
