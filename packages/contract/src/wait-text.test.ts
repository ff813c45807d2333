import { expect, test } from 'vitest'
import { waitText } from './wait-text.ts'

test.each([
  [undefined, 'a moment', '잠시'],
  [0, '1 second', '1초'],
  [45, '45 seconds', '45초'],
  [90, '90 seconds', '90초'],
  [91, '2 minutes', '2분'],
  [15 * 60, '15 minutes', '15분'],
  [90 * 60, '90 minutes', '90분'],
  [90 * 60 + 1, '2 hours', '2시간'],
])('formats a wait of %s seconds as %j and %j', (seconds, english, korean) => {
  expect(waitText(seconds, 'en')).toBe(english)
  expect(waitText(seconds, 'ko')).toBe(korean)
})
