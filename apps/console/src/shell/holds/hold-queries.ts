import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { holdEndpoints } from '@solstice/contract/hold.endpoints'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { call } from '#/lib/api.ts'

export type Queue = CallData<'hold.queue'>
export type HoldRow = Queue['list'][number]

type QueueInput = NonNullable<CallInput<'hold.queue'>['query']>

/** Every query about holds begins with this key, so that a decision reads all of them again. */
export const HOLDS_KEY = 'holds'

export const queueQuery = (query: QueueInput) =>
  queryOptions({
    queryKey: [HOLDS_KEY, query],
    queryFn: ({ signal }) => call(holdEndpoints['hold.queue'], { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  })

/** Every hold of one member. */
export const memberHoldsQuery = (userId: number, page: number) =>
  queueQuery({ filter: 'all', userId, page, size: 20 })
