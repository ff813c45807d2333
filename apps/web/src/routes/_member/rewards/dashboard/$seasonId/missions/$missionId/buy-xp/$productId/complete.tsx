import { createFileRoute } from '@tanstack/react-router'
import { idParams } from '#/routes/-ids.ts'
import { completeSearch } from '#/routes/-search.ts'
import { shopRoute } from '#/routes/-shop-route.ts'

export const Route = createFileRoute(
  '/_member/rewards/dashboard/$seasonId/missions/$missionId/buy-xp/$productId/complete',
)({
  ...shopRoute('Complete'),
  params: idParams('seasonId', 'missionId', 'productId'),
  validateSearch: completeSearch,
})
