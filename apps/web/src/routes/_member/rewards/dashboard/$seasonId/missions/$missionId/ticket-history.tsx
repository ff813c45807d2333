import { createFileRoute } from '@tanstack/react-router'
import { TicketHistoryScreen } from '#/features/history/ticket-history-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { idParams } from '#/routes/-ids.ts'

export const Route = createFileRoute(
  '/_member/rewards/dashboard/$seasonId/missions/$missionId/ticket-history',
)({
  params: idParams('seasonId', 'missionId'),
  loader: () => loadTexts('history'),
  component: TicketHistory,
})

function TicketHistory() {
  const { seasonId } = Route.useParams()
  return <TicketHistoryScreen seasonId={seasonId} />
}
