import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { seasonQuery } from '#/features/season/api.ts'
import { ShopScreen } from '#/features/shop/shop-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { idParams } from '#/routes/-ids.ts'

export const Route = createFileRoute(
  '/_member/rewards/dashboard/$seasonId/missions/$missionId/buy-xp/',
)({
  params: idParams('seasonId', 'missionId'),
  loader: () => loadTexts('shop'),
  component: Shop,
})

function Shop() {
  const { seasonId, missionId } = Route.useParams()
  const { data: season } = useQuery(seasonQuery(seasonId))
  return (
    <ShopScreen
      seasonId={seasonId}
      missionId={missionId}
      purse={season?.me}
      isSeasonOpen={!season || season.status === 'ONGOING'}
    />
  )
}
