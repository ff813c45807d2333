import { createFileRoute } from '@tanstack/react-router'
import { RefundRequestScreen } from '#/features/shop/refund-request-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { idParams } from '#/routes/-ids.ts'
import { refundSearch } from '#/routes/-search.ts'

export const Route = createFileRoute(
  '/_member/rewards/dashboard/$seasonId/history/$historyId/refund-request',
)({
  params: idParams('seasonId', 'historyId'),
  validateSearch: refundSearch,
  loader: () => loadTexts('shop'),
  component: RefundRequest,
})

function RefundRequest() {
  const { seasonId, historyId } = Route.useParams()
  const { type = 'UNCREDITED' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <RefundRequestScreen
      seasonId={seasonId}
      historyId={historyId}
      type={type}
      onType={(chosen) => void navigate({ search: { type: chosen }, replace: true })}
      onRequested={() =>
        void navigate({
          to: '/rewards/dashboard/$seasonId/history/$historyId',
          params: { seasonId, historyId },
          replace: true,
        })
      }
    />
  )
}
