import { QueryClient } from '@tanstack/react-query'
import { isWorthRetrying } from './api-error.ts'
import { onSignOut } from './sign-out.ts'

/** Everything that a read mark changes is kept under this: lists of news, and what is unread. */
export const NEWS_KEY = 'news'

const RETRIES = 2

export function shouldRetry(failureCount: number, error: unknown): boolean {
  return failureCount < RETRIES && isWorthRetrying(error)
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

onSignOut(() => queryClient.clear())
