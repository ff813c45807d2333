import { schemas } from '@solstice/contract/catalogue'
import type { CallId } from '@solstice/contract/catalogue'
import type { CallSchemas } from '@solstice/contract/schema'
import { expect, test } from 'vitest'
import { recordedReplies } from './replies.ts'

const schemasOf = (name: string): CallSchemas | undefined =>
  // The key starts with the call id; an id that is no longer in the contract yields undefined.
  schemas[name.split(' ', 1)[0] as CallId]

const replies = Object.entries(recordedReplies)

test('cover more than 50 calls', () => {
  expect(replies.length).toBeGreaterThan(50)
})

test.each(replies)('matches the current contract: %s', (name, { code, data }) => {
  const schema = schemasOf(name)?.data

  expect(schema).toBeDefined()
  // The schema drops unknown fields, so a field that was removed from the contract makes a
  // difference.
  expect(code === 0 ? schema?.parse(data) : null).toEqual(data)
})
