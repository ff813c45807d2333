import { queryOptions } from '@tanstack/react-query'
import { approvalEndpoints } from '@solstice/contract/approval.endpoints'
import { holdEndpoints } from '@solstice/contract/hold.endpoints'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { call } from '#/lib/api.ts'
import { queryClient } from '#/lib/query-client.ts'
import { HOLDS_KEY } from '#/shell/holds/hold-queries.ts'

export type Hold = CallData<'hold.show'>
export type Published = CallData<'hold.figures'>
export type DecisionBody = CallInput<'hold.decide'>['body']

export const holdQuery = (holdId: number) =>
  queryOptions({
    queryKey: [HOLDS_KEY, holdId],
    queryFn: ({ signal }) => call(holdEndpoints['hold.show'], { params: { holdId } }, { signal }),
    refetchInterval: 30_000,
  })

export const publishedQuery = queryOptions({
  queryKey: [HOLDS_KEY, 'published'],
  queryFn: ({ signal }) => call(holdEndpoints['hold.figures'], {}, { signal }),
})

export const policyQuery = queryOptions({
  queryKey: ['policy'],
  queryFn: ({ signal }) => call(approvalEndpoints['approval.policy'], {}, { signal }),
})

export const decideHold = (holdId: number, body: DecisionBody, idempotencyKey: string) =>
  call(holdEndpoints['hold.decide'], { params: { holdId }, body }, { idempotencyKey })

/** Shows the decided hold at once, and reads the lists and what they count again. */
export function noteDecided(hold: Hold): void {
  queryClient.setQueryData(holdQuery(hold.holdId).queryKey, hold)
  void queryClient.invalidateQueries({ queryKey: [HOLDS_KEY] })
  void queryClient.invalidateQueries({ queryKey: ['member', hold.userId] })
  void queryClient.invalidateQueries({ queryKey: ['history'] })
}
