import type { PurchaseDetail, RefundType } from './api.ts'

export const REFUND_TYPES: readonly RefundType[] = ['UNCREDITED', 'CHANGE_OF_MIND', 'OTHER']

export const REASON_MAX = 500
const TX_HASH = /^0x[0-9a-fA-F]{64}$/

type RefundForm = { type: RefundType; reason: string; txHash: string }
type Problem = 'reasonNeeded' | 'txHashWrong'

/** Returns the problems of a refund request by field. */
export function refundProblems({ type, reason, txHash }: RefundForm): {
  reason?: Problem
  txHash?: Problem
} {
  return {
    ...(type === 'OTHER' && reason.trim() === '' && { reason: 'reasonNeeded' }),
    ...(type === 'UNCREDITED' &&
      txHash.trim() !== '' &&
      !TX_HASH.test(txHash.trim()) && { txHash: 'txHashWrong' }),
  }
}

export function refundBody({ type, reason, txHash }: RefundForm): {
  type: RefundType
  reason?: string
  txHash?: string
} {
  return {
    type,
    ...(reason.trim() !== '' && { reason: reason.trim() }),
    ...(type === 'UNCREDITED' && txHash.trim() !== '' && { txHash: txHash.trim() }),
  }
}

/**
 * Returns the refund types to offer. Only one request is allowed per purchase, so a credited
 * purchase does not offer UNCREDITED.
 */
export function requestableTypes({
  status,
  refundTypes,
}: Pick<PurchaseDetail, 'status' | 'refundTypes'>): RefundType[] {
  return refundTypes.filter((type) => type !== 'UNCREDITED' || status !== 'COMPLETED')
}

/**
 * Returns true when the member may have to enter the transaction hash: the payment was on chain and
 * its hash is unknown.
 */
export function needsTxHash(
  { payment }: Pick<PurchaseDetail, 'payment'>,
  type: RefundType,
): boolean {
  return type === 'UNCREDITED' && payment !== null && payment.txHash === null
}
