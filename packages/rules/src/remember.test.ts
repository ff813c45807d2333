import { expect, test } from 'vitest'
import { remember } from './remember.ts'

test('makes a thing once, and forgets the oldest beyond its limit', () => {
  const made: string[] = []
  const thingOf = remember(2, (key) => {
    made.push(key)
    return { key }
  })

  const first = thingOf('a')
  const again = thingOf('a')
  for (const key of ['b', 'c', 'b', 'a']) thingOf(key)

  expect(again).toBe(first)
  expect(made).toEqual(['a', 'b', 'c', 'a'])
})

test('keeps nothing of a key that cannot be made', () => {
  const thingOf = remember(2, (key) => {
    if (key === 'bad') throw new RangeError(key)
    return key
  })

  expect(() => thingOf('bad')).toThrow('bad')
  expect(thingOf('good')).toBe('good')
})
