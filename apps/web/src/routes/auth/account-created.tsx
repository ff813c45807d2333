import { Navigate, createFileRoute, useNavigate } from '@tanstack/react-router'
import { AccountCreatedScreen } from '#/features/auth/account-created-screen.tsx'
import { useAuth } from '#/features/auth/store.ts'

export const Route = createFileRoute('/auth/account-created')({ component: AccountCreated })

function AccountCreated() {
  const navigate = useNavigate()
  const isSignedOut = useAuth(({ status }) => status === 'unauth')
  if (isSignedOut) return <Navigate to="/auth/login" replace />
  return <AccountCreatedScreen onContinue={() => void navigate({ to: '/pin/setup' })} />
}
