import { QueryClient, onlineManager } from '@tanstack/react-query'
import { isRetryable } from '@solstice/ui/api-error.ts'
import { isOffline, useConnectivity } from './connectivity.ts'
import { onSignOut } from './sign-out.ts'

/** The key prefix of all queries that a read mark changes: news lists and unread counts. */
export const NEWS_KEY = 'news'

const RETRIES = 2

export function shouldRetry(failureCount: number, error: unknown): boolean {
  return failureCount < RETRIES && isRetryable(error)
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: shouldRetry,
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
      gcTime: 5 * 60_000,
      staleTime: 0,
    },
  },
})

// Queries pause while offline and resume on reconnect, based on the same state as the offline bar.
// That state concerns our origin: queries to other hosts set `networkMode: 'always'`.
onlineManager.setEventListener((setOnline) => {
  setOnline(!isOffline())
  return useConnectivity.subscribe((state) => setOnline(!state.isOffline))
})

onSignOut(() => queryClient.clear())
