import { createFileRoute } from '@tanstack/react-router'
import { useAuth } from '#/features/auth/store.ts'
import { MoreScreen } from '#/features/more/more-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_member/_tabs/more')({
  loader: () => loadTexts('more'),
  component: More,
})

function More() {
  const { user, logout } = useAuth()
  return <MoreScreen user={user} onLogout={logout} />
}
