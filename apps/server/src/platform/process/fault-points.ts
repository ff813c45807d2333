/** The points at which a process may die without losing or repeating anything. */
export const FAULT_POINTS = [
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
