import { expect, test } from 'vitest'
import { withFundsSafe } from './funds-safe.ts'

test.each([
  ['We’re moving house. ', 'We’re moving house. Your wallet and funds aren’t affected.'],
  [
    'Your wallet and funds aren’t affected. Back at noon.',
    'Your wallet and funds aren’t affected. Back at noon.',
  ],
  [
    "Back soon. Your wallet and funds aren't affected.",
    "Back soon. Your wallet and funds aren't affected.",
  ],
  ['Back at noon', 'Back at noon. Your wallet and funds aren’t affected.'],
  ['Back at noon!', 'Back at noon! Your wallet and funds aren’t affected.'],
  ['Back (at noon.)', 'Back (at noon.) Your wallet and funds aren’t affected.'],
])(
  'appends the funds-safe sentence to an operator’s description unless it is present: %j becomes %j',
  (description, shown) => {
    expect(withFundsSafe(description)).toBe(shown)
  },
)
