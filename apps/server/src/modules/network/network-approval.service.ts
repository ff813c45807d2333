import { changesBetween, type SubjectReader } from '#/modules/approval/approval-subject.service.ts'
import { assertSymbol, contractAddress, existingNetwork } from './network-operator.service.ts'
import { findContracts, findNetworkByChain, findPricesByHand } from './network.queries.ts'

type Part = string | number | boolean | null

/** Returns the named columns, which are texts, numbers and flags. */
function partsOf<Row extends object>(
  row: Row | undefined,
  names: readonly (keyof Row & string)[],
): Record<string, Part> {
  const parts: Record<string, Part> = {}
  for (const name of row ? names : []) {
    const value: unknown = row?.[name]
    const isPart = ['string', 'number', 'boolean'].includes(typeof value)
    parts[name] = isPart ? (value as Part) : null // The check above leaves only these types.
  }
  return parts
}

const NETWORK_FIELDS = [
  'name',
  'symbol',
  'rpcUrl',
  'secondRpcUrl',
  'scanUrl',
  'confirmations',
  'explorer',
  'enabled',
] as const

export const readNetworkChange: SubjectReader<'network.set'> = async (
  tx,
  _ctx,
  { params, body },
) => {
  const before = await findNetworkByChain(tx, params.chainId)
  const { networkName: name, networkSymbol: symbol, ...rest } = body
  return {
    subject: `network:${params.chainId}`,
    values: { chainId: params.chainId, networkName: name, isNew: before === undefined },
    changes: changesBetween(
      partsOf(before, NETWORK_FIELDS),
      partsOf({ name, symbol, ...rest }, NETWORK_FIELDS),
    ),
    facts: () => ({}),
  }
}

const CONTRACT_FIELDS = ['name', 'symbol', 'decimals', 'logoUrl', 'enabled', 'agreeAbove'] as const

export const readContractChange: SubjectReader<'network.setContract'> = async (
  tx,
  _ctx,
  { params, body },
) => {
  const { id } = await existingNetwork(tx, params.chainId)
  const address = contractAddress(params.contract)
  const before = (await findContracts(tx)).find(
    (each) => each.networkId === id && each.address === address,
  )
  return {
    subject: `network:${params.chainId}`,
    values: {
      chainId: params.chainId,
      contract: address ?? 'native',
      symbol: body.symbol,
      isNew: before === undefined,
    },
    changes: changesBetween(partsOf(before, CONTRACT_FIELDS), partsOf(body, CONTRACT_FIELDS)),
    facts: () => ({}),
  }
}

/** Compared with the price of the source, because manual prices could move it step by step. */
export const readPriceChange: SubjectReader<'network.setPrice', string> = async (
  tx,
  _ctx,
  { params, body, prepared },
) => {
  const { symbol } = params
  await assertSymbol(tx, symbol)
  const before = (await findPricesByHand(tx)).get(symbol)?.priceUsd ?? null
  const source = prepared
  return {
    subject: `price:${symbol}`,
    values: { symbol, priceUsd: body.priceUsd },
    changes: [{ field: 'priceUsd', before, after: body.priceUsd }],
    figures: [{ name: 'sourcePrice', value: source ?? '', unit: 'USD', limit: null }],
    facts: () => ({ source, after: body.priceUsd }),
  }
}
