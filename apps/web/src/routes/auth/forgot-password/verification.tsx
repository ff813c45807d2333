import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { ResetCodeScreen } from '#/features/auth/reset-code-screen.tsx'
import { useBack } from '#/shell/use-back.ts'

export const Route = createFileRoute('/auth/forgot-password/verification')({
  beforeLoad: async ({ preload }) =>
    (await import('./-guard.ts')).requireResetStep('verification', preload),
  component: Verification,
})

function Verification() {
  const navigate = useNavigate()
  return (
    <ResetCodeScreen
      back={useBack()}
      onVerified={() => void navigate({ to: '/auth/forgot-password/new-password' })}
      onOtherEmail={() => void navigate({ to: '/auth/forgot-password' })}
    />
  )
}
