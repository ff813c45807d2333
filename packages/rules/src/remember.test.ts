import { expect, test } from 'vitest'
import { remember } from './remember.ts'

test('creates a value once and evicts the oldest beyond its limit', () => {
  const made: string[] = []
  const cached = remember(2, (key) => {
    made.push(key)
    return { key }
  })

  const first = cached('a')
  const again = cached('a')
  for (const key of ['b', 'c', 'b', 'a']) cached(key)

  expect(again).toBe(first)
  expect(made).toEqual(['a', 'b', 'c', 'a'])
})

test('caches nothing for a key whose creation fails', () => {
  const cached = remember(2, (key) => {
    if (key === 'bad') throw new RangeError(key)
    return key
  })

  expect(() => cached('bad')).toThrow('bad')
  expect(cached('good')).toBe('good')
})
