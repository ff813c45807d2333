import { createFileRoute } from '@tanstack/react-router'
import { CompleteScreen } from '#/features/shop/complete-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { idParams } from '#/routes/-ids.ts'
import { completeSearch } from '#/routes/-search.ts'

export const Route = createFileRoute(
  '/_member/rewards/dashboard/$seasonId/missions/$missionId/buy-xp/$productId/complete',
)({
  params: idParams('seasonId', 'missionId', 'productId'),
  validateSearch: completeSearch,
  loader: () => loadTexts('shop'),
  component: Complete,
})

function Complete() {
  const { txHash, order } = Route.useSearch()
  return <CompleteScreen place={Route.useParams()} txHash={txHash} order={order} />
}
