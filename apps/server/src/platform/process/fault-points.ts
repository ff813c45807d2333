/** Moments at which a process may die without anything being lost or done twice. */
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

/** `payout-signed:2` ends the process, as kill -9 does, when it comes by there for the second time. */
export function dieAt(setting: string): (point: FaultPoint) => void {
  const [name, times = '1'] = setting.split(':')
  if (!FAULT_POINTS.some((point) => point === name)) throw new Error(`No fault point is ${name}`)
  let left = Number(times)
  return (point) => {
    if (point !== name) return
    left -= 1
    if (left <= 0) process.kill(process.pid, 'SIGKILL')
  }
}
