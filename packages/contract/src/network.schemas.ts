import { z } from 'zod'
import { FOREIGN_CURRENCIES } from '@solstice/rules/currency'
import { pathId } from './paging.ts'
import { address, amountText, amountUpTo, auditReason, id, nothing, time } from './schema.ts'

/** Limits chain ids to JavaScript's safe integers. */
const chainId = z.int().positive()
const decimals = z.int().min(0).max(36)
const httpUrl = z.url({ protocol: /^https?$/ }).max(500)
const label = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .regex(/^[^\p{Cc}\p{Cs}]+$/u)
const symbol = z.string().regex(/^[A-Za-z0-9.$-]{1,16}$/)

/** The source of transaction history: the public explorer API, or the index of this server. */
export const explorer = z.enum(['ETHERSCAN', 'OWN_INDEX'])

const networkSchema = z.object({
  networkId: id,
  chainId,
  networkName: z.string(),
  networkSymbol: z.string(),
  rpcUrl: z.string(),
  /** Empty if the network has no explorer. */
  scanUrl: z.string(),
  /** The number of blocks after which a transaction counts as final. */
  confirmations: z.int().min(1),
  /** Clients poll a public explorer rarely, because its calls are limited. */
  explorer,
})

const contractSchema = z.object({
  contractId: id,
  networkId: id,
  chainId,
  /** Null for the network's native coin. */
  address: address.nullable(),
  name: z.string(),
  symbol: z.string(),
  decimals,
  logoUrl: z.string().nullable(),
  priceUsd: amountText.nullable(),
  priceChange24h: z.number().nullable(),
})

const enabled = z.boolean()
/** Members see only the first node, because the URL of the second may contain a key. */
const secondRpcUrl = httpUrl.nullable()
/** Whole units; above this amount both nodes have to agree. Null if one node is enough. */
const agreeAbove = amountText.nullable()
const operatorNetwork = networkSchema.extend({ enabled, secondRpcUrl })
/** The answer of a node to this request. */
const nodeState = z.object({
  reachable: z.boolean(),
  /** The age of its newest block in seconds. */
  headAge: z.int().min(0).nullable(),
  block: z.int().min(0).nullable(),
})
const watchedNetwork = operatorNetwork.extend({
  /** Null for a network that is disabled, whose nodes are not asked. */
  node: nodeState.nullable(),
  secondNode: nodeState.nullable(),
})
const operatorContract = contractSchema.extend({ enabled, agreeAbove })
const price = z.object({
  symbol: z.string(),
  priceUsd: amountText.nullable(),
  priceChange24h: z.number().nullable(),
  byHand: z.boolean(),
  /** When the manual price was set, or the price of the source was read. */
  at: time.nullable(),
  /** The price of the source, also beside a manual one. */
  sourceUsd: amountText.nullable(),
  /** How far the shown price is from its source, in percent. */
  deviation: z.number().nullable(),
})

const unpagedList = <Item extends z.ZodType>(item: Item) => z.object({ list: z.array(item) })

export const networkSchemas = {
  'network.list': { data: unpagedList(networkSchema) },
  'network.contracts': {
    params: z.strictObject({ networkId: pathId }),
    data: unpagedList(contractSchema),
  },
  'network.allContracts': {
    query: z.strictObject({ networkId: z.union([pathId, z.array(pathId).max(50)]).optional() }),
    data: unpagedList(contractSchema),
  },
  'network.rates': {
    data: z.object({
      list: z.array(z.object({ currency: z.enum(FOREIGN_CURRENCIES), perUsd: amountText })),
      /** When the source was read; null while no rate is known. */
      at: time.nullable(),
    }),
  },
  'network.pricePoints': {
    data: unpagedList(
      z.object({
        symbol: z.string(),
        /** Oldest first. */
        points: z.array(z.object({ at: time, priceUsd: amountText })),
      }),
    ),
  },
  'network.showAll': { data: unpagedList(watchedNetwork) },
  'network.set': {
    params: z.strictObject({ chainId: pathId }),
    body: z.strictObject({
      networkName: label(40),
      networkSymbol: symbol,
      rpcUrl: httpUrl,
      scanUrl: z.union([httpUrl, z.literal('')]),
      confirmations: z.int().min(1).max(1000),
      explorer,
      enabled: enabled.default(true),
      secondRpcUrl: secondRpcUrl.default(null),
      reason: auditReason,
    }),
    data: operatorNetwork,
  },
  'network.showContracts': { data: unpagedList(operatorContract) },
  'network.setContract': {
    // The service checks the address, because a wrong one has its own code (2201).
    params: z.strictObject({ chainId: pathId, contract: z.string().max(64) }),
    body: z.strictObject({
      name: label(40),
      symbol,
      decimals,
      logoUrl: httpUrl.nullable().default(null),
      enabled: enabled.default(true),
      agreeAbove: agreeAbove.default(null),
      reason: auditReason,
    }),
    data: operatorContract,
  },
  'network.showPrices': { data: unpagedList(price) },
  'network.setPrice': {
    params: z.strictObject({ symbol }),
    body: z.strictObject({
      priceUsd: amountUpTo(10_000_000, 36).nullable(),
      reason: auditReason,
    }),
    data: nothing,
  },
} as const
