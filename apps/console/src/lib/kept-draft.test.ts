// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { hasKept, openKept, removeAllKept, removeKept } from './kept-draft.ts'

afterEach(() => localStorage.clear())

const mina = { operatorId: 1, seasonId: 7 }
const kept = { revision: 4, base: { title: 'a' }, draft: { title: 'ab' } }

test('unsaved changes are kept for the next visit of the same operator and season', () => {
  openKept(mina).keep(kept)

  expect(openKept(mina).kept).toEqual(kept)
  expect(openKept({ ...mina, seasonId: 8 }).kept).toBeUndefined()
  expect(openKept({ ...mina, operatorId: 2 }).kept).toBeUndefined()
  // The number of one operator begins with the number of another.
  expect(openKept({ ...mina, operatorId: 11 }).kept).toBeUndefined()
  expect(hasKept(1)).toBe(true)
  expect(hasKept(11)).toBe(false)
})

test('saved changes are removed, but not those of another tab', () => {
  const [tab, other] = [openKept(mina), openKept(mina)]
  tab.keep(kept)
  other.keep(undefined)
  expect(openKept(mina).kept).toEqual(kept)
  tab.keep(undefined)

  expect(openKept(mina).kept).toBeUndefined()
})

test('signing out removes the changes of this operator, and discarding those of one season', () => {
  for (const owner of [mina, { ...mina, seasonId: 8 }, { ...mina, operatorId: 2 }]) {
    openKept(owner).keep(kept)
  }

  removeKept(mina)
  expect(openKept(mina).kept).toBeUndefined()
  expect(openKept({ ...mina, seasonId: 8 }).kept).toEqual(kept)
  removeAllKept(1)

  expect(hasKept(1)).toBe(false)
  expect(hasKept(2)).toBe(true)
})

test.each(['{', '7', '{"revision":"4"}', '{"revision":4,"base":null,"draft":{}}'])(
  'ignores %j, which is not a kept draft',
  (stored) => {
    openKept(mina).keep(kept)
    const [key = ''] = Object.keys(localStorage)
    localStorage.setItem(key, stored)

    expect(openKept(mina).kept).toBeUndefined()
  },
)
