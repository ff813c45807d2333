import { expect, test } from 'vitest'
import { fileNameOf, parsePlan } from './plan-file.ts'

test.each(['', '[]', 'null', '"text"', '{'])('%j is no plan', (text) => {
  expect(parsePlan(text)).toBeUndefined()
})

test('reads any object, because a draft may be unfinished', () => {
  expect(parsePlan('{"title":{"en":"Night"}}')).toEqual({ title: { en: 'Night' } })
})

test('a file is named after the season', () => {
  expect(['The Long Night', '긴 밤', 'a/b?'].map(fileNameOf)).toEqual([
    'the-long-night',
    'season',
    'a-b',
  ])
})
