import { amountText } from '@solstice/rules/amount'
import { readBalance, readTokenBalance } from '#/modules/chain/chain-reading.service.ts'
import { nodeOf } from '#/modules/chain/chain.service.ts'
import {
  contractsOnChain,
  enabledNetworks,
  type Network,
} from '#/modules/network/network.service.ts'
import { ChainError } from '#/platform/process/chain-error.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { saveBalances } from './treasury-balances.queries.ts'

/** The balances of an account; null if the node did not answer. */
export type Balances = { symbol: string; amount: string }[] | null

/** Reads the balances of the treasury from the nodes of all networks or of the given ones. */
export async function fetchBalances(
  ctx: AppContext,
  networks?: readonly Network[],
): Promise<ReadonlyMap<number, Balances>> {
  const read = (networks ?? (await enabledNetworks(ctx))).map(
    async (network) => [network.chainId, await balancesOn(ctx, network)] as const,
  )
  return new Map(await Promise.all(read))
}

/**
 * Keeps the balances of the nodes that answered, so that operators see the last ones while a node is
 * silent.
 */
export async function keepBalances(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  fetched: ReadonlyMap<number, Balances>,
): Promise<void> {
  for (const [chainId, balances] of fetched) {
    if (balances) await saveBalances(db, { chainId, balances, readAt: now() })
  }
}

async function balancesOn(ctx: AppContext, network: Network): Promise<Balances> {
  const { treasury } = ctx
  if (!treasury) return null
  try {
    const node = await nodeOf(ctx, network)
    const balances = []
    for (const token of await contractsOnChain(ctx, network.chainId)) {
      const units =
        token.address === null
          ? await readBalance(node, treasury.address)
          : await readTokenBalance(node, token.address, treasury.address)
      balances.push({ symbol: token.symbol, amount: amountText(units, token.decimals) })
    }
    return balances
  } catch (error) {
    if (error instanceof ChainError) return null
    throw error
  }
}
