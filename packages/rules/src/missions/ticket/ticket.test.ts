import { expect, test } from 'vitest'
import { decideTicketClaim } from './ticket.ts'

const midnight = '2026-06-23T20:00:00.000Z'

test('the tickets of the tier are granted once a day, even while the check-in is closed', () => {
  const now = new Date('2026-06-23T00:30:00+04:00')

  expect(decideTicketClaim({ lastDay: '2026-06-22', ticketsPerDay: 3 }, now)).toEqual({
    kind: 'granted',
    day: '2026-06-23',
    tickets: 3,
    nextClaimAt: new Date(midnight),
  })
})

test("a second claim waits for midnight in the programme's time zone", () => {
  const now = new Date('2026-06-23T23:59:59.999+04:00')

  expect(decideTicketClaim({ lastDay: '2026-06-23', ticketsPerDay: 3 }, now)).toEqual({
    kind: 'already-claimed',
    nextClaimAt: new Date(midnight),
  })
})
