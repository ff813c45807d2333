import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { translate } from '#/lib/i18n.ts'
import { VerificationScreen } from '#/features/auth/verification-screen.tsx'
import { showToast } from '#/lib/toast.ts'
import { useBack } from '#/shell/use-back.ts'

export const Route = createFileRoute('/auth/signup/verification')({
  beforeLoad: async ({ preload }) => {
    // Static imports of a guard count towards the first load.
    const { earlierSignUpStep, useSignUp } = await import('#/features/auth/sign-up-draft.ts')
    const step = earlierSignUpStep(useSignUp.getState(), 'verification')
    if (!step) return
    if (!preload) showToast(translate('auth:verification.emailNotFound'), { tone: 'attention' })
    // oxlint-disable-next-line typescript/only-throw-error -- the router redirects by throwing
    throw redirect({ to: step, replace: true })
  },
  component: Verification,
})

function Verification() {
  const navigate = useNavigate()
  const back = useBack()
  return (
    <VerificationScreen
      back={back}
      onVerified={() => void navigate({ to: '/auth/signup/password' })}
      onOtherEmail={() => void navigate({ to: '/auth/signup' })}
    />
  )
}
