import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { RankingScreen } from '#/features/ranking/ranking-screen.tsx'
import { seasonQuery } from '#/features/season/api.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { idParams } from '#/routes/-ids.ts'

export const Route = createFileRoute('/_member/rewards/dashboard/$seasonId/ranking')({
  params: idParams('seasonId'),
  loader: () => loadTexts('ranking'),
  component: Ranking,
})

function Ranking() {
  const { seasonId } = Route.useParams()
  const { data: season } = useQuery(seasonQuery(seasonId))
  return <RankingScreen seasonId={seasonId} seasonTitle={season?.title} />
}
