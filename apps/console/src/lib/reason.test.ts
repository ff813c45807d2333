import { expect, test } from 'vitest'
import { REASON_MAX, reasonProblem } from './reason.ts'

test.each([
  ['SUP-4133, reported theft', undefined],
  ['', 'empty'],
  ['   ', 'empty'],
  ['asked by mina@example.com', 'personal'],
  ['paid to 0x90aF3D11', 'personal'],
  ['paid to 0X90AF', 'personal'],
  ['x'.repeat(REASON_MAX), undefined],
  ['x'.repeat(REASON_MAX + 1), 'long'],
])('the reason "%s" has the problem %s', (text, problem) => {
  expect(reasonProblem(text)).toBe(problem)
})
