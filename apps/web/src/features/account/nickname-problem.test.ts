import { expect, test } from 'vitest'
import { ApiError } from '@solstice/ui/api-error.ts'
import { nicknameProblem, refusedNickname } from './nickname-problem.ts'

test.each([
  ['', 'empty'],
  ['   ', 'empty'],
  ['SunRise7', 'unchanged'],
  [' SunRise7 ', 'unchanged'],
  ['Sunny', 'length'],
  ['S'.repeat(21), 'length'],
  ['a_b', 'length'],
  ['abc_123', 'format'],
  ['abc 123', 'format'],
  ['여름밤하늘별', undefined],
  ['여름밤하늘별1', undefined],
  ['ㅏㅏㅏㅏㅏㅏ', 'format'],
  ['S'.repeat(6), undefined],
  ['S'.repeat(20), undefined],
])('rates %j as %s', (input, expected) => {
  expect(nicknameProblem(input, 'SunRise7')).toBe(expected)
})

test('reports an unchanged name before its length, and its length before its characters', () => {
  expect(nicknameProblem('a_b', 'a_b')).toBe('unchanged')
  expect(nicknameProblem('a_b', 'other')).toBe('length')
  expect(nicknameProblem('abc_def', 'other')).toBe('format')
})

test.each([
  [2101, 'taken'],
  [2102, 'format'],
  [2103, 'unchanged'],
  [9999, undefined],
])('maps code %i to %s', (code, expected) => {
  expect(refusedNickname(new ApiError({ code, status: 400 }))).toBe(expected)
})
