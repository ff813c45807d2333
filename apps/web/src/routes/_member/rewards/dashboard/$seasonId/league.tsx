import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { LeagueScreen } from '#/features/league/league-screen.tsx'
import { CheckInLink } from '#/features/mission/check-in/check-in-link.tsx'
import { seasonQuery } from '#/features/season/api.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { idParams } from '#/routes/-ids.ts'

export const Route = createFileRoute('/_member/rewards/dashboard/$seasonId/league')({
  params: idParams('seasonId'),
  loader: () => loadTexts('league', 'mission'),
  component: League,
})

function League() {
  const { seasonId } = Route.useParams()
  const { data: season } = useQuery(seasonQuery(seasonId))
  const checkIn = <CheckInLink seasonId={seasonId} standing={season?.me} />
  return <LeagueScreen seasonId={seasonId} checkIn={checkIn} />
}
