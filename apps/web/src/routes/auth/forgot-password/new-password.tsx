import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { ResetPasswordScreen } from '#/features/auth/reset-password-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { useBack } from '#/shell/use-back.ts'

export const Route = createFileRoute('/auth/forgot-password/new-password')({
  beforeLoad: async ({ preload }) =>
    (await import('./-guard.ts')).requireResetStep('new-password', preload),
  loader: () => loadTexts('account'),
  component: NewPassword,
})

function NewPassword() {
  const navigate = useNavigate()
  return (
    <ResetPasswordScreen
      back={useBack()}
      onDone={() => void navigate({ to: '/auth/forgot-password/completed', replace: true })}
      onExpired={() => void navigate({ to: '/auth/forgot-password', replace: true })}
    />
  )
}
