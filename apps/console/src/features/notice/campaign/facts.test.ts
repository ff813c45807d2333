import { expect, test } from 'vitest'
import { EVERYBODY, linesOf, toAudienceQuery, withLine } from './facts.ts'

test('reads an audience in one order, whatever the order in which it was built', () => {
  const bought = withLine(EVERYBODY, { isExcluded: true }, 'bought', 'yes')
  const korean = withLine(bought, { isExcluded: false }, 'language', 'ko')
  const season = withLine(korean, { isExcluded: false }, 'seasonId', 4)

  expect(linesOf(season)).toEqual([
    { fact: 'seasonId', isExcluded: false },
    { fact: 'language', isExcluded: false },
    { fact: 'bought', isExcluded: true },
  ])
  expect(toAudienceQuery(season)).toEqual({ seasonId: 4, language: 'ko', notBought: 'yes' })
})

test('removes a sentence, and keeps the same fact on the other side', () => {
  const both = {
    audience: { seasonId: 4 },
    exclude: { seasonId: 3 },
  }

  expect(withLine(both, { isExcluded: false }, 'seasonId', undefined)).toEqual({
    audience: {},
    exclude: { seasonId: 3 },
  })
  expect(toAudienceQuery(both)).toEqual({ seasonId: 4, notSeasonId: 3 })
})
