import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { booksEndpoints } from '@solstice/contract/books.endpoints'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { call } from '#/lib/api.ts'
import { queryClient } from '#/lib/query-client.ts'
import { todayQuery } from '#/shell/today-query.ts'

export type Balances = CallData<'ledger.balances'>
export type Group = Balances['groups'][number]
export type Statement = CallData<'ledger.statement'>
export type StatementGroup = Statement['groups'][number]
export type Verification = CallData<'ledger.verification'>
export type Reconciled = CallData<'ledger.reconciliations'>['accounts'][number]
export type ReconciledToken = Reconciled['tokens'][number]
export type Reconciliation = CallData<'ledger.reconciliation'>
export type SystemAccount = { asset: Group['asset']; scope: string } & Pick<
  CallInput<'ledger.transactions'>['query'],
  'account'
>

export const balancesQuery = queryOptions({
  queryKey: ['books', 'balances'],
  queryFn: ({ signal }) => call(booksEndpoints['ledger.balances'], {}, { signal }),
})

export const statementQuery = (month: string | undefined) =>
  queryOptions({
    queryKey: ['books', 'statement', month ?? ''],
    queryFn: ({ signal }) =>
      call(
        booksEndpoints['ledger.statement'],
        { query: month === undefined ? {} : { month } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

export const transactionsQuery = (of: SystemAccount) =>
  infiniteQueryOptions({
    queryKey: ['books', 'transactions', of],
    queryFn: ({ pageParam, signal }) =>
      call(
        booksEndpoints['ledger.transactions'],
        { query: { ...of, ...(pageParam !== null && { before: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ nextBefore }) => nextBefore,
  })

export const transactionQuery = (transactionId: number) =>
  queryOptions({
    queryKey: ['books', 'transaction', transactionId],
    queryFn: ({ signal }) =>
      call(booksEndpoints['ledger.transaction'], { params: { transactionId } }, { signal }),
  })

/** Progress that the person is watching is read again after this time. */
const PROGRESS_MS = 2000

export const verificationQuery = queryOptions({
  queryKey: ['books', 'verification'],
  queryFn: ({ signal }) => call(booksEndpoints['ledger.verification'], {}, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.verifications.some(({ running }) => running) ? PROGRESS_MS : false,
})

export async function verify(extent: 'RECENT' | 'FULL'): Promise<void> {
  const data = await call(booksEndpoints['ledger.verify'], { body: { extent } })
  queryClient.setQueryData(verificationQuery.queryKey, data)
}

export const reconciliationsQuery = queryOptions({
  queryKey: ['books', 'reconciliations'],
  queryFn: ({ signal }) => call(booksEndpoints['ledger.reconciliations'], {}, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.accounts.some(({ isRunning }) => isRunning) ? PROGRESS_MS : false,
})

export const reconciliationQuery = (accountId: number) =>
  infiniteQueryOptions({
    queryKey: ['books', 'reconciliation', accountId],
    queryFn: ({ pageParam, signal }) =>
      call(
        booksEndpoints['ledger.reconciliation'],
        {
          params: { accountId },
          query: pageParam === null ? {} : { before: pageParam },
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.account.isRunning ? PROGRESS_MS : false),
  })

export async function reconcile(): Promise<void> {
  const data = await call(booksEndpoints['ledger.reconcile'], {})
  queryClient.setQueryData(reconciliationsQuery.queryKey, data)
  await queryClient.invalidateQueries({ queryKey: ['books', 'reconciliation'] })
}

type Booking = CallInput<'ledger.book'>['body']

export const book = (accountId: number, body: Booking, idempotencyKey: string) =>
  call(booksEndpoints['ledger.book'], { params: { accountId }, body }, { idempotencyKey })

/** Shows the new difference, and reads the alarms of the day again. */
export async function noteBooking(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['books'] })
  void queryClient.invalidateQueries(todayQuery)
}
