import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { PasswordScreen } from '#/features/auth/password-screen.tsx'
import { useBack } from '#/shell/use-back.ts'

export const Route = createFileRoute('/auth/signup/password')({
  beforeLoad: async () => {
    // Static imports of a guard count towards the first load.
    const { earlierSignUpStep, useSignUp } = await import('#/features/auth/sign-up-draft.ts')
    const step = earlierSignUpStep(useSignUp.getState(), 'password')
    // oxlint-disable-next-line typescript/only-throw-error -- the router redirects by throwing
    if (step) throw redirect({ to: step, replace: true })
  },
  component: Password,
})

function Password() {
  const navigate = useNavigate()
  const back = useBack()
  return (
    <PasswordScreen
      back={back}
      onCreated={() => void navigate({ to: '/auth/account-created', replace: true })}
      onEarlierStep={(step) =>
        void navigate({
          to: step === 'email' ? '/auth/signup' : '/auth/signup/verification',
          replace: true,
        })
      }
    />
  )
}
