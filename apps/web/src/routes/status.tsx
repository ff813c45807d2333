import { QueryClientProvider } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { StatusScreen } from '#/features/status/status-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/query-client.ts'

/** Public, and open during maintenance. */
export const Route = createFileRoute('/status')({
  loader: () => loadTexts('status'),
  component: Status,
})

function Status() {
  return (
    <QueryClientProvider client={queryClient}>
      <StatusScreen />
    </QueryClientProvider>
  )
}
