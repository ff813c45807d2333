import { QueryClientContext } from '@tanstack/react-query'
import { Outlet, createFileRoute } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import { loadQueries, useLoadedQueries } from '#/lib/loaded-queries.ts'
import { PinPromptSlot } from './-pin-prompt.tsx'

/** Screens that are painted without the query client. Home loads it afterwards; the PIN needs none. */
const WITHOUT_QUERIES = /^\/(home|pin\/unlock)\/?$/

/** Everything below needs a signed-in member; the guards read the flag. */
export const Route = createFileRoute('/_member')({
  staticData: { isPrivate: true },
  beforeLoad: async ({ location }) => {
    if (!WITHOUT_QUERIES.test(location.pathname)) await loadQueries()
  },
  component: Member,
})

/** Comes when the worker is there, and never where none comes; no screen may break over it. */
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
