import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { payoutEndpoints } from '@solstice/contract/payout.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { call } from '#/lib/api.ts'
import { queryClient } from '#/lib/query-client.ts'
import { toPayoutsQuery } from './filter.ts'
import type { PayoutsFilter } from './filter.ts'

export type PayoutPage = CallData<'payout.list'>
export type Payout = PayoutPage['list'][number]
export type PayoutDetail = CallData<'payout.show'>

const KEY = 'payouts'
const PAGE_SIZE = 50

export const payoutsQuery = (filter: PayoutsFilter) => {
  const query = { ...toPayoutsQuery(filter), page: filter.page ?? 1, size: PAGE_SIZE }
  return queryOptions({
    queryKey: [KEY, query],
    queryFn: ({ signal }) => call(payoutEndpoints['payout.list'], { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export const payoutQuery = (payoutId: number) =>
  queryOptions({
    queryKey: [KEY, 'one', payoutId],
    queryFn: ({ signal }) =>
      call(payoutEndpoints['payout.show'], { params: { payoutId } }, { signal }),
    refetchInterval: ({ state }) => (isMoving(state.data) ? 5000 : false),
  })

/** A payout that is being sent changes within seconds. */
const isMoving = (payout: PayoutDetail | undefined) =>
  payout?.state === 'RESERVED' || payout?.state === 'SENT'

export const cancelPayout = (payoutId: number, reason: string, idempotencyKey: string) =>
  call(
    payoutEndpoints['payout.cancel'],
    { params: { payoutId }, body: { reason } },
    { idempotencyKey },
  )

export function readPayouts(): void {
  void queryClient.invalidateQueries({ queryKey: [KEY] })
  void queryClient.invalidateQueries({ queryKey: ['treasury'] })
  void queryClient.invalidateQueries({ queryKey: ['history'] })
}

/** A spreadsheet does not open more rows comfortably; a narrower filter gives the others. */
const EXPORT_ROWS_MAX = 100_000

/** Reads the filtered payouts in parts and returns them as one file. */
export async function exportPayouts(filter: PayoutsFilter): Promise<Blob> {
  const parts: string[] = ['\uFEFF']
  let rows = 0
  for (let after: number | null = 0; after !== null && rows < EXPORT_ROWS_MAX;) {
    const part: CallData<'payout.export'> = await call(payoutEndpoints['payout.export'], {
      query: { ...toPayoutsQuery(filter), after },
    })
    parts.push(part.text)
    rows += part.count
    after = part.nextAfter
  }
  return new Blob(parts, { type: 'text/csv' })
}
