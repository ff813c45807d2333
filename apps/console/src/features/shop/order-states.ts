export const ORDER_STATES = [
  'OPEN',
  'SUBMITTED',
  'COMPLETED',
  'CANCELLED',
  'EXPIRED',
  'FAILED',
  'REFUNDED',
  'REVERSED',
] as const
