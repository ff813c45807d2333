import { schemas } from '@solstice/contract/catalogue'
import type { CallId } from '@solstice/contract/catalogue'
import type { CallSchemas } from '@solstice/contract/schema'
import { expect, test } from 'vitest'
import { recordedReplies } from './replies.ts'

const schemasOf = (name: string): CallSchemas | undefined =>
  // The name begins with the id; one that the contract no longer has finds nothing.
  schemas[name.split(' ', 1)[0] as CallId]

const replies = Object.entries(recordedReplies)

test('replies were recorded', () => {
  expect(replies.length).toBeGreaterThan(50)
})

test.each(replies)('%s is what the contract says today', (name, { code, data }) => {
  const schema = schemasOf(name)?.data

  expect(schema).toBeDefined()
  // Unknown fields are dropped by the schema, so a field that the contract lost makes a difference.
  expect(code === 0 ? schema?.parse(data) : null).toEqual(data)
})
