import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, createFileRoute } from '@tanstack/react-router'
import { queryClient } from '#/lib/query-client.ts'
import { PinPromptPlace } from './-pin-prompt.tsx'
import { PushPromptPlace } from './-push-prompt.tsx'

/** Everything below needs a signed-in member; the guards read the flag. */
export const Route = createFileRoute('/_member')({
  staticData: { isPrivate: true },
  component: Member,
})

function Member() {
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      <PinPromptPlace />
      <PushPromptPlace />
    </QueryClientProvider>
  )
}
