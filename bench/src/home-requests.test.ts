import { expect, test } from 'vitest'
import { inSeason } from './home-requests.ts'

test.each([
  ['/v1/private/seasons/2/missions?size=20', '/v1/private/seasons/7/missions?size=20'],
  ['/v1/private/seasons/2', '/v1/private/seasons/7'],
  ['/v1/private/alarms?seasonId=2', '/v1/private/alarms?seasonId=7'],
  ['/v1/private/users/me', '/v1/private/users/me'],
])('%s of the recorded season becomes %s', (recorded, expected) => {
  expect(inSeason(recorded, 7)).toBe(expected)
})
