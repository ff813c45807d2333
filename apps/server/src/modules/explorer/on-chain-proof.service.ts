import { networkByChain } from '#/modules/network/network.service.ts'
import { ChainError } from '#/platform/process/chain-error.ts'
import type { AppContext, ExplorerReply, OnChainProofs } from '#/platform/process/context.ts'
import { explorerProxy } from './explorer.service.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'chains' | 'explorer' | 'shared'>

/** Limits the search for a call to the newest transactions of the address. */
const MAX_TRANSACTIONS_CHECKED = 100

/** Verifies the on-chain proofs of missions with the explorer of the chain. */
export function onChainProofs(ctx: Context): OnChainProofs {
  const queryExplorer = explorerProxy(ctx)
  return {
    read: async (chainId, address, check) => {
      if (!(await networkByChain(ctx, chainId))) {
        throw new ChainError(`Chain ${chainId} is not one of the networks`)
      }
      const baseQuery = {
        module: 'account',
        chainid: chainId,
        address,
        tag: 'latest',
        page: 1,
        offset: MAX_TRANSACTIONS_CHECKED,
        startblock: 0,
        endblock: Number.MAX_SAFE_INTEGER,
        sort: 'desc',
      } as const
      if (check.kind === 'CALLED') {
        const reply = await queryExplorer({ ...baseQuery, action: 'txlist' })
        const rows = rowsIn(reply)
        const fulfilled = rows.some((row) => isCall(row, address, check))
        return { kind: check.kind, fulfilled, transactions: rows.length }
      }
      const reply = await queryExplorer(
        check.contract === null
          ? { ...baseQuery, action: 'balance' }
          : { ...baseQuery, action: 'tokenbalance', contractaddress: check.contract },
      )
      const units = unitsIn(reply)
      return { kind: check.kind, fulfilled: units >= check.minUnits, units }
    },
  }
}

function rowsIn({ result }: ExplorerReply): Record<string, string>[] {
  if (!Array.isArray(result)) throw new ChainError('The explorer returned no list')
  return result
}

function unitsIn({ result }: ExplorerReply): bigint {
  if (typeof result !== 'string' || !/^\d{1,78}$/.test(result)) {
    throw new ChainError('The explorer returned no balance')
  }
  return BigInt(result)
}

/** Returns whether the address itself sent this call and the call succeeded. */
function isCall(
  row: Record<string, string>,
  address: string,
  { contract, selector }: { contract: string; selector: string },
): boolean {
  const same = (left: string | undefined, right: string) =>
    left?.toLowerCase() === right.toLowerCase()
  const begins = row['input']?.toLowerCase().startsWith(selector.toLowerCase()) ?? false
  return same(row['from'], address) && same(row['to'], contract) && begins && row['isError'] === '0'
}
