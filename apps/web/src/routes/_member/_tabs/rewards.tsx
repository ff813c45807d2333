import { createFileRoute } from '@tanstack/react-router'
import { MissionList } from '#/features/mission/mission-list.tsx'
import { RewardsScreen } from '#/features/season/rewards-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { seasonSearch } from '#/routes/-search.ts'

export const Route = createFileRoute('/_member/_tabs/rewards')({
  validateSearch: seasonSearch,
  loader: () => loadTexts('season', 'mission'),
  component: Rewards,
})

function Rewards() {
  const { season } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <RewardsScreen
      wanted={season}
      onChoose={({ seasonId, status }) =>
        void (status === 'ONGOING'
          ? navigate({ search: { season: seasonId }, replace: true, resetScroll: false })
          : navigate({ to: '/rewards/dashboard/$seasonId', params: { seasonId } }))
      }
      missions={(seasonId) => <MissionList key={seasonId} seasonId={seasonId} />}
    />
  )
}
