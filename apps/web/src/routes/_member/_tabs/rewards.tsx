import { createFileRoute } from '@tanstack/react-router'
import { MissionList } from '#/features/mission/mission-list.tsx'
import { RewardsScreen } from '#/features/season/rewards-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { ShopShelf } from '#/routes/-shop-shelf.tsx'

export const Route = createFileRoute('/_member/_tabs/rewards')({
  loader: () => loadTexts('season', 'mission'),
  component: Rewards,
})

function Rewards() {
  const navigate = Route.useNavigate()
  return (
    <RewardsScreen
      onChoose={({ seasonId }) =>
        void navigate({ to: '/rewards/dashboard/$seasonId/', params: { seasonId } })
      }
      missions={(seasonId) => (
        <MissionList key={seasonId} seasonId={seasonId} shop={<ShopShelf seasonId={seasonId} />} />
      )}
    />
  )
}
