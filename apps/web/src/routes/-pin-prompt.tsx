import { useRouter } from '@tanstack/react-router'
import { withoutTrailing } from '@solstice/rules/text'
import { useEffect } from 'react'
import { useAuth } from '#/features/auth/store.ts'
import { usePinRequest } from '#/features/pin/prompt-for-pin.ts'
import { lazyPart } from '#/shell/lazy-part.tsx'

const Answer = lazyPart(async () => (await import('./-pin-answer.tsx')).PinAnswer, {
  texts: ['pin'],
})

/** Stands over every screen of a member and shows itself when a PIN is asked for. */
export function PinPromptSlot({ onLocked }: { onLocked?: () => void }) {
  const router = useRouter()
  const request = usePinRequest((state) => state.request)

  // Whoever leaves the screen that asked has turned away.
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ hrefChanged, fromLocation, toLocation }) => {
        const isSameScreen = !hrefChanged || screenOf(fromLocation) === screenOf(toLocation)
        if (!isSameScreen) usePinRequest.getState().request?.answer(undefined)
      }),
    [router],
  )

  // Locked again, such as after a rest in the background: the guards lead to the gate.
  useEffect(
    () =>
      useAuth.subscribe((state, previous) => {
        if (state.phase === 'locked' && previous.phase !== 'locked') void router.invalidate()
      }),
    [router],
  )

  return request && <Answer request={request} onLocked={onLocked} />
}

/** With and without the slash at the end it is the same screen. */
function screenOf(location: { pathname: string; searchStr: string } | undefined): string {
  return location ? withoutTrailing(location.pathname, '/') + location.searchStr : ''
}
