import { createFileRoute } from '@tanstack/react-router'
import { HistoryScreen } from '#/features/history/history-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { idParams } from '#/routes/-ids.ts'
import { historySearch } from '#/routes/-search.ts'

export const Route = createFileRoute('/_member/rewards/dashboard/$seasonId/history/')({
  params: idParams('seasonId'),
  validateSearch: historySearch,
  loader: () => loadTexts('history'),
  component: History,
})

function History() {
  const { seasonId } = Route.useParams()
  const { tab = 'Earned' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <HistoryScreen
      seasonId={seasonId}
      tab={tab}
      onTab={(chosen) => void navigate({ search: { tab: chosen }, replace: true })}
    />
  )
}
