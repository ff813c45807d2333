import { expect, test } from 'vitest'
import { toTyped, typedTime } from './typed-time.ts'

const now = Date.parse('2027-01-17T14:00:00.000Z')

test('reads a time on the clock of the programme', () => {
  expect(typedTime('2027-01-18T10:00', now)).toEqual({
    kind: 'valid',
    at: '2027-01-18T06:00:00.000Z',
  })
})

test('takes no time that has passed, and none that was not typed', () => {
  expect(typedTime('2027-01-17T18:00', now)).toEqual({ kind: 'past' })
  expect(typedTime('', now)).toEqual({ kind: 'empty' })
})

test('writes an instant as it was typed', () => {
  expect(toTyped('2027-01-18T06:00:00.000Z')).toBe('2027-01-18T10:00')
})
