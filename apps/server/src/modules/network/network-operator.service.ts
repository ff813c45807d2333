import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { normaliseAddress } from '@solstice/rules/address'
import { NATIVE_DECIMALS } from '@solstice/rules/network'
import { deviationPercent } from '@solstice/rules/price'
import { actorOf, type Operator } from '#/modules/operator/operator.service.ts'
import { appendAudit } from '#/platform/books/audit.ts'
import { changeOf } from '#/platform/books/audit-change.ts'
import { ChainError } from '#/platform/process/chain-error.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { SettingsError } from '#/platform/process/env.ts'
import { isHttpUnencrypted } from '#/platform/process/unencrypted.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { nodeStates } from './network-node.service.ts'
import type { PriceBoard } from './network.prices.ts'
import {
  findContracts,
  findNetworkByChain,
  findNetworks,
  findPricesByHand,
  removePriceByHand,
  saveContract,
  saveNetwork,
  savePriceByHand,
  type NetworkRow,
} from './network.queries.ts'
import { contractView, LOCAL_RPC_PATH, networkView } from './network.service.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'chains' | 'settings'>

type NetworkSettings = {
  chainId: number
  networkName: string
  networkSymbol: string
  rpcUrl: string
  secondRpcUrl: string | null
  scanUrl: string
  confirmations: number
  explorer: 'ETHERSCAN' | 'OWN_INDEX'
  enabled: boolean
}

type ContractSettings = {
  name: string
  symbol: string
  decimals: number
  logoUrl: string | null
  enabled: boolean
  agreeAbove: string | null
}

export async function listOperatorNetworks(
  ctx: Pick<AppContext, 'db' | 'chains' | 'now'>,
  origin: string,
): Promise<CallData<'network.showAll'>> {
  const networks = await findNetworks(ctx.db)
  const list = networks.map(async (row) => ({
    ...operatorNetworkView(row, origin),
    ...(await nodeStates(ctx, row)),
  }))
  return { list: await Promise.all(list) }
}

function operatorNetworkView(row: NetworkRow, origin: string) {
  const { enabled, secondRpcUrl } = row
  return { ...networkView(row, origin), enabled, secondRpcUrl }
}

/** Checks the chain id of the node before the network can be used for payments. */
export async function checkNetwork(
  ctx: Context,
  settings: NetworkSettings,
  origin: string,
): Promise<void> {
  if (isPlainNode(ctx, settings)) throw refuse(Code.INVALID_REQUEST)
  const { chainId, secondRpcUrl } = settings
  if (!settings.enabled) return
  await assertChainId(ctx, { chainId, rpcUrl: storedUrl(settings.rpcUrl, origin) })
  if (secondRpcUrl !== null) await assertChainId(ctx, { chainId, rpcUrl: secondRpcUrl })
}

/** The local chains are served under this server's own address. */
function storedUrl(rpcUrl: string, origin: string): string {
  return rpcUrl.startsWith(`${origin}${LOCAL_RPC_PATH}/`) ? rpcUrl.slice(origin.length) : rpcUrl
}

export async function setNetwork(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  by: Operator,
  given: NetworkSettings,
  origin: string,
): Promise<CallData<'network.set'>> {
  const settings = { ...given, rpcUrl: storedUrl(given.rpcUrl, origin) }
  const before = await findNetworkByChain(tx, settings.chainId)
  const row = await saveNetwork(tx, rowOf(settings, ctx.now()))
  await appendAudit(tx, {
    at: ctx.now(),
    actor: actorOf(by),
    action: 'network.set',
    subject: `network:${settings.chainId}`,
    data: changeOf(before && operatorNetworkView(before, ''), settings),
  })
  return operatorNetworkView(row, origin)
}

function isPlainNode(
  { settings }: Pick<AppContext, 'settings'>,
  { rpcUrl, secondRpcUrl }: NetworkSettings,
): boolean {
  const urls = [rpcUrl, ...(secondRpcUrl === null ? [] : [secondRpcUrl])]
  return settings.refusePlainNodes === true && urls.some(isHttpUnencrypted)
}

