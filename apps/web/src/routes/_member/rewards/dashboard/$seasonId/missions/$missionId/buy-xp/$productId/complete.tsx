import { createFileRoute } from '@tanstack/react-router'
import { idParams } from '#/routes/-ids.ts'
import { titledRoute } from '#/shell/titled-route.ts'

export const Route = createFileRoute(
  '/_member/rewards/dashboard/$seasonId/missions/$missionId/buy-xp/$productId/complete',
)({
  ...titledRoute('purchaseComplete'),
  params: idParams('seasonId', 'missionId', 'productId'),
})
