import { QueryClientContext } from '@tanstack/react-query'
import { Outlet, createFileRoute } from '@tanstack/react-router'
import { loadQueries, useLoadedQueries } from '#/lib/loaded-queries.ts'
import { PinPromptPlace } from './-pin-prompt.tsx'
import { PushPromptPlace } from './-push-prompt.tsx'

const HOME = /^\/home\/?$/

/** Everything below needs a signed-in member; the guards read the flag. */
export const Route = createFileRoute('/_member')({
  staticData: { isPrivate: true },
  beforeLoad: async ({ location }) => {
    // What of home reads replies asks for them itself, once it is painted.
    if (!HOME.test(location.pathname)) await loadQueries()
  },
  component: Member,
})

function Member() {
  return (
    <QueryClientContext value={useLoadedQueries()}>
      <Outlet />
      <PinPromptPlace />
      <PushPromptPlace />
    </QueryClientContext>
  )
}
