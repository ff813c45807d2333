import { expect, test } from 'vitest'
import { hoursOf } from './hours.ts'

test('counts hours from the first one and fills those without anything', () => {
  const hours = [
    { hour: '2027-01-17T08:00:00.000Z', sent: 5, dropped: 1, reads: 0 },
    { hour: '2027-01-17T11:00:00.000Z', sent: 0, dropped: 0, reads: 2 },
  ]

  expect(hoursOf(hours)).toEqual({
    axis: [0, 1, 2, 3],
    sent: [5, 0, 0, 0],
    dropped: [1, 0, 0, 0],
    reads: [0, 0, 0, 2],
  })
  expect(hoursOf([]).axis).toEqual([])
})
