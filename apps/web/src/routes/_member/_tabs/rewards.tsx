import { useQuery } from '@tanstack/react-query'
import { Navigate, createFileRoute } from '@tanstack/react-router'
import { MissionList } from '#/features/mission/mission-list.tsx'
import { seasonsQuery } from '#/features/season/api.ts'
import { chooseSeason } from '#/features/season/choose-season.ts'
import { RewardsScreen } from '#/features/season/rewards-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { readPreference } from '#/lib/preferences.ts'
import { ClaimBanner } from '#/routes/-claim-banner.tsx'
import { missionSearch } from '#/routes/-search.ts'
import { ShopShelf } from '#/routes/-shop-shelf.tsx'

export const Route = createFileRoute('/_member/_tabs/rewards')({
  loader: () => loadTexts('season', 'mission'),
  validateSearch: missionSearch,
  component: Rewards,
})

function Rewards() {
  const navigate = Route.useNavigate()
  const { mission } = Route.useSearch()
  const { data: seasons = [] } = useQuery(seasonsQuery())
  const season = chooseSeason(seasons, undefined, readPreference('season'))
  if (mission !== undefined && season?.status === 'ONGOING') {
    return (
      <Navigate
        to="/rewards/dashboard/$seasonId/missions/$missionId/"
        params={{ seasonId: season.seasonId, missionId: mission }}
        replace
      />
    )
  }
  return (
    <RewardsScreen
      onChoose={({ seasonId }) =>
        void navigate({ to: '/rewards/dashboard/$seasonId/', params: { seasonId } })
      }
      claims={<ClaimBanner />}
      missions={(seasonId) => (
        <MissionList key={seasonId} seasonId={seasonId} shop={<ShopShelf seasonId={seasonId} />} />
      )}
    />
  )
}
