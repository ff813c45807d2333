import { createFileRoute } from '@tanstack/react-router'
import { useAuth } from '#/features/auth/store.ts'
import { HomeScreen } from '#/features/home/home-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_member/_tabs/home')({
  loader: () => loadTexts('home'),
  component: Home,
})

function Home() {
  const user = useAuth((state) => state.user)
  return <HomeScreen user={user} />
}
