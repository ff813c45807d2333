import { createFileRoute } from '@tanstack/react-router'
import { useShownHistory } from '#/features/history/api.ts'
import type { HistoryEntry } from '#/features/history/api.ts'
import { HistoryScreen } from '#/features/history/history-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { idParams } from '#/routes/-ids.ts'
import { useMemberLog } from '#/routes/-points-log.tsx'
import { historySearch } from '#/routes/-search.ts'

export const Route = createFileRoute('/_member/rewards/dashboard/$seasonId/history/')({
  params: idParams('seasonId'),
  validateSearch: historySearch,
  loader: () => loadTexts('history', 'points-log'),
  component: History,
})

function History() {
  const { seasonId } = Route.useParams()
  const { tab = 'Earned' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { entries, isSettled } = useShownHistory(seasonId, tab)
  const log = useMemberLog({ entries: entries?.map(amountsOf), isSettled })
  return (
    <HistoryScreen
      seasonId={seasonId}
      tab={tab}
      onTab={(chosen) => void navigate({ search: { tab: chosen }, replace: true })}
      log={log}
    />
  )
}

/** An entry that is under way or refunded changes its amounts; all others have those of the log. */
function amountsOf({ historyId, tab, status, xp, tickets }: HistoryEntry) {
  return tab === 'Earned' && status === 'COMPLETED' ? { historyId, xp, tickets } : { historyId }
}
