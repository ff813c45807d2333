import { QueryClientContext } from '@tanstack/react-query'
import { Outlet, createFileRoute } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import { loadQueries, useLoadedQueries } from '#/lib/loaded-queries.ts'
import { PinPromptSlot } from './-pin-prompt.tsx'

/**
 * Screens that render without the query client. Home loads it afterwards; the PIN does not need it.
 */
const WITHOUT_QUERIES = /^\/(home|pin\/unlock)\/?$/

/** All child routes need a signed-in member; the guards read the flag. */
export const Route = createFileRoute('/_member')({
  staticData: { isPrivate: true },
  beforeLoad: async ({ location }) => {
    if (!WITHOUT_QUERIES.test(location.pathname)) await loadQueries()
  },
  component: Member,
})

/**
 * Loads once the service worker is ready, and never without one; a failure must not break a screen.
 */
const PushPromptSlot = lazy(async () => {
  await (navigator.serviceWorker?.ready ?? new Promise(() => {}))
  return import('./-push-prompt.tsx').catch(() => ({ default: () => null }))
})

function Member() {
  return (
    <QueryClientContext value={useLoadedQueries()}>
      <Outlet />
      <PinPromptSlot />
      <Suspense fallback={null}>
        <PushPromptSlot />
      </Suspense>
    </QueryClientContext>
  )
}
