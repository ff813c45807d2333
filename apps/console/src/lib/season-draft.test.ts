import { expect, test } from 'vitest'
import { getIn, insertIn, isWithin, moveIn, removeIn, setIn } from './season-draft.ts'

const draft = { title: { en: 'Night', ko: '밤' }, rounds: [{ pool: '1' }, { pool: '2' }] }

test('reads a value by its path, and nothing where the path ends early', () => {
  expect(getIn(draft, 'rounds.1.pool')).toBe('2')
  expect(getIn(draft, 'rounds.2.pool')).toBeUndefined()
  expect(getIn(draft, 'title.en.length')).toBeUndefined()
  expect(getIn(draft, 'constructor')).toBeUndefined()
})

test('replaces one value and keeps everything beside it', () => {
  const next = setIn(draft, 'rounds.1.pool', '3')

  expect(next).toEqual({ ...draft, rounds: [{ pool: '1' }, { pool: '3' }] })
  expect(getIn(next, 'title')).toBe(draft.title)
  expect(draft.rounds[1]).toEqual({ pool: '2' })
  expect(setIn(draft, 'rounds.1.pool', '2')).toBe(draft)
})

test('creates the parts that an unfinished draft does not have', () => {
  expect(setIn({}, 'rounds.0.pool', '5')).toEqual({ rounds: [{ pool: '5' }] })
  expect(setIn({ title: null }, 'title.ko', '밤')).toEqual({ title: { ko: '밤' } })
})

test('inserts, removes and moves items of a list', () => {
  const letters = { list: ['a', 'b', 'c'] }

  expect(insertIn(letters, 'list', 1, 'x')).toEqual({ list: ['a', 'x', 'b', 'c'] })
  expect(removeIn(letters, 'list', 1)).toEqual({ list: ['a', 'c'] })
  expect(moveIn(letters, 'list', 2, 0)).toEqual({ list: ['c', 'a', 'b'] })
  expect(moveIn(letters, 'list', 0, -1)).toBe(letters)
})

test('a path is within itself and its parents, and not within a longer name', () => {
  expect(isWithin('rounds.1.pool', 'rounds')).toBe(true)
  expect(isWithin('rounds', 'rounds')).toBe(true)
  expect(isWithin('roundsOther', 'rounds')).toBe(false)
})
