import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useAuth } from '#/features/auth/store.ts'
import { MissionScreen } from '#/features/mission/mission-screen.tsx'
import { seasonQuery } from '#/features/season/api.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { idParams } from '#/routes/-ids.ts'
import { actionSigning } from '#/routes/-sign-action.tsx'

export const Route = createFileRoute('/_member/rewards/dashboard/$seasonId/missions/$missionId/')({
  params: idParams('seasonId', 'missionId'),
  loader: () => loadTexts('mission', 'proof'),
  component: Mission,
})

function Mission() {
  const { seasonId, missionId } = Route.useParams()
  const memberId = useAuth((state) => state.user?.id ?? '')
  const { data: season } = useQuery(seasonQuery(seasonId))
  return (
    <MissionScreen
      seasonId={seasonId}
      missionId={missionId}
      memberId={memberId}
      standing={season?.me}
      endsAt={season?.endAt}
      signing={actionSigning}
    />
  )
}