function rowOf(settings: NetworkSettings, createdAt: Date) {
  const { chainId, networkName, networkSymbol, ...rest } = settings
  return { chainId, name: networkName, symbol: networkSymbol, ...rest, createdAt }
}

async function assertChainId(
  ctx: Context,
  network: { chainId: number; rpcUrl: string },
): Promise<void> {
  const answer = await answerOf(ctx.chains.node(network).call('eth_chainId', []))
  if (answer !== BigInt(network.chainId)) throw refuse(Code.INVALID_REQUEST)
}

const DECIMALS_CALL = '0x313ce567'
const NATIVE = 'native'

type GivenContract = ContractSettings & { chainId: number; contract: string }
/** The prices that the response shows. */
export type ShownPrices = Awaited<ReturnType<PriceBoard>>

/** Returns null for the native coin. */
export function contractAddress(contract: string): string | null {
  const address = contract === NATIVE ? null : (normaliseAddress(contract) ?? null)
  if (address === null && contract !== NATIVE) throw refuse(Code.WALLET_ADDRESS_INVALID)
  return address
}

export async function existingNetwork(db: Db, chainId: number): Promise<NetworkRow> {
  const network = await findNetworkByChain(db, chainId)
  if (!network) throw refuse(Code.NOT_FOUND)
  return network
}

/**
 * Checks the decimals with the token contract, because wrong decimals would falsify every amount.
 * Returns the prices for the response.
 */
export async function checkContract(
  ctx: Context,
  prices: PriceBoard,
  { chainId, contract, decimals, enabled, symbol }: GivenContract,
): Promise<ShownPrices> {
  const network = await existingNetwork(ctx.db, chainId)
  const address = contractAddress(contract)
  if (address === null && decimals !== NATIVE_DECIMALS) throw refuse(Code.INVALID_REQUEST)
  if (address !== null && enabled) {
    const call = [{ to: address, data: DECIMALS_CALL }, 'latest']
    const answer = await answerOf(ctx.chains.node(network).call('eth_call', call))
    if (answer !== BigInt(decimals)) throw refuse(Code.INVALID_REQUEST)
  }
  return prices([symbol])
}

export async function setContract(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  by: Operator,
  { chainId, contract, ...rest }: GivenContract,
  prices: ShownPrices,
): Promise<CallData<'network.setContract'>> {
  const network = await existingNetwork(tx, chainId)
  const address = contractAddress(contract)
  const known = await findContracts(tx)
  const before = known.find((each) => each.chainId === chainId && each.address === address)
  await saveContract(tx, { networkId: network.id, address, ...rest })
  await appendAudit(tx, {
    at: ctx.now(),
    actor: actorOf(by),
    action: 'contract.set',
    subject: `network:${chainId}`,
    data: { contract: address ?? NATIVE, ...changeOf(before, rest) },
  })
  const { list } = await showContracts({ db: tx }, async () => prices)
  const saved = list.find((each) => each.chainId === chainId && each.address === address)
  if (!saved) throw new Error('The saved contract was not found')
  return saved
}

/** Returns the node's response as a number, or undefined if it is none. */
async function answerOf(response: Promise<unknown>): Promise<bigint | undefined> {
  try {
    const answer = await response
    return typeof answer === 'string' && /^0x[0-9a-f]{1,64}$/i.test(answer)
      ? BigInt(answer)
      : undefined
  } catch (error) {
    if (error instanceof ChainError) return undefined
    throw error
  }
}

export async function showContracts(
  ctx: Pick<AppContext, 'db'>,
  prices: PriceBoard,
): Promise<CallData<'network.showContracts'>> {
  const contracts = await findContracts(ctx.db)
  const shown = await prices(contracts.map(({ symbol }) => symbol))
  return {
    list: contracts.map((row) => ({
      ...contractView(row, shown.get(row.symbol)),
      enabled: row.enabled,
      agreeAbove: row.agreeAbove,
    })),
  }
}

