import { expect, test } from 'vitest'
import { FREEZE_REASONS, reasonOf } from './freeze-reasons.ts'

test('recognises each reason of the list by the text that the audit keeps', () => {
  expect(Object.values(FREEZE_REASONS).map(reasonOf)).toEqual(Object.keys(FREEZE_REASONS))
})

test('leaves the reasons of the server and of the command line as they are', () => {
  expect(reasonOf('The chain has 12 transactions, but only 11 were signed here')).toBeUndefined()
})
