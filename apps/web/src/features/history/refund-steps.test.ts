import { expect, test } from 'vitest'
import { refundSteps } from './refund-steps.ts'

test.each([
  ['REFUND_REQUESTED', 'done now later'],
  ['REFUND_COMPLETED', 'done done done'],
  ['REFUND_REJECTED', 'done failed later'],
] as const)('the steps of a refund that is %s', (status, expected) => {
  expect(
    refundSteps({ status })
      .map(({ state }) => state)
      .join(' '),
  ).toBe(expected)
})
