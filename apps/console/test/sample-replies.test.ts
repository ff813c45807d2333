import { schemas } from '@solstice/contract/catalogue'
import type { CallId } from '@solstice/contract/catalogue'
import { expect, test } from 'vitest'
import { sampleReplies } from './sample-replies.ts'

test.each(Object.entries(sampleReplies))(
  'the sample reply of %s follows the contract',
  (id, data) => {
    // The keys of the table are ids of calls.
    const result = schemas[id as CallId].data.safeParse(data)

    expect(result.error?.issues ?? []).toEqual([])
  },
)
