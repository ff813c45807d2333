import { expect, test } from 'vitest'
import { refundSteps } from './refund-steps.ts'

test.each([
  ['REFUND_REQUESTED', null, 'done now later'],
  ['REFUND_REQUESTED', 'REFUNDED', 'done done now'],
  ['REFUND_COMPLETED', 'REFUNDED', 'done done done'],
  ['REFUND_REJECTED', 'CREDITED', 'done done done'],
  ['REFUND_REJECTED', 'WAS_CREDITED', 'done failed later'],
  ['REFUND_REJECTED', 'DECLINED', 'done failed later'],
] as const)(
  'returns the steps of a refund that is %s with the result %s',
  (status, outcome, expected) => {
    expect(
      refundSteps({ status, outcome })
        .map(({ state }) => state)
        .join(' '),
    ).toBe(expected)
  },
)
