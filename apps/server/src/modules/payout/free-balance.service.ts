import { setTimeout } from 'node:timers/promises'
import { tokenText, tokenUnits } from '@solstice/rules/round'
import {
  contractsOnChain,
  enabledNetworks,
  type Network,
} from '#/modules/network/network.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import {
  findOpenAmounts,
  findOwedRewards,
  findPromisedPools,
  findUnfundedRoots,
  findWaitingRewards,
} from './promised.queries.ts'
import { fetchBalances } from './treasury-balances.service.ts'

type Token = { symbol: string; decimals: number }

/** All amounts are compared with this many decimals. */
const DECIMALS = 36
/** An operator waits for the answer, which is unknown if a node takes longer. */
const NODE_LIMIT_MS = 3000

/**
 * Returns what the treasury can still promise in a token: its balances without open payouts, without
 * the pools of published seasons that are not settled, and without the rewards of settled rounds that
 * are owed. Null if the node of a network with this token does not answer.
 */
export async function freeBalance(ctx: AppContext, token: Token): Promise<string | null> {
  const fetched = await Promise.race([
    fetchBalances(ctx, await networksWith(ctx, token)),
    setTimeout(NODE_LIMIT_MS, null, { ref: false }),
  ])
  const known = [...(fetched?.values() ?? [])]
  if (known.length === 0 || known.includes(null)) return null
  let free = 0n
  for (const { symbol, amount } of known.flatMap((balances) => balances ?? [])) {
    if (symbol === token.symbol) free += tokenUnits(amount, DECIMALS) ?? 0n
  }
  const promised = [
    ...(await findOpenAmounts(ctx.db, token.symbol)),
    ...(await findPromisedPools(ctx.db, token.symbol)),
    ...(await findWaitingRewards(ctx.db, token.symbol)),
    ...(await findOwedRewards(ctx.db, token.symbol)),
    ...(await findUnfundedRoots(ctx.db, token.symbol)),
  ]
  for (const { decimals, amount } of promised) free -= amount * 10n ** BigInt(DECIMALS - decimals)
  // Rounded down to the decimals of the token, so that it never covers more than there is.
  const units = (free < 0n ? 0n : free) / 10n ** BigInt(DECIMALS - token.decimals)
  return tokenText(units, token.decimals)
}

/** Other networks are not read, so that their silence does not matter. */
async function networksWith(ctx: AppContext, { symbol }: Token): Promise<Network[]> {
  const found: Network[] = []
  for (const network of await enabledNetworks(ctx)) {
    const tokens = await contractsOnChain(ctx, network.chainId)
    if (tokens.some((each) => each.symbol === symbol)) found.push(network)
  }
  return found
}
