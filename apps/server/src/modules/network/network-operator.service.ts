import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { normaliseAddress } from '@solstice/rules/address'
import { NATIVE_DECIMALS } from '@solstice/rules/network'
import { actorOf, type Operator } from '#/modules/operator/operator.service.ts'
import { appendAudit } from '#/platform/books/audit.ts'
import { ChainError } from '#/platform/process/chain-error.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { SettingsError } from '#/platform/process/env.ts'
import { isHttpUnencrypted } from '#/platform/process/unencrypted.ts'
import { refuse } from '#/platform/process/refusal.ts'
import type { PriceBoard } from './network.prices.ts'
import {
  findContracts,
  findNetworkByChain,
  findNetworks,
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
  ctx: Pick<AppContext, 'db'>,
  origin: string,
): Promise<CallData<'network.showAll'>> {
  const networks = await findNetworks(ctx.db)
  return { list: networks.map((row) => operatorNetworkView(row, origin)) }
}

function operatorNetworkView(row: NetworkRow, origin: string) {
  const { enabled, secondRpcUrl } = row
  return { ...networkView(row, origin), enabled, secondRpcUrl }
}

/** Checks the chain id of the node before the network can be used for payments. */
export async function setNetwork(
  ctx: Context,
  by: Operator,
  settings: NetworkSettings,
  origin: string,
): Promise<CallData<'network.set'>> {
  if (isPlainNode(ctx, settings)) throw refuse(Code.INVALID_REQUEST)
  // The local chains are served under this server's own address.
  const isLocal = settings.rpcUrl.startsWith(`${origin}${LOCAL_RPC_PATH}/`)
  const rpcUrl = isLocal ? settings.rpcUrl.slice(origin.length) : settings.rpcUrl
  const { chainId, secondRpcUrl } = settings
  if (settings.enabled) {
    await assertChainId(ctx, { chainId, rpcUrl })
    if (secondRpcUrl !== null) await assertChainId(ctx, { chainId, rpcUrl: secondRpcUrl })
  }
  const row = await ctx.db.transaction(async (tx) => {
    const saved = await saveNetwork(tx, rowOf({ ...settings, rpcUrl }, ctx.now()))
    await appendAudit(tx, {
      at: ctx.now(),
      actor: actorOf(by),
      action: 'network.set',
      subject: `network:${settings.chainId}`,
      data: { ...settings, rpcUrl },
    })
    return saved
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

/**
 * Checks the decimals with the token contract, because wrong decimals would falsify every amount.
 */
export async function setContract(
  ctx: Context,
  prices: PriceBoard,
  by: Operator,
  settings: ContractSettings & { chainId: number; contract: string },
): Promise<CallData<'network.setContract'>> {
  const { chainId, contract, ...rest } = settings
  const network = await findNetworkByChain(ctx.db, chainId)
  if (!network) throw refuse(Code.NOT_FOUND)
  const address = contract === NATIVE ? null : (normaliseAddress(contract) ?? null)
  if (address === null && contract !== NATIVE) throw refuse(Code.WALLET_ADDRESS_INVALID)
  if (address === null && rest.decimals !== NATIVE_DECIMALS) throw refuse(Code.INVALID_REQUEST)
  if (address !== null && rest.enabled) {
    const call = [{ to: address, data: DECIMALS_CALL }, 'latest']
    const answer = await answerOf(ctx.chains.node(network).call('eth_call', call))
    if (answer !== BigInt(rest.decimals)) throw refuse(Code.INVALID_REQUEST)
  }
  await ctx.db.transaction(async (tx) => {
    await saveContract(tx, { networkId: network.id, address, ...rest })
    await appendAudit(tx, {
      at: ctx.now(),
      actor: actorOf(by),
      action: 'contract.set',
      subject: `network:${chainId}`,
      data: { contract: address ?? NATIVE, ...rest },
    })
  })
  const { list } = await showContracts(ctx, prices)
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
      const { priceUsd = null, priceChange24h = null, byHand = false } = shown.get(symbol) ?? {}
      return { symbol, priceUsd, priceChange24h, byHand }
    }),
  }
}

/** Null removes the manual price, so that the source is used again. */
export async function setPrice(
  ctx: Pick<AppContext, 'db' | 'now'>,
  by: Operator,
  { symbol, priceUsd }: { symbol: string; priceUsd: string | null },
): Promise<void> {
  const known = (await findContracts(ctx.db)).some((contract) => contract.symbol === symbol)
  if (!known) throw refuse(Code.NOT_FOUND)
  await ctx.db.transaction(async (tx) => {
    if (priceUsd === null) await removePriceByHand(tx, symbol)
    else await savePriceByHand(tx, symbol, priceUsd, ctx.now())
    await appendAudit(tx, {
      at: ctx.now(),
      actor: actorOf(by),
      action: 'price.set',
      subject: `price:${symbol}`,
      data: { priceUsd },
    })
  })
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
