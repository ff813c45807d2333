import { z } from 'zod'
import { CHALLENGE_PURPOSES } from '@solstice/rules/wallet'
import { cursorPageOf, idCursorQuery, pathId } from './paging.ts'
import { address, amountText, id, nothing, time } from './schema.ts'

// The service checks the address, because a wrong one has its own code (2201).
const typedAddress = z.string().max(200)
const txHash = z.string().regex(/^0x[0-9a-fA-F]{64}$/)
const chainId = z.int().positive()
const symbol = z.string().regex(/^[^\p{Cc}\p{Cs}]{1,16}$/u)

const transaction = z.object({
  id,
  txHash,
  chainId,
  from: address,
  to: address,
  value: amountText,
  symbol: z.string(),
  contractAddress: address.nullable(),
  status: z.enum(['PENDING', 'SUCCESS', 'FAILED']),
  /**
   * True if the chain confirms that this wallet signed it and this recipient received this coin or
   * token.
   */
  isOnChain: z.boolean(),
  createdAt: time,
})

export const walletSchemas = {
  'wallet.info': {
    data: z.object({ ethAddress: address.nullable(), registeredAt: time.nullable() }),
  },
  'wallet.challenge': {
    body: z.strictObject({
      address: typedAddress,
      purpose: z.enum(CHALLENGE_PURPOSES).default('REGISTER'),
    }),
    data: z.object({ message: z.string(), expiresAt: time }),
  },
  'wallet.register': {
    body: z.strictObject({
      address: typedAddress,
      method: z.enum(['CREATE', 'IMPORT']),
      message: z.string().max(2000),
      signature: z.string().max(200),
    }),
    data: z.object({ walletAddress: address }),
  },
  'wallet.disconnect': {
    params: z.strictObject({ address: typedAddress }),
    data: nothing,
  },
  'wallet.transactions': {
    query: z.strictObject({
      ...idCursorQuery,
      chainId: z.union([pathId, z.array(pathId).max(50)]).optional(),
    }),
    data: cursorPageOf(transaction),
  },
  'wallet.addTransaction': {
    body: z.strictObject({
      txHash,
      chainId,
      from: typedAddress,
      to: typedAddress,
      /** The amount in whole units of the coin or token. */
      value: amountText,
      symbol,
      contractAddress: typedAddress.nullable().optional(),
    }),
    data: transaction,
  },
} as const
