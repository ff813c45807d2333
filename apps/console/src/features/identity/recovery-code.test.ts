import { expect, test } from 'vitest'
import { tidyRecoveryCode } from './recovery-code.ts'

test.each([
  ['abcd', 'ABCD'],
  ['abcde', 'ABCD-E'],
  ['abcd efgh-ijkl mnop', 'ABCD-EFGH-IJKL-MNOP'],
  ['ABCDEFGHIJKLMNOPQRS', 'ABCD-EFGH-IJKL-MNOP'],
  ['a1b0c', 'ABC'],
])('writes %s as %s', (typed, tidy) => {
  expect(tidyRecoveryCode(typed)).toBe(tidy)
})
