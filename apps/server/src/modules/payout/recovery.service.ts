import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { recoveryOf } from '@solstice/rules/treasury-recovery'
import { readCount, readHeadNumber } from '#/modules/chain/chain-reading.service.ts'
import { nodeOf } from '#/modules/chain/chain.service.ts'
import { networkByChain, type Network } from '#/modules/network/network.service.ts'
import { ChainError } from '#/platform/process/chain-error.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { lowestOpenNonce } from './payout-attempt.queries.ts'
import { findFromNonce, findInFlight, type Payout } from './payout.queries.ts'
import { findLane, findSwitch } from './treasury.queries.ts'
import { isNonceLost } from './treasury.service.ts'

/** Compares the lane of a network with its chain, for the steps that lead out of a freeze. */
export async function showRecovery(
  ctx: AppContext,
  chainId: number,
): Promise<CallData<'payout.recovery'>> {
  const network = await networkByChain(ctx, chainId)
  const lane = await findLane(ctx.db, chainId)
  if (!network || !lane) throw refuse(Code.NOT_FOUND)
  const keyAccount = ctx.treasury?.address ?? null
  const account = keyAccount ?? lane.address
  const onChain = await countOnChain(ctx, network, account)
  const open = await findInFlight(ctx.db, chainId)
  const inFlight = await Promise.all(open.map((payout) => inFlightView(ctx, payout)))
  const beyond =
    onChain === null ? [] : await findFromNonce(ctx.db, { chainId, account, nonce: onChain })
  // A lane that was frozen before its first payout starts at the nonce of the chain.
  const nextNonce = lane.isCounted ? lane.nextNonce : (onChain ?? lane.nextNonce)
  const lowestOpen = (await lowestOpenNonce(ctx.db, chainId, lane.address)) ?? nextNonce
  const found = recoveryOf({
    frozenFor: lane.frozenFor ?? '',
    account: lane.isCounted ? lane.address : account,
    keyAccount,
    nextNonce,
    lowestOpen,
    onChain,
    inFlight: inFlight.length,
    taken: inFlight.filter(({ isLost }) => isLost).length,
    beyond,
  })
  return {
    chainId,
    networkName: network.name,
    scanUrl: network.scanUrl,
    confirmations: network.confirmations,
    frozenAt: lane.frozenAt?.toISOString() ?? null,
    frozenFor: lane.frozenFor,
    isStopped: (await findSwitch(ctx.db)).stoppedAt !== null,
    ...found,
    database: { account: lane.address, nextNonce, lowestOpen },
    chain: { account: keyAccount, nonce: onChain },
    inFlight,
    lost: beyond.flatMap(({ id, nonce, state, purpose }) =>
      nonce === null || state === 'RESERVED' || state === 'SENT'
        ? []
        : { payoutId: id, nonce, state, purpose },
    ),
  }
}

async function inFlightView(ctx: AppContext, payout: Payout) {
  const { id: payoutId, purpose, nonce } = payout
  return { payoutId, purpose, nonce: nonce ?? 0, isLost: await isNonceLost(ctx, payout) }
}

/** Returns the number of transactions of an account; null while the node is silent. */
async function countOnChain(
  ctx: AppContext,
  network: Network,
  account: string,
): Promise<number | null> {
  try {
    const node = await nodeOf(ctx, network)
    return await readCount(node, account, await readHeadNumber(node))
  } catch (error) {
    if (error instanceof ChainError) return null
    throw error
  }
}
