import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { ResetCodeScreen } from '#/features/auth/reset-code-screen.tsx'
import { useBack } from '#/shell/use-back.ts'
import { requireResetStep } from './-guard.ts'

export const Route = createFileRoute('/auth/forgot-password/verification')({
  beforeLoad: ({ preload }) => requireResetStep('verification', preload),
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
