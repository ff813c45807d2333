import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { approvalEndpoints } from '@solstice/contract/approval.endpoints'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { call } from '#/lib/api.ts'
import { queryClient } from '#/lib/query-client.ts'
import { readProposals } from '#/shell/read-proposals.ts'

export type Approval = CallData<'approval.show'>

type ListInput = NonNullable<CallInput<'approval.list'>['query']>

const KEY = 'approvals'

export const approvalsQuery = (query: ListInput) =>
  queryOptions({
    queryKey: [KEY, query],
    queryFn: ({ signal }) => call(approvalEndpoints['approval.list'], { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  })

export const approvalQuery = (approvalId: number) =>
  queryOptions({
    queryKey: [KEY, approvalId],
    queryFn: ({ signal }) =>
      call(approvalEndpoints['approval.show'], { params: { approvalId } }, { signal }),
    refetchInterval: 15_000,
  })

export const approve = (
  approvalId: number,
  body: CallInput<'approval.approve'>['body'],
  idempotencyKey: string,
) =>
  call(approvalEndpoints['approval.approve'], { params: { approvalId }, body }, { idempotencyKey })

export const decline = (approvalId: number, reason: string, idempotencyKey: string) =>
  call(
    approvalEndpoints['approval.decline'],
    { params: { approvalId }, body: { reason } },
    { idempotencyKey },
  )

export const withdraw = (approvalId: number, idempotencyKey: string) =>
  call(
    approvalEndpoints['approval.withdraw'],
    { params: { approvalId }, body: {} },
    { idempotencyKey },
  )

/** Shows the decided proposal at once, and reads the lists and the counter again. */
export function noteDecision(approval: Approval): void {
  queryClient.setQueryData(approvalQuery(approval.approvalId).queryKey, approval)
  readProposals()
}
