import { QueryClient } from '@tanstack/react-query'
import { isRetryable } from '@solstice/ui/api-error.ts'

const RETRIES = 1

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failureCount, error) => failureCount < RETRIES && isRetryable(error),
      refetchOnWindowFocus: false,
      staleTime: 10_000,
      // A page that was opened before shows its last data at once and fetches them again.
      gcTime: 5 * 60_000,
    },
  },
})
