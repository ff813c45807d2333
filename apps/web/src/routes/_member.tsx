import { QueryClientContext } from '@tanstack/react-query'
import { Outlet, createFileRoute, useSearch } from '@tanstack/react-router'
import { Suspense, lazy, useState } from 'react'
import { loadQueries, useLoadedQueries } from '#/lib/loaded-queries.ts'
import { lazyPart } from '#/shell/lazy-part.tsx'
import { PinPromptSlot } from './-pin-prompt.tsx'
import { whySearch } from './-search.ts'

/**
 * Screens that render without the query client. Home loads it afterwards; the PIN does not need it.
 */
const WITHOUT_QUERIES = /^\/(home|pin\/unlock)\/?$/

/** All child routes need a signed-in member; the guards read the flag. */
export const Route = createFileRoute('/_member')({
  staticData: { isPrivate: true },
  validateSearch: whySearch,
  beforeLoad: async ({ location, search }) => {
    const needsQueries = !WITHOUT_QUERIES.test(location.pathname) || search.why !== undefined
    if (needsQueries) await loadQueries()
  },
  component: Member,
})

const Why = lazyPart(async () => (await import('./-why.tsx')).Why, { texts: ['why', 'mission'] })

/**
 * Loads once the service worker is ready, and never without one; a failure must not break a screen.
 */
const PushPromptSlot = lazy(async () => {
  await (navigator.serviceWorker?.ready ?? new Promise(() => {}))
  return import('./-push-prompt.tsx').catch(() => ({ default: () => null }))
})

function Member() {
  const isAsking = useSearch({ from: '/_member', select: ({ why }) => why !== undefined })
  // The sheet stays until it has left the screen.
  const [hasAsked, setHasAsked] = useState(isAsking)
  if (isAsking && !hasAsked) setHasAsked(true)
  return (
    <QueryClientContext value={useLoadedQueries()}>
      <Outlet />
      {hasAsked && <Why />}
      <PinPromptSlot />
      <Suspense fallback={null}>
        <PushPromptSlot />
      </Suspense>
    </QueryClientContext>
  )
}
