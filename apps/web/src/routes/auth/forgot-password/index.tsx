import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { ResetEmailScreen } from '#/features/auth/reset-email-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { useBack } from '#/shell/use-back.ts'

export const Route = createFileRoute('/auth/forgot-password/')({
  loader: () => loadTexts('account'),
  component: Email,
})

function Email() {
  const navigate = useNavigate()
  return (
    <ResetEmailScreen
      back={useBack()}
      onCodeSent={() => void navigate({ to: '/auth/forgot-password/verification' })}
    />
  )
}
