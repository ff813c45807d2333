import { Code } from '@solstice/contract/codes'
import { ApiError } from '@solstice/ui/api-error.ts'
import { expect, test } from 'vitest'
import { saveDraft, saveFailureOf } from '#/features/builder/api.ts'
import { sentCalls } from './server.ts'

test('a draft keeps its key on one revision and gets another one on a later revision', async () => {
  const plan = { title: { en: 'Night', ko: '밤' } }

  await saveDraft(7, 12, plan)
  await saveDraft(7, 12, plan)
  // An undone import sends the earlier draft on top of the revision of the import.
  await saveDraft(7, 14, plan)

  const [first, again, undone] = sentCalls('seasonPlan.save').map((sent) => sent.idempotencyKey)
  expect(first).toBeTypeOf('string')
  expect(again).toBe(first)
  expect(undone).not.toBe(first)
})

test.each([
  ['maintenance', Code.MAINTENANCE, 503],
  ['too many requests', Code.TOO_MANY_REQUESTS, 429],
])('%s is not a refusal of the draft, so it is sent again', (_, code, status) => {
  const failure = saveFailureOf(new ApiError({ code, status }), 'Not saved')

  expect(failure).toEqual({ kind: 'unanswered' })
})
