import { expect, test } from 'vitest'
import { openTestDatabase } from '#test/test-database.ts'
import { BoundedMap, sharedValues, type Shared } from './shared.ts'

const LIST: Shared<string[]> = { name: 'list', create: () => [] }
const OTHER: Shared<string[]> = { name: 'list', create: () => [] }

test('a definition has one value per context', async () => {
  const database = await openTestDatabase()
  const shared = sharedValues(database.db)
  const elsewhere = sharedValues(database.db)

  shared(LIST).push('a')

  expect(shared(LIST)).toEqual(['a'])
  expect(shared(OTHER)).toEqual([])
  expect(elsewhere(LIST)).toEqual([])
  await database.close()
})

test('a bounded map drops its oldest entry when it is full', () => {
  const map = new BoundedMap<number, string>(2)

  map.set(1, 'a').set(2, 'b').set(2, 'c').set(3, 'd')

  expect([...map]).toEqual([
    [2, 'c'],
    [3, 'd'],
  ])
})
