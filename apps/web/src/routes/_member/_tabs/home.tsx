import { createFileRoute } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useAuth } from '#/features/auth/store.ts'
import { HomeScreen } from '#/features/home/home-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import type { Namespace } from '#/lib/texts.ts'
import { lazyPart } from '#/shell/lazy-part.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'

export const Route = createFileRoute('/_member/_tabs/home')({
  loader: () => loadTexts('home'),
  component: Home,
})

/** Marked for the budget: home stands, and what it asks for from here on comes later on purpose. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        performance.mark('home-screen')
        resolve()
      }),
    )
  })
}

async function live() {
  await painted()
  const [parts] = await Promise.all([
    import('./-home-live.tsx'),
    loadTexts('season', 'mission', 'help'),
  ])
  return parts
}

const NO_MORE_TEXTS: readonly Namespace[] = []
const later = (part: (parts: Awaited<ReturnType<typeof live>>) => ComponentType, height?: string) =>
  lazyPart(async () => part(await live()), {
    meanwhile: height && <Skeleton isCard width="100%" height={height} />,
    texts: NO_MORE_TEXTS,
  })

const Seasons = later(({ LiveSeasons }) => LiveSeasons, '104px')
const Today = later(({ HomeToday }) => HomeToday, '170px')
const Date = later(({ TodayDate }) => TodayDate)
const Questions = later(({ Help }) => Help, '384px')

function Home() {
  const user = useAuth((state) => state.user)
  return (
    <HomeScreen
      user={user}
      seasons={<Seasons />}
      date={<Date />}
      today={<Today />}
      help={<Questions />}
    />
  )
}
