import type { Address } from '@solstice/rules/address'
import type { Network } from '#/modules/network/network.service.ts'
import { ChainError } from '#/platform/process/chain-error.ts'
import type { AppContext, ChainNode } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { readBlock, readHeadNumber, readTransaction } from './chain-reading.service.ts'
import { nodeOf } from './chain.service.ts'
import { insertUsedPayment } from './payment.queries.ts'
import {
  readMined,
  type MinedTransaction,
  type TransferFilter,
} from './receipt-transfers.service.ts'

type Context = Pick<AppContext, 'chains'>
type Reached = Pick<Network, 'chainId' | 'rpcUrl' | 'confirmations'>

/** The payment that an order expects. Every field must match exactly. */
export type ExpectedPayment = {
  /** Null means the network's own coin. */
  contract: Address | null
  payer: Address
  payee: Address
  amount: bigint
  /** The newest block when the order opened; earlier payments belong to something else. */
  afterBlock: number
  /** Selects one of several equal transfers in a transaction; the first if omitted. */
  logIndex?: number
}

/** Transfers of the network's coin have no log. */
export const NO_LOG = -1

export type PaymentState =
  /**
   * The index counts logs within the transaction, because the index within the block changes with
   * every rollback.
   */
  | { kind: 'verified'; blockNumber: number; blockHash: string; logIndex: number }
  /** The payment is not mined, or not deep enough to be final. */
  | { kind: 'waiting'; confirmations: number }
  | { kind: 'refused'; reason: 'reverted' | 'before-the-order' | 'not-this-payment' }

/**
 * Checks a transaction against the expected payment: correct chain, in the current chain and deep
 * enough, succeeded, after the order, and containing exactly this payment. Rejects with a
 * `ChainError` while the node is unavailable or contradicts itself; the state is then unknown.
 */
export async function verifyPayment(
  ctx: Context,
  network: Reached,
  expected: ExpectedPayment,
  txHash: string,
): Promise<PaymentState> {
  const node = await nodeOf(ctx, network)
  const hash = txHash.toLowerCase()
  const receipt = await readMined(node, hash, {
    tokens: expected.contract === null ? [] : [expected.contract.toLowerCase()],
    payees: [expected.payee.toLowerCase()],
  })
  if (!receipt) return { kind: 'waiting', confirmations: 0 }
  if (receipt.transactionHash !== hash)
    throw new ChainError('The node returned the receipt of another transaction')

  const block = await readBlock(node, receipt.blockNumber)
  // The block was rolled back: the current chain has another block at this height, or none.
  if (block?.hash !== receipt.blockHash) return { kind: 'waiting', confirmations: 0 }
  if (block.number !== receipt.blockNumber || !block.transactions.includes(hash)) {
    throw new ChainError('The block of the receipt does not contain its transaction')
  }
  if (receipt.status !== 1) return { kind: 'refused', reason: 'reverted' }
  if (receipt.blockNumber <= expected.afterBlock) {
    return { kind: 'refused', reason: 'before-the-order' }
  }
  const logIndex = await paymentIn(node, receipt, expected)
  if (logIndex === undefined) return { kind: 'refused', reason: 'not-this-payment' }

  const confirmations = (await readHeadNumber(node)) - receipt.blockNumber + 1
  if (confirmations < network.confirmations) {
    return { kind: 'waiting', confirmations: Math.max(0, confirmations) }
  }
  const { blockNumber, blockHash } = receipt
  return { kind: 'verified', blockNumber, blockHash, logIndex }
}

async function paymentIn(
  node: ChainNode,
  receipt: MinedTransaction,
  expected: ExpectedPayment,
): Promise<number | undefined> {
  const { contract, payer, payee, amount } = expected
  if (contract !== null) {
    const paid = receipt.transfers.find(
      ({ from, value, logIndex }) =>
        from === payer.toLowerCase() &&
        value === amount &&
        logIndex === (expected.logIndex ?? logIndex),
    )
    return paid?.logIndex
  }
  const transaction = await readTransaction(node, receipt.transactionHash)
  if (transaction?.hash !== receipt.transactionHash) {
    throw new ChainError('The node returned a receipt without its transaction')
  }
  const isPayment =
    transaction.blockHash === receipt.blockHash &&
    transaction.from === payer.toLowerCase() &&
    transaction.to === payee.toLowerCase() &&
    transaction.value === amount
  return isPayment ? NO_LOG : undefined
}

export type TreasuryTransfer = {
  txHash: string
  logIndex: number
  blockNumber: number
  blockHash: string
  contract: string | null
  payer: string
  payTo: string
  amount: bigint
  /** The timestamp of the block. */
  paidAt: Date
}

/**
 * Returns all transfers of a transaction to these addresses, in these tokens (lower case) or in the
 * coin, at any depth. Returns undefined if the current chain does not contain the transaction.
 */
export async function transfersIn(
  node: ChainNode,
  txHash: string,
  filter: TransferFilter,
): Promise<TreasuryTransfer[] | undefined> {
  const receipt = await readMined(node, txHash, filter)
  const block = receipt && (await readBlock(node, receipt.blockNumber))
  if (!receipt || block?.hash !== receipt.blockHash) return undefined
  if (receipt.status !== 1) return []
  const { blockNumber, blockHash } = receipt
  const paidAt = new Date(block.timestamp * 1000)
  const where = { txHash: receipt.transactionHash, blockNumber, blockHash, paidAt }
  const found = receipt.transfers.flatMap((transfer): TreasuryTransfer[] => {
    const { logIndex, contract, from: payer, to: payTo, value: amount } = transfer
    return amount === 0n ? [] : [{ ...where, logIndex, contract, payer, payTo, amount }]
  })
  if (found.length > 0) return found
  const coin = await readTransaction(node, receipt.transactionHash)
  if (!coin?.to || !filter.payees.includes(coin.to) || coin.value === 0n) return []
  const { from: payer, to: payTo, value: amount } = coin
  return [{ ...where, logIndex: NO_LOG, contract: null, payer, payTo, amount }]
}

/**
 * Marks the payment as used, in the transaction of the purchase. Returns true for the first use and
 * false for every later one, for any member and any product.
 */
export function usePayment(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  payment: { chainId: number; txHash: string; logIndex: number; usedFor: string },
): Promise<boolean> {
  const txHash = payment.txHash.toLowerCase()
  return insertUsedPayment(tx, { ...payment, txHash, usedAt: ctx.now() })
}
