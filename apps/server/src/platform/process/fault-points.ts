/** The points of purchases, refunds and payouts to members. */
export const PAYMENT_POINTS = [
  'order-opening',
  'payment-seen',
  'payment-crediting',
  'payment-credited',
  'refund-deciding',
  'refund-decided',
  'payout-reserved',
  'signer-journaled',
  'payout-signed',
  'payout-stored',
  'payout-broadcast',
  'payout-confirming',
  'payout-confirmed',
] as const
/** The points of calls of the programme's contracts. */
export const CALL_POINTS = ['call-requested', 'contract-deployed', 'anchor-posting'] as const
/** The points of roots of rewards and of claims. */
export const DISTRIBUTION_POINTS = [
  'root-step',
  'root-hashed',
  'claims-requested',
  'claims-recorded',
] as const
/** The points of sends whose fee the treasury pays. */
export const RELAY_POINTS = ['relay-requesting', 'relay-requested', 'relay-ended'] as const
/** The points inside the transactions of the books. */
const BOOK_POINTS = ['books-aggregating', 'books-reconciling'] as const
/** The points at which a process may die without losing or repeating anything. */
const FAULT_POINTS = [
  ...PAYMENT_POINTS,
  ...CALL_POINTS,
  ...DISTRIBUTION_POINTS,
  ...RELAY_POINTS,
  ...BOOK_POINTS,
] as const
export type FaultPoint = (typeof FAULT_POINTS)[number]

/**
 * Ends the process like kill -9 when it reaches a point; `payout-signed:2` does so the second time.
 */
export function dieAt(setting: string): (point: FaultPoint) => void {
  const [name, times = '1'] = setting.split(':')
  if (!FAULT_POINTS.some((point) => point === name)) throw new Error(`Unknown fault point: ${name}`)
  let left = Number(times)
  return (point) => {
    if (point !== name) return
    left -= 1
    if (left <= 0) process.kill(process.pid, 'SIGKILL')
  }
}
