import { QueryClient, onlineManager } from '@tanstack/react-query'
import { isRetryable } from './api-error.ts'
import { isOffline, useConnectivity } from './connectivity.ts'
import { onSignOut } from './sign-out.ts'

/** Everything that a read mark changes is kept under this: lists of news, and what is unread. */
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

// Queries pause while offline and resume on reconnect, by the same state as the offline bar. That
// state judges our origin: queries of other hosts set `networkMode: 'always'`.
onlineManager.setEventListener((setOnline) => {
  setOnline(!isOffline())
  return useConnectivity.subscribe((state) => setOnline(!state.isOffline))
})

onSignOut(() => queryClient.clear())
