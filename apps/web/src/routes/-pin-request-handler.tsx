import { useRouter } from '@tanstack/react-router'
import { useAuth } from '#/features/auth/store.ts'
import type { PinRequest } from '#/features/pin/prompt-for-pin.ts'
import { PinPrompt } from '#/features/pin/pin-prompt.tsx'

type PinRequestHandlerProps = { request: PinRequest; onLocked: (() => void) | undefined }

/** Handles a PIN request, and redirects if there is no PIN or the member forgot it. */
export function PinRequestHandler({ request, onLocked }: PinRequestHandlerProps) {
  const router = useRouter()
  const { loseSession, noteMember } = useAuth.getState()
  const forgotHref = request.retired ? '/pin/forgot' : '/pin/forgot?pin=current'
  return (
    <PinPrompt
      key={request.retired?.[0]?.pinKeyId ?? request.purpose}
      purpose={request.purpose}
      retired={request.retired}
      isCurrent={request.isCurrent}
      isOld={request.isOld}
      onKey={request.onKey}
      onResult={request.answer}
      // Only a signed-in member can choose a new PIN, and only for the current wallet.
      onForgot={onLocked || request.isOld ? undefined : () => router.history.push(forgotHref)}
      onLocked={onLocked ?? ((cause) => void loseSession(cause))}
      onNotSet={() => {
        noteMember({ hasPin: false })
        router.history.push('/pin/required-setup')
      }}
    />
  )
}
