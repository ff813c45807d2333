import { createFileRoute } from '@tanstack/react-router'
import { idParams } from '#/routes/-ids.ts'
import { shopRoute } from '#/routes/-shop-route.ts'

export const Route = createFileRoute(
  '/_member/rewards/dashboard/$seasonId/missions/$missionId/buy-xp/',
)({
  ...shopRoute('Shop'),
  params: idParams('seasonId', 'missionId'),
})
