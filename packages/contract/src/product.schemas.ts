import { z } from 'zod'
import { STOCK_MAX } from '@solstice/rules/stock'
import { pageOf, pageQuery, pathId } from './paging.ts'
import { address, amountText, amountUpTo, auditReason, id, time } from './schema.ts'
import { count, imageUrl, seasonParams } from './season.schemas.ts'

export const payType = z.enum(['XP', 'TICKET', 'TOKEN'])

/** The reasons for 2403, in data.reason. */
const unavailableReason = z.enum([
  'NOT_ON_SALE',
  /** Operators have paused the season. */
  'SEASON_PAUSED',
  'SOLD_OUT',
  'LIMIT_REACHED',
  /** The member has reached the maximum number of unpaid orders. */
  'TOO_MANY_OPEN',
  /** The token's network does not respond or currently accepts no payments. */
  'NETWORK_DOWN',
  /** The order is cancelled, expired or completed. */
  'ORDER_CLOSED',
])

const product = z.object({
  productId: id,
  seasonId: id,
  name: z.string(),
  description: z.string(),
  imageUrl,
  payType,
  /** A whole number of XP or tickets, or a token amount. */
  price: amountText,
  /** The next four fields are set for a token only; the address of a native coin is null. */
  tokenSymbol: z.string().nullable(),
  chainId: id.nullable(),
  contractAddress: address.nullable(),
  tokenDecimals: count.nullable(),
  givesXp: count,
  givesTickets: count,
  /** The remaining stock; null if unlimited. */
  stock: count.nullable(),
  perUserLimit: id.nullable(),
  /** The number the calling member bought, without cancelled and refunded orders. */
  bought: count,
  available: z.boolean(),
  unavailableReason: unavailableReason.nullable(),
})

export const txHash = z.string().regex(/^0x[0-9a-fA-F]{64}$/)

/** The payment state of an order that is paid on chain. */
export const orderPayment = z.object({
  payTo: address,
  /** The expected sender: the wallet that was registered when the order opened. */
  payFrom: address,
  price: amountText,
  tokenSymbol: z.string(),
  tokenDecimals: count,
  chainId: id,
  contractAddress: address.nullable(),
  /** Later payments are refunded. Null for a payment that matches no order. */
  expiresAt: time.nullable(),
  /** The hash that the member submitted or that the server found. */
  txHash: txHash.nullable(),
  /** The number of confirmations so far; 0 until the transaction is in a block. */
  confirmations: count,
  confirmationsNeeded: id,
  /**
   * Explains why a payment with enough confirmations is not credited: two nodes have to agree and
   * do not.
   */
  waitsFor: z.enum(['SECOND_NODE']).nullable(),
})

const userProduct = z.object({
  userProductId: id,
  productId: id,
  historyId: id,
  /** PENDING waits for its payment or, with a txHash, for its confirmation. */
  status: z.enum(['PENDING', 'COMPLETED', 'FAILED', 'CANCELLED']),
  payType,
  quantity: id,
  price: amountText,
  payTo: address.nullable(),
  expiresAt: time.nullable(),
  txHash: txHash.nullable(),
  payment: orderPayment.nullable(),
  givesXp: count,
  givesTickets: count,
  xpBalance: count,
  tickets: count,
})

const text = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}\p{Cs}]+$/u)
const texts = (most: number) => z.strictObject({ en: text(most), ko: text(most) })
const MAX_COUNT = 1_000_000_000

/** The address of a token, or `native` for the coin of its chain. */
export const tokenContract = z.union([address, z.literal('native')])

const PRODUCT_NAME_MAX = 80
const PRODUCT_DESCRIPTION_MAX = 500

const productImage = z
  .string()
  .max(500)
  .regex(/^\/(?!\/)[\w./-]+$/)

