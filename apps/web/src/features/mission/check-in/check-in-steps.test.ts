import { expect, test } from 'vitest'
import { checkInSteps } from './check-in-steps.ts'

test.each([
  { days: 0, today: false, done: 0, goal: 5 },
  { days: 3, today: true, done: 3, goal: 5 },
  { days: 4, today: false, done: 4, goal: 5 },
  { days: 5, today: true, done: 5, goal: 5 },
  { days: 5, today: false, done: 0, goal: 10 },
  { days: 13, today: false, done: 3, goal: 15 },
])(
  'shows for $days check-ins, today $today, $done steps towards $goal',
  ({ days, today, ...steps }) => {
    expect(checkInSteps(days, 5, today)).toEqual({ ...steps, next: days + 1 })
  },
)
