import { expect, test } from 'vitest'
import { differenceOf } from './difference.ts'

test('lists changed fields and counts the others', () => {
  const before = { xp: 2500, stock: 184, name: 'Grand XP pack' }
  const after = { xp: 3000, stock: 184, name: 'Grand XP pack', sale: true }

  expect(differenceOf(before, after)).toEqual({
    changes: [
      { field: 'xp', before: '2500', after: '3000' },
      { field: 'sale', before: '–', after: 'true' },
    ],
    unchanged: 2,
  })
})

test('compares nested values by their content', () => {
  expect(differenceOf({ text: { en: 'a' } }, { text: { en: 'a' } }).changes).toEqual([])
  expect(differenceOf({ text: { en: 'a' } }, { text: { en: 'b' } }).changes).toHaveLength(1)
})

test('an action that creates something shows only new values', () => {
  expect(differenceOf(null, { role: 'SUPPORT' }).changes).toEqual([
    { field: 'role', before: '–', after: 'SUPPORT' },
  ])
  expect(differenceOf(null, null)).toEqual({ changes: [], unchanged: 0 })
})
