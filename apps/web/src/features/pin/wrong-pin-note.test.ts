import { Code } from '@solstice/contract/codes'
import { expect, test } from 'vitest'
import { ApiError } from '@solstice/ui/api-error.ts'
import type { Translate } from '#/lib/texts.ts'
import { wrongPinNote } from './wrong-pin-note.ts'

const t: Translate<'pin'> = (key, values) => `<${key} ${values?.['count']}>`

function refusedAt(attempts: number): ApiError {
  const data = { attempts, maxAttempts: 5 }
  return new ApiError({ code: Code.PIN_INCORRECT, status: 400, msg: 'Incorrect PIN', data })
}

test.each([
  [1, undefined],
  [2, undefined],
  [3, '<problem.left 2>'],
  [4, '<problem.left 1>'],
])('shows for wrong PIN number %i on a second line: %s', (attempts, more) => {
  expect(wrongPinNote(refusedAt(attempts), t, { isRetired: false }).more).toBe(more)
})

test('does not mention a log-out after a wrong entry of a retired PIN', () => {
  expect(wrongPinNote(refusedAt(3), t, { isRetired: true })).toEqual({ message: 'Incorrect PIN' })
})
