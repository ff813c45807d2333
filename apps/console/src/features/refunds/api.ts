import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { LATEST } from '@solstice/contract/cursor'
import { refundEndpoints } from '@solstice/contract/refund.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { call } from '#/lib/api.ts'
import { queryClient } from '#/lib/query-client.ts'
import { toQueueQuery } from './filter.ts'
import type { RefundsFilter } from './filter.ts'

export type Refund = CallData<'refund.queue'>['list'][number]
export type RefundDetail = CallData<'refund.show'>

const KEY = 'refunds'
/** Colleagues claim and decide meanwhile. */
const EVERY_MS = 30_000

export const queueQuery = (filter: RefundsFilter) => {
  const query = toQueueQuery(filter)
  return queryOptions({
    queryKey: [KEY, 'queue', query],
    queryFn: ({ signal }) => call(refundEndpoints['refund.queue'], { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
  })
}

export const refundQuery = (refundId: number) =>
  queryOptions({
    queryKey: [KEY, 'one', refundId],
    queryFn: ({ signal }) =>
      call(refundEndpoints['refund.show'], { params: { refundId } }, { signal }),
    refetchInterval: EVERY_MS,
  })

/** Reads the queue and the open refund again. */
export const readRefunds = () => queryClient.invalidateQueries({ queryKey: [KEY] })

async function change(id: 'refund.claim' | 'refund.release', refundId: number): Promise<void> {
  const idempotencyKey = crypto.randomUUID()
  try {
    await call(refundEndpoints[id], { params: { refundId } }, { idempotencyKey })
  } finally {
    await readRefunds()
  }
}

export const claimRefund = (refundId: number) => change('refund.claim', refundId)
export const releaseRefund = (refundId: number) => change('refund.release', refundId)

export function decideRefund(
  refundId: number,
  body: { approve: boolean; note: string },
  idempotencyKey: string,
) {
  return call(refundEndpoints['refund.decide'], { params: { refundId }, body }, { idempotencyKey })
}

const CSV_PAGE = 100

/**
 * Reads every page of a filter, and reports how many rows have arrived. A cursor continues behind the
 * last row, because colleagues decide meanwhile and pages by number would skip rows.
 */
export async function readWholeQueue(
  filter: RefundsFilter,
  onProgress: (rows: number) => void,
): Promise<Refund[]> {
  const rows: Refund[] = []
  let before: string | null = LATEST
  while (before !== null) {
    const part: CallData<'refund.queue'> = await call(refundEndpoints['refund.queue'], {
      query: { ...toQueueQuery(filter), before, page: 1, size: CSV_PAGE },
    })
    rows.push(...part.list)
    onProgress(rows.length)
    before = part.nextCursor
  }
  return rows
}
