import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { networkByChain, type Network } from '#/modules/network/network.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { queryIndex, indexHead, type ExplorerQuery } from './chain-index.service.ts'
import { recentReplies } from './recent-replies.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'chains' | 'explorer' | 'shared'>
type Reply = CallData<'explorer.query'>

/** Sized for many concurrent wallet users while limiting memory use. */
const CACHE_LIMITS = { ageMs: 15_000, replies: 2000, bytes: 20_000_000 }

/**
 * Queries the transaction history from the index or from the public explorer. The caller chooses
 * among known networks, never a host. Replies are cached for 15 seconds, those of the own index
 * only until the next block, so that a member who just paid sees the payment.
 */
export function explorerProxy(
  ctx: Context,
  /** Runs before each call to the public explorer; rejects when the quota is used up. */
  spend: () => Promise<void> = async () => {},
): (query: ExplorerQuery) => Promise<Reply> {
  const replies = recentReplies<Reply>(CACHE_LIMITS)

  return async (query) => {
    const network = await networkByChain(ctx, query.chainid)
    if (!network) throw refuse(Code.INVALID_REQUEST)
    const head = network.explorer === 'OWN_INDEX' ? await indexHead(ctx, network) : ''
    const key = JSON.stringify([head, asText(query)])
    return replies.getOrFetch(key, ctx.now().getTime(), () => answer(ctx, network, query, spend))
  }
}

async function answer(
  ctx: Context,
  network: Network,
  query: ExplorerQuery,
  spend: () => Promise<void>,
): Promise<Reply> {
  switch (network.explorer) {
    case 'OWN_INDEX':
      return queryIndex(ctx, network, query)
    case 'ETHERSCAN':
      await spend()
      return ctx.explorer.query(asText(query))
  }
}

/**
 * Keeps only the parameters that the action uses, so that equivalent queries share one cache entry.
 */
function asText(query: ExplorerQuery): Record<string, string> {
  const { module, action, chainid, tag, address, contractaddress } = query
  const { page, offset, startblock, endblock, sort } = query
  const params = {
    module,
    action,
    chainid,
    tag,
    ...(action !== 'gasoracle' && { address }),
    ...((action === 'tokentx' || action === 'tokenbalance') && { contractaddress }),
    ...((action === 'txlist' || action === 'tokentx') && {
      page,
      offset,
      startblock,
      endblock,
      sort,
    }),
  }
  return Object.fromEntries(
    Object.entries(params)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )
}
