import { createFileRoute } from '@tanstack/react-router'
import { HistoryItemScreen } from '#/features/history/history-item-screen.tsx'
import { SpinProof } from '#/features/mission/spin/spin-proof.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { idParams } from '#/routes/-ids.ts'
import { PayoutNotices } from '#/routes/-payout-notices.tsx'

export const Route = createFileRoute('/_member/rewards/dashboard/$seasonId/history/$historyId/')({
  params: idParams('seasonId', 'historyId'),
  loader: () => loadTexts('history', 'mission', 'freeze'),
  component: HistoryItem,
})

function HistoryItem() {
  const { seasonId, historyId } = Route.useParams()
  return (
    <HistoryItemScreen
      seasonId={seasonId}
      historyId={historyId}
      spinProof={(spin, xp) => <SpinProof {...spin} xp={xp} />}
      holdNotice={<PayoutNotices />}
    />
  )
}
