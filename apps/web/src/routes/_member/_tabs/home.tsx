import { createFileRoute } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { useAuth } from '#/features/auth/store.ts'
import { HomeScreen } from '#/features/home/home-screen.tsx'
import { useWallet } from '#/features/wallet/device/store.ts'
import { loadTexts, useTranslation } from '#/lib/i18n.ts'
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

type Part = (parts: Awaited<ReturnType<typeof live>>) => ComponentType

const later = (part: Part, height?: string, meanwhile?: ReactNode) =>
  lazyPart(async () => part(await live()), {
    texts: [],
    meanwhile: meanwhile ?? (height && <Skeleton isCard width="100%" height={height} />),
  })

const Seasons = later(({ LiveSeasons }) => LiveSeasons, '104px')
const Today = later(({ HomeToday }) => HomeToday, '170px')
const TodaysDate = later(({ TodayDate }) => TodayDate)
const Credit = later(({ CreditBalance }) => CreditBalance, undefined, <BuyCredit />)
const Questions = later(({ Help }) => Help, '384px')

/** Loads the balances and their code only for a member with a wallet. */
const Wallet = lazyPart(
  async () => {
    await homePainted()
    const [{ HomeCard }] = await Promise.all([
      import('#/features/wallet/overview/home-card.tsx'),
      loadQueries(),
    ])
    return HomeCard
  },
  { texts: ['wallet'] },
)

function BuyCredit() {
  const { t } = useTranslation('home')
  return t('credit.text')
}

function Home() {
  const user = useAuth((state) => state.user)
  const address = useWallet(({ server, local }) => server ?? local?.address)
  return (
    <HomeScreen
      user={user}
      wallet={address && <Wallet address={address} />}
      credit={<Credit />}
      seasons={<Seasons />}
      date={<TodaysDate />}
      today={<Today />}
      help={<Questions />}
    />
  )
}
