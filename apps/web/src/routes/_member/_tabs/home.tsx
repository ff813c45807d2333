import { createFileRoute } from '@tanstack/react-router'
import { useAuth } from '#/features/auth/store.ts'
import { HomeScreen } from '#/features/home/home-screen.tsx'
import { useWallet } from '#/features/wallet/store.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { lazyPart } from '#/shell/lazy-part.tsx'

export const Route = createFileRoute('/_member/_tabs/home')({
  loader: () => loadTexts('home'),
  component: Home,
})

/** Balances and what reads them come only to who has a wallet. */
const HomeCard = lazyPart(async () => (await import('#/features/wallet/home-card.tsx')).HomeCard, {
  texts: 'wallet',
})

function Home() {
  const user = useAuth((state) => state.user)
  const address = useWallet(({ server, local }) => server ?? local?.address)
  return <HomeScreen user={user} wallet={address && <HomeCard address={address} />} />
}
