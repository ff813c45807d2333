import { expect, test } from 'vitest'
import { blindedIdOf, dealBand, leagueBands, type LeagueRung } from './league.ts'
import { findDrawFault, type DrawnName } from './league-draw.ts'

const SEED = new Uint8Array(32).fill(9)

function drawn(members: number, rung: LeagueRung, isApart: boolean, from: DrawnName[] = []) {
  const ids = Array.from({ length: members }, (_, each) =>
    blindedIdOf(new Uint8Array(32).fill(each % 256), { seasonId: from.length + each, week: 2 }),
  )
  let at = 0
  let band = Math.max(0, ...from.map((name) => name.band))
  let league = Math.max(0, ...from.map((name) => name.league))
  const names = leagueBands(members).flatMap((sizes) => {
    const own = ids.slice(at, (at += sizes.reduce((sum, size) => sum + size, 0)))
    band += 1
    return dealBand(SEED, sizes, own).flatMap((dealt) => {
      league += 1
      return dealt.map((blindedId): DrawnName => ({ blindedId, rung, isApart, band, league }))
    })
  })
  return [...from, ...names]
}

/** Several bands, two rungs, and a pool of held members. */
const draw = drawn(12, 'SUNRISE', true, drawn(40, 'MORNING', false, drawn(700, 'SUNRISE', false)))

/** Returns the draw with the leagues of two names exchanged. */
function exchanged(one: number, two: number): DrawnName[] {
  return draw.map((name, at) => {
    const other = at === one ? draw[two] : at === two ? draw[one] : undefined
    return other ? { ...name, league: other.league } : name
  })
}

test('a draw is repeated from its seed, from any order of the names', () => {
  expect(findDrawFault(SEED, draw)).toBeUndefined()
  expect(findDrawFault(SEED, draw.toReversed())).toBeUndefined()
  expect(findDrawFault(SEED, [])).toBeUndefined()
})

test('a draw from another seed is rejected', () => {
  expect(findDrawFault(new Uint8Array(32).fill(8), draw)).toBe(
    'League 1 (SUNRISE) is not the one that the seed leads to.',
  )
})

test('two names that changed places are found', () => {
  expect(findDrawFault(SEED, exchanged(0, 35))).toBe(
    'League 1 (SUNRISE) is not the one that the seed leads to.',
  )
  expect(findDrawFault(SEED, exchanged(700, 739))).toMatch(/^League \d+ \(MORNING\) is not/)
})

test('a name that is missing or twice in the draw is found', () => {
  expect(findDrawFault(SEED, draw.slice(1))).toMatch(/^League \d+ \(SUNRISE\) is not/)
  expect(findDrawFault(SEED, [...draw, ...draw.slice(0, 1)])).toBe('A name is drawn twice.')
})

test('members who were shuffled with others than those of their pace are found', () => {
  const joined = draw.map((name) => (name.rung === 'SUNRISE' ? { ...name, band: 1 } : name))

  expect(findDrawFault(SEED, joined)).toBe('SUNRISE has 1 bands instead of 3.')
})