export async function showPrices(
  ctx: Pick<AppContext, 'db'>,
  prices: PriceBoard,
): Promise<CallData<'network.showPrices'>> {
  const symbols = Array.from(new Set((await findContracts(ctx.db)).map(({ symbol }) => symbol)))
  const shown = await prices(symbols)
  return {
    list: symbols.map((symbol) => {
      const { priceUsd, priceChange24h, byHand, at, sourceUsd } = shown.get(symbol) ?? NO_PRICE
      const deviation = deviationPercent(sourceUsd, priceUsd)
      const shownAt = at?.toISOString() ?? null
      return { symbol, priceUsd, priceChange24h, byHand, at: shownAt, sourceUsd, deviation }
    }),
  }
}

const NO_PRICE = {
  priceUsd: null,
  priceChange24h: null,
  byHand: false,
  at: null,
  sourceUsd: null,
}

/** Null removes the manual price, so that the source is used again. */
export async function setPrice(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  by: Operator,
  { symbol, priceUsd }: { symbol: string; priceUsd: string | null },
): Promise<void> {
  await assertSymbol(tx, symbol)
  const before = (await findPricesByHand(tx)).get(symbol)?.priceUsd ?? null
  if (priceUsd === null) await removePriceByHand(tx, symbol)
  else await savePriceByHand(tx, symbol, priceUsd, ctx.now())
  await appendAudit(tx, {
    at: ctx.now(),
    actor: actorOf(by),
    action: 'price.set',
    subject: `price:${symbol}`,
    data: { before: { priceUsd: before }, after: { priceUsd } },
  })
}

export async function assertSymbol(db: Db, symbol: string): Promise<void> {
  const known = (await findContracts(db)).some((contract) => contract.symbol === symbol)
  if (!known) throw refuse(Code.NOT_FOUND)
}

/** Returns the manual price, else that of the source; undefined if there is none. */
export async function fetchUsdPrice(
  ctx: Pick<AppContext, 'db' | 'prices' | 'log'>,
  symbol: string,
): Promise<string | undefined> {
  const byHand = (await findPricesByHand(ctx.db)).get(symbol)?.priceUsd
  return byHand ?? fetchSourcePrice(ctx, symbol)
}

/** Returns the price of the source, without manual prices; undefined if it is unavailable. */
export async function fetchSourcePrice(
  ctx: Pick<AppContext, 'prices' | 'log'>,
  symbol: string,
): Promise<string | undefined> {
  try {
    return (await ctx.prices.prices([symbol])).get(symbol)?.priceUsd
  } catch (error) {
    ctx.log.warn({ err: error }, 'The price source is unavailable')
    return undefined
  }
}

type FileNetwork = NetworkSettings & {
  contracts: readonly (ContractSettings & { address: string | null })[]
}

/**
 * Saves the networks of the settings at every start and keeps all others. Keeps the second node and
 * the agreement limits too, because an older file must not remove that control.
 */
export async function seedNetworks(
  ctx: Pick<AppContext, 'db' | 'now' | 'settings'>,
  networks: readonly FileNetwork[],
): Promise<void> {
  const plain = networks.filter((network) => isPlainNode(ctx, network))
  if (plain.length > 0) {
    throw new SettingsError(
      plain.map(
        ({ chainId }) => `NETWORKS: the node of chain ${chainId} must be https in production`,
      ),
    )
  }
  await ctx.db.transaction(async (tx) => {
    const known = await findContracts(tx)
    for (const { contracts, ...settings } of networks) {
      const before = await findNetworkByChain(tx, settings.chainId)
      const secondRpcUrl = before?.secondRpcUrl ?? settings.secondRpcUrl
      const row = rowOf({ ...settings, secondRpcUrl }, ctx.now())
      const { id: networkId } = await saveNetwork(tx, row)
      for (const { address: typed, ...rest } of contracts) {
        const address = typed === null ? null : normaliseAddress(typed)
        if (address === undefined) throw new Error(`NETWORKS: ${typed} is not a valid address`)
        const token = known.find((each) => each.networkId === networkId && each.address === address)
        const agreeAbove = token?.agreeAbove ?? rest.agreeAbove
        await saveContract(tx, { networkId, address, ...rest, agreeAbove })
      }
    }
  })
}
