import { expect, test } from 'vitest'
import { distanceOf } from './distance.ts'
import { sampleLeague } from './sample-league.ts'

const { league } = sampleLeague()
const mine = (place: number, xp = league.list[place - 1]?.xp ?? 0) => ({
  ...league,
  me: { ...league.me, place, xp },
})

test('counts the XP to the last place that moves up', () => {
  const fifth = league.list[4]?.xp ?? 0

  expect(distanceOf(mine(6))).toEqual({
    kind: 'toPromotion',
    xp: fifth - (league.list[5]?.xp ?? 0) + 1,
    places: 5,
  })
  expect(distanceOf(mine(5))).toEqual({ kind: 'promoted', places: 5 })
  expect(distanceOf(mine(1, 0))).toEqual({ kind: 'toPromotion', xp: 1, places: 5 })
})

test('counts the XP to the last safe place first', () => {
  const safe = league.list[24]?.xp ?? 0

  expect(distanceOf(mine(30))).toEqual({
    kind: 'toSafety',
    xp: safe - (league.list[29]?.xp ?? 0) + 1,
    places: 25,
  })
  expect(distanceOf(mine(25)).kind).toBe('toPromotion')
})

test('calls no league the highest because it is small, or because the own rung is higher', () => {
  const small = { ...league, promotes: 0, relegates: 0, rungAbove: null, rungBelow: null }

  expect(distanceOf({ ...small, me: { ...league.me, place: 1 } })).toEqual({ kind: 'safe' })
})

test('names the highest rung and the leagues in which nobody moves', () => {
  const highest = { ...league, rung: 'HIGH_NOON' as const, promotes: 0, rungAbove: null }

  expect(distanceOf({ ...highest, me: { ...league.me, place: 1 } })).toEqual({ kind: 'top' })
  expect(distanceOf({ ...highest, me: { ...league.me, place: 3 } })).toEqual({ kind: 'safe' })
  expect(distanceOf({ ...league, isApart: true, promotes: 0, relegates: 0 })).toEqual({
    kind: 'apart',
  })
})
