import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { CheckInLink } from '#/features/mission/check-in/check-in-link.tsx'
import { seasonQuery } from '#/features/season/api.ts'
import { StreakScreen } from '#/features/streak/streak-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { idParams } from '#/routes/-ids.ts'

export const Route = createFileRoute('/_member/rewards/dashboard/$seasonId/streak')({
  params: idParams('seasonId'),
  loader: () => loadTexts('status', 'mission'),
  component: Streak,
})

function Streak() {
  const { seasonId } = Route.useParams()
  const { data: season } = useQuery(seasonQuery(seasonId))
  return (
    <StreakScreen
      seasonId={seasonId}
      checkIn={<CheckInLink seasonId={seasonId} standing={season?.me} />}
    />
  )
}
