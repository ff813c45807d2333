import { createFileRoute } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useAuth } from '#/features/auth/store.ts'
import { HomeScreen } from '#/features/home/home-screen.tsx'
import { useWallet } from '#/features/wallet/store.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { loadQueries } from '#/lib/loaded-queries.ts'
import { homePainted } from '#/lib/painted.ts'
import { lazyPart } from '#/shell/lazy-part.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'

export const Route = createFileRoute('/_member/_tabs/home')({
  loader: () => loadTexts('home'),
  component: Home,
})

async function live() {
  await homePainted()
  const [parts] = await Promise.all([
    import('./-home-live.tsx'),
    loadTexts('season', 'mission', 'help'),
    loadQueries(),
  ])
  return parts
}

const later = (part: (parts: Awaited<ReturnType<typeof live>>) => ComponentType, height?: string) =>
  lazyPart(async () => part(await live()), {
    texts: [],
    meanwhile: height && <Skeleton isCard width="100%" height={height} />,
  })

const Seasons = later(({ LiveSeasons }) => LiveSeasons, '104px')
const Today = later(({ HomeToday }) => HomeToday, '170px')
const Date = later(({ TodayDate }) => TodayDate)
const Questions = later(({ Help }) => Help, '384px')

/** Balances and what reads them come only to who has a wallet. */
const Wallet = lazyPart(
  async () => {
    await homePainted()
    const [{ HomeCard }] = await Promise.all([
      import('#/features/wallet/home-card.tsx'),
      loadQueries(),
    ])
    return HomeCard
  },
  { texts: ['wallet'] },
)

function Home() {
  const user = useAuth((state) => state.user)
  const address = useWallet(({ server, local }) => server ?? local?.address)
  return (
    <HomeScreen
      user={user}
      wallet={address && <Wallet address={address} />}
      seasons={<Seasons />}
      date={<Date />}
      today={<Today />}
      help={<Questions />}
    />
  )
}
