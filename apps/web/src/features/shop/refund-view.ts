import type { PurchaseDetail, RefundType } from './api.ts'

export const REFUND_TYPES: readonly RefundType[] = ['UNCREDITED', 'CHANGE_OF_MIND', 'OTHER']

export const REASON_MAX = 500
const TX_HASH = /^0x[0-9a-fA-F]{64}$/

type RefundForm = { type: RefundType; reason: string; txHash: string }
type Problem = 'reasonNeeded' | 'txHashWrong'

/** What is missing in a request, by the field that has to be changed. */
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
 * What is worth asking for. A purchase can be asked about once: who got what they bought does not
 * lose that by asking where it is.
 */
export function askableTypes({
  status,
  refundTypes,
}: Pick<PurchaseDetail, 'status' | 'refundTypes'>): RefundType[] {
  return refundTypes.filter((type) => type !== 'UNCREDITED' || status !== 'COMPLETED')
}

/** Whether a member may have to name the transaction: paid on chain, and none is known. */
export function needsTxHash(
  { payment }: Pick<PurchaseDetail, 'payment'>,
  type: RefundType,
): boolean {
  return type === 'UNCREDITED' && payment !== null && payment.txHash === null
}