export const newProduct = z.strictObject({
  name: texts(PRODUCT_NAME_MAX),
  description: texts(PRODUCT_DESCRIPTION_MAX),
  imageUrl: productImage.nullable().default(null),
  payType,
  price: amountUpTo(1_000_000),
  /** For a token: its chain, and its address or `native`. */
  chainId: id.optional(),
  contract: tokenContract.optional(),
  givesXp: count.max(MAX_COUNT).default(0),
  givesTickets: count.max(MAX_COUNT).default(0),
  stock: count.max(STOCK_MAX).nullable().default(null),
  perUserLimit: id.max(MAX_COUNT).nullable().default(null),
  position: count.max(MAX_COUNT).default(100),
})

const operatorProduct = z.object({
  productId: id,
  seasonId: id,
  position: count,
  name: z.object({ en: z.string(), ko: z.string() }),
  description: z.object({ en: z.string(), ko: z.string() }),
  imageUrl,
  payType,
  /** The price is formatted for display: '5 USDS', '300 XP'. */
  price: z.string(),
  /** The symbol of the token, XP or TICKET. */
  symbol: z.string(),
  chainId: id.nullable(),
  /** The address of the token; null for a coin, XP and tickets. */
  contract: address.nullable(),
  givesXp: count,
  givesTickets: count,
  stock: count.nullable(),
  perUserLimit: id.nullable(),
  onSale: z.boolean(),
  /** Units that were bought, without refunded orders, and what they cost in the symbol. */
  sold: count,
  income: amountText,
  /** Orders that wait for their payment. */
  openOrders: count,
  /** Units sold per programme day, oldest first; the last day is today. */
  soldByDay: z.array(count),
  /** The whole days until the stock is used up at the pace of the last seven; null without end. */
  daysLeft: count.nullable(),
  createdAt: time,
})

/** Carries either the hash or the cancellation. */
export const orderChange = z
  .strictObject({ txHash: txHash.optional(), status: z.literal('CANCELLED').optional() })
  .refine(({ txHash, status }) => (txHash === undefined) !== (status === undefined))

const productParams = seasonParams.extend({ productId: pathId })

const QUANTITY_MAX = 100

export const productSchemas = {
  'product.list': {
    params: seasonParams,
    query: z.strictObject({ ...pageQuery, payType: payType.optional() }),
    data: pageOf(product),
  },
  'product.show': { params: productParams, data: product },
  'product.buy': {
    params: productParams,
    body: z.strictObject({ quantity: z.int().min(1).max(QUANTITY_MAX).default(1) }),
    data: userProduct,
  },
  'product.updateOrder': {
    params: productParams.extend({ userProductId: pathId }),
    body: orderChange,
    data: userProduct,
  },
  'product.listAll': {
    params: seasonParams,
    data: z.object({ list: z.array(operatorProduct) }),
  },
  'product.details': {
    params: z.strictObject({ productId: pathId }),
    data: operatorProduct,
  },
  'product.arrange': {
    params: seasonParams,
    body: z.strictObject({
      /** Every product of the season, once. */
      productIds: z.array(id).min(1).max(1000),
      reason: auditReason.optional(),
    }),
    data: z.object({ list: z.array(operatorProduct) }),
  },
  'product.add': {
    params: seasonParams,
    body: newProduct.extend({ reason: auditReason.optional() }),
    data: operatorProduct,
  },
  'product.change': {
    params: z.strictObject({ productId: pathId }),
    body: z
      .strictObject({
        /** Replaces the stock, whatever was sold since it was read. */
        stock: count.max(STOCK_MAX).nullable().optional(),
        /** Adds units to a limited stock, or removes them. */
        stockChange: z.int().min(-STOCK_MAX).max(STOCK_MAX).optional(),
        perUserLimit: id.max(MAX_COUNT).nullable().optional(),
        onSale: z.boolean().optional(),
        position: count.max(MAX_COUNT).optional(),
        name: texts(PRODUCT_NAME_MAX).optional(),
        description: texts(PRODUCT_DESCRIPTION_MAX).optional(),
        imageUrl: productImage.nullable().optional(),
        reason: auditReason.optional(),
      })
      .refine(({ stock, stockChange }) => stock === undefined || stockChange === undefined),
    data: operatorProduct,
  },
} as const
