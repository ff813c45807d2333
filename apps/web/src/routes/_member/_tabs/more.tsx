import { createFileRoute } from '@tanstack/react-router'
import { MoreScreen } from '#/features/account/more-screen.tsx'
import { useAuth } from '#/features/auth/store.ts'
import { Help } from '#/features/home/help.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_member/_tabs/more')({
  // The help questions are the same as at home.
  loader: () => loadTexts('more', 'help'),
  component: More,
})

function More() {
  const user = useAuth((state) => state.user)
  return <MoreScreen user={user} help={<Help />} />
}
