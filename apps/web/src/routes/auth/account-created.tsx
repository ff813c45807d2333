import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { AccountCreatedScreen } from '#/features/auth/account-created-screen.tsx'

export const Route = createFileRoute('/auth/account-created')({ component: AccountCreated })

function AccountCreated() {
  const navigate = useNavigate()
  return <AccountCreatedScreen onContinue={() => void navigate({ to: '/pin/setup' })} />
}
