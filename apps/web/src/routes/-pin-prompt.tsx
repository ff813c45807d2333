import { useRouter } from '@tanstack/react-router'
import { withoutTrailing } from '@solstice/rules/text'
import { useEffect } from 'react'
import { useAuth } from '#/features/auth/store.ts'
import { usePinRequest } from '#/features/pin/ask-pin.ts'
import { lazyPart } from '#/shell/lazy-part.tsx'

const Prompt = lazyPart(async () => (await import('#/features/pin/pin-prompt.tsx')).PinPrompt, {
  texts: ['pin'],
})

/** Stands over every screen of a member and shows itself when a PIN is asked for. */
export function PinPromptPlace({ onLocked }: { onLocked?: () => void }) {
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
        if (state.isLocked && !previous.isLocked) void router.invalidate()
      }),
    [router],
  )

  if (!request) return null
  const { loseSession, noteMember } = useAuth.getState()
  const forgotHref = request.retired ? '/pin/forgot' : '/pin/forgot?pin=current'
  return (
    <Prompt
      key={request.retired?.[0]?.pinKeyId ?? request.purpose}
      purpose={request.purpose}
      retired={request.retired}
      isCurrent={request.isCurrent}
      isOld={request.isOld}
      onKey={request.onKey}
      onAnswer={request.answer}
      // Only a signed-in member can choose a new one, and only of the wallet in use.
      onForgot={onLocked || request.isOld ? undefined : () => router.history.push(forgotHref)}
      onLocked={onLocked ?? ((cause) => void loseSession(cause))}
      onNotSet={() => {
        noteMember({ hasPin: false })
        router.history.push('/pin/required-setup')
      }}
    />
  )
}

/** With and without the slash at the end it is the same screen. */
function screenOf(location: { pathname: string; searchStr: string } | undefined): string {
  return location ? withoutTrailing(location.pathname, '/') + location.searchStr : ''
}
