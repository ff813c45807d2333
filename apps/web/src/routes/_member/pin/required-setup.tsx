import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useAuth } from '#/features/auth/store.ts'
import { RequiredSetupScreen } from '#/features/pin/required-setup-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_member/pin/required-setup')({
  loader: () => loadTexts('pin'),
  component: RequiredSetup,
})

function RequiredSetup() {
  const navigate = useNavigate()
  const logout = useAuth((state) => state.logout)
  return (
    <RequiredSetupScreen
      onStart={() => void navigate({ to: '/pin/setup' })}
      onLogout={() => logout()}
    />
  )
}
