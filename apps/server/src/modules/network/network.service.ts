import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { checksumAddress } from '@solstice/rules/address'
import { NATIVE_DECIMALS } from '@solstice/rules/network'
import type { AppContext } from '#/platform/process/context.ts'
import { refuse } from '#/platform/process/refusal.ts'
import {
  findContracts,
  findNetworkByChain,
  findNetworks,
  saveContract,
  saveNetwork,
  switchLocalNetworks,
  type ContractRow,
  type NetworkRow,
} from './network.queries.ts'
import { priceBoard, type PriceBoard } from './network.prices.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'prices' | 'log'>

export type Network = NetworkRow
export type Contract = ContractRow

/** Lists the networks that members may use, with URLs reachable from this origin. */
export async function listNetworks(
  ctx: Pick<AppContext, 'db'>,
  origin: string,
): Promise<CallData<'network.list'>> {
  const networks = await findNetworks(ctx.db)
  return { list: networks.filter(({ enabled }) => enabled).map((row) => networkView(row, origin)) }
}

export function networkView(row: NetworkRow, origin: string) {
  return {
    networkId: row.id,
    chainId: row.chainId,
    networkName: row.name,
    networkSymbol: row.symbol,
    rpcUrl: row.rpcUrl.startsWith('/') ? `${origin}${row.rpcUrl}` : row.rpcUrl,
    scanUrl: row.scanUrl,
    confirmations: row.confirmations,
    explorer: row.explorer,
  }
}

/** Lists the enabled contracts of all networks or of the given ones. */
export async function listContracts(
  ctx: Context,
  prices: PriceBoard,
  networkIds?: readonly number[],
): Promise<CallData<'network.allContracts'>> {
  const contracts = (await findContracts(ctx.db)).filter(
    ({ enabled, networkId }) => enabled && (!networkIds || networkIds.includes(networkId)),
  )
  const shown = await prices(contracts.map(({ symbol }) => symbol))
  return { list: contracts.map((row) => contractView(row, shown.get(row.symbol))) }
}

export async function listContractsOf(
  ctx: Context,
  prices: PriceBoard,
  networkId: number,
): Promise<CallData<'network.contracts'>> {
  const networks = await findNetworks(ctx.db)
  if (!networks.some(({ id, enabled }) => id === networkId && enabled)) throw refuse(Code.NOT_FOUND)
  return listContracts(ctx, prices, [networkId])
}

/** Returns the current prices of these symbols; unknown ones are left out. */
export const pricesNow = (ctx: Context, symbols: readonly string[]) => priceBoard(ctx)(symbols)

export function contractView(
  row: ContractRow,
  price: { priceUsd: string; priceChange24h: number | null } | undefined,
) {
  return {
    contractId: row.id,
    networkId: row.networkId,
    chainId: row.chainId,
    address: row.address,
    name: row.name,
    symbol: row.symbol,
    decimals: row.decimals,
    logoUrl: row.logoUrl,
    priceUsd: price?.priceUsd ?? null,
    priceChange24h: price?.priceChange24h ?? null,
  }
}

/** Returns a network that members may use, or undefined if it is unknown or disabled. */
export async function networkByChain(
  ctx: Pick<AppContext, 'db'>,
  chainId: number,
): Promise<Network | undefined> {
  const row = await findNetworkByChain(ctx.db, chainId)
  return row?.enabled ? row : undefined
}

/** Returns the enabled networks in order of creation. */
export async function enabledNetworks(ctx: Pick<AppContext, 'db'>): Promise<Network[]> {
  return (await findNetworks(ctx.db)).filter(({ enabled }) => enabled)
}

export async function isKnownNetwork(
  ctx: Pick<AppContext, 'db'>,
  networkId: number,
): Promise<boolean> {
  return (await findNetworks(ctx.db)).some(({ id, enabled }) => id === networkId && enabled)
}

/** Returns the coins and tokens of one network that members may use. */
export async function contractsOnChain(
  ctx: Pick<AppContext, 'db'>,
  chainId: number,
): Promise<Contract[]> {
  const contracts = await findContracts(ctx.db)
  return contracts.filter((each) => each.chainId === chainId && each.enabled)
}

/** Returns the networks on which members may use a token with this symbol. */
export async function networksWithToken(
  ctx: Pick<AppContext, 'db'>,
  symbol: string,
): Promise<Network[]> {
  const [networks, contracts] = await Promise.all([findNetworks(ctx.db), findContracts(ctx.db)])
  const chains = contracts
    .filter((each) => each.enabled && each.address !== null && each.symbol === symbol)
    .map(({ chainId }) => chainId)
  return networks.filter(({ chainId, enabled }) => enabled && chains.includes(chainId))
}

export { priceBoard, type PriceBoard }

const CACHE_TTL_MS = 10_000

/**
 * Returns the RPC hosts of the enabled networks for the content security policy. Reads them at most
 * every ten seconds and keeps the last result while the database is unavailable.
 */
export function rpcHosts(ctx: Pick<AppContext, 'db' | 'now'>): () => Promise<readonly string[]> {
  let known: readonly string[] = []
  let readAtMs = -Infinity
  return async () => {
    const nowMs = ctx.now().getTime()
    if (Math.abs(nowMs - readAtMs) < CACHE_TTL_MS) return known
    readAtMs = nowMs
    const networks = await findNetworks(ctx.db).catch(() => undefined)
    if (networks) known = hostsOf(networks)
    return known
  }
}

function hostsOf(networks: readonly NetworkRow[]): string[] {
  const urls = networks.filter(({ enabled }) => enabled).map(({ rpcUrl }) => rpcUrl)
  // A path points to this server, which needs no entry.
  return Array.from(
    new Set(urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin)),
  )
}

type LocalNetwork = {
  chainId: number
  name: string
  symbol: string
  token: { address: string; name: string; symbol: string; decimals: number }
}

/** Enables the local chains that are running and disables all others. */
export async function seedLocalNetworks(
  ctx: Pick<AppContext, 'db' | 'now'>,
  networks: readonly LocalNetwork[],
  confirmations: number,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await switchLocalNetworks(tx, false)
    for (const { chainId, name, symbol, token } of networks) {
      const { id: networkId } = await saveNetwork(tx, {
        chainId,
        name,
        symbol,
        rpcUrl: `${LOCAL_RPC_PATH}/${chainId}`,
        secondRpcUrl: null,
        scanUrl: '',
        confirmations,
        explorer: 'OWN_INDEX',
        enabled: true,
        createdAt: ctx.now(),
      })
      const common = { networkId, logoUrl: null, enabled: true, agreeAbove: null }
      await saveContract(tx, {
        ...common,
        address: null,
        name: coinName(symbol),
        symbol,
        decimals: NATIVE_DECIMALS,
      })
      await saveContract(tx, { ...common, ...token, address: checksumAddress(token.address) })
    }
  })
}

/** The path under which this server serves its local chains. */
export const LOCAL_RPC_PATH = '/rpc'

function coinName(symbol: string): string {
  return { ETH: 'Ether', tBNB: 'Test BNB' }[symbol] ?? symbol
}
