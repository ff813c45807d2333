import { createFileRoute } from '@tanstack/react-router'
import { useShownTickets } from '#/features/history/api.ts'
import { TicketHistoryScreen } from '#/features/history/ticket-history-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { idParams } from '#/routes/-ids.ts'
import { useMemberLog } from '#/routes/-points-log.tsx'

export const Route = createFileRoute(
  '/_member/rewards/dashboard/$seasonId/missions/$missionId/ticket-history',
)({
  params: idParams('seasonId', 'missionId'),
  loader: () => loadTexts('history', 'points-log'),
  component: TicketHistory,
})

function TicketHistory() {
  const { seasonId } = Route.useParams()
  const { entries, isSettled } = useShownTickets(seasonId)
  const log = useMemberLog({
    entries: entries?.map(({ ticketHistoryId, change }) => ({
      transactionId: ticketHistoryId,
      tickets: change,
    })),
    isSettled,
  })
  return <TicketHistoryScreen seasonId={seasonId} log={log} />
}
