import { createFileRoute } from '@tanstack/react-router'
import { useAuth } from '#/features/auth/store.ts'
import { MissionList } from '#/features/mission/mission-list.tsx'
import { DashboardScreen } from '#/features/season/dashboard-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { idParams } from '#/routes/-ids.ts'
import { ShopShelf } from '#/routes/-shop-shelf.tsx'

export const Route = createFileRoute('/_member/rewards/dashboard/$seasonId/')({
  params: idParams('seasonId'),
  loader: () => loadTexts('season', 'mission'),
  component: Dashboard,
})

function Dashboard() {
  const { seasonId } = Route.useParams()
  const navigate = Route.useNavigate()
  const memberId = useAuth((state) => state.user?.id ?? '')
  return (
    <DashboardScreen
      seasonId={seasonId}
      memberId={memberId}
      onChoose={(season) =>
        void navigate({
          to: '/rewards/dashboard/$seasonId/',
          params: { seasonId: season.seasonId },
          replace: true,
        })
      }
      missions={
        <MissionList key={seasonId} seasonId={seasonId} shop={<ShopShelf seasonId={seasonId} />} />
      }
    />
  )
}
