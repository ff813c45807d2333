import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differencesOf, isSame, mergeDrafts } from './merge.ts'

const base = {
  title: { en: 'Night', ko: '밤' },
  spin: { freePerDay: 1 },
  missions: [{ rewardXp: 10 }, { rewardXp: 20 }],
}

test('keeps what each of two editors changed', () => {
  const mine = { ...base, title: { en: 'Long night', ko: '밤' } }
  const theirs = { ...base, title: { en: 'Night', ko: '긴 밤' }, spin: { freePerDay: 2 } }

  expect(mergeDrafts(base, mine, theirs)).toEqual({
    ...base,
    title: { en: 'Long night', ko: '긴 밤' },
    spin: { freePerDay: 2 },
  })
})

test('a value that both changed becomes mine', () => {
  const mine = { ...base, spin: { freePerDay: 3 } }
  const theirs = { ...base, spin: { freePerDay: 2 } }

  expect(mergeDrafts(base, mine, theirs)).toEqual(mine)
})

test('merges the items of lists with equal lengths, and keeps a whole list otherwise', () => {
  const mine = { ...base, missions: [{ rewardXp: 11 }, { rewardXp: 20 }] }
  const changed = { ...base, missions: [{ rewardXp: 10 }, { rewardXp: 21 }] }
  const shorter = { ...base, missions: [{ rewardXp: 20 }] }

  expect(mergeDrafts(base, mine, changed)['missions']).toEqual([{ rewardXp: 11 }, { rewardXp: 21 }])
  expect(mergeDrafts(base, mine, shorter)['missions']).toEqual(mine.missions)
  expect(mergeDrafts(base, base, shorter)['missions']).toEqual(shorter.missions)
})

test('a part that one of them removed stays away', () => {
  const without = { title: base.title, missions: base.missions }

  expect(mergeDrafts(base, without, base)).toEqual(without)
  expect(mergeDrafts(base, base, without)).toEqual(without)
})

test('without a change of mine the result is theirs, and the other way round', () => {
  const draft = fc.dictionary(fc.string(), fc.jsonValue())
  fc.assert(
    fc.property(draft, draft, (one, other) => {
      expect(mergeDrafts(one, one, other)).toEqual(other)
      expect(mergeDrafts(one, other, one)).toEqual(other)
    }),
  )
})

test('lists every value that differs, by its path', () => {
  const theirs = { ...base, spin: { freePerDay: 2 } }

  expect(differencesOf(base, theirs)).toEqual([{ path: 'spin.freePerDay', mine: 1, theirs: 2 }])
  expect(isSame({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true)
  expect(isSame([1], { 0: 1 })).toBe(false)
})
