import { expect, test } from 'vitest'
import { z } from 'zod'
import { pageQuery, pathId } from './paging.ts'

test.each([
  ['1', 1],
  ['42', 42],
  [7, 7],
  ['0', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  // JavaScript would parse all of these as numbers.
  ['0x10', undefined],
  ['1e3', undefined],
  [' 5', undefined],
  ['+5', undefined],
  ['', undefined],
  ['9007199254740993', undefined],
])('a path id written as %j is parsed as %s', (text, expected) => {
  expect(pathId.safeParse(text).data).toBe(expected)
})

test('a list returns the first page of twenty by default and accepts only digits', () => {
  const query = z.strictObject({ ...pageQuery, seasonId: pathId.optional() })

  expect(query.parse({})).toEqual({ page: 1, size: 20 })
  expect(query.parse({ page: '2', size: '100', seasonId: '3' })).toEqual({
    page: 2,
    size: 100,
    seasonId: 3,
  })
  for (const wrong of [{ page: '0' }, { page: '' }, { size: '101' }, { size: '1e1' }]) {
    expect(query.safeParse(wrong).success).toBe(false)
  }
})
