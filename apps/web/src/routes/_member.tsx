import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, createFileRoute } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import { queryClient } from '#/lib/query-client.ts'
import { PinPromptPlace } from './-pin-prompt.tsx'

/** Everything below needs a signed-in member; the guards read the flag. */
export const Route = createFileRoute('/_member')({
  staticData: { isPrivate: true },
  component: Member,
})

/** Comes when the worker is there, and never where none comes; no screen may break over it. */
const PushPromptPlace = lazy(async () => {
  await (navigator.serviceWorker?.ready ?? new Promise(() => {}))
  return import('./-push-prompt.tsx').catch(() => ({ default: () => null }))
})

function Member() {
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      <PinPromptPlace />
      <Suspense fallback={null}>
        <PushPromptPlace />
      </Suspense>
    </QueryClientProvider>
  )
}
