import { useRouter } from '@tanstack/react-router'
import { withoutTrailing } from '@solstice/rules/text'
import { useEffect } from 'react'
import { useAuth } from '#/features/auth/store.ts'
import { usePinRequest } from '#/features/pin/prompt-for-pin.ts'
import { lazyPart } from '#/shell/lazy-part.tsx'

const Answer = lazyPart(
  async () => (await import('./-pin-request-handler.tsx')).PinRequestHandler,
  {
    texts: ['pin'],
  },
)

/** Renders above every member screen and opens when a PIN is requested. */
export function PinPromptSlot({ onLocked }: { onLocked?: () => void }) {
  const router = useRouter()
  const request = usePinRequest((state) => state.request)

  // Leaving the screen that requested the PIN cancels the request.
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ hrefChanged, fromLocation, toLocation }) => {
        const isSameScreen = !hrefChanged || screenOf(fromLocation) === screenOf(toLocation)
        if (!isSameScreen) usePinRequest.getState().request?.answer(undefined)
      }),
    [router],
  )

  // Run the guards again when the app locks, for example after time in the background, so that they
  // show the gate.
  useEffect(
    () =>
      useAuth.subscribe((state, previous) => {
        if (state.phase === 'locked' && previous.phase !== 'locked') void router.invalidate()
      }),
    [router],
  )

  return request && <Answer request={request} onLocked={onLocked} />
}

/** Both forms, with and without the trailing slash, are the same screen. */
function screenOf(location: { pathname: string; searchStr: string } | undefined): string {
  return location ? withoutTrailing(location.pathname, '/') + location.searchStr : ''
}
