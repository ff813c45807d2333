import { createFileRoute } from '@tanstack/react-router'
import { idParams } from '#/routes/-ids.ts'
import { titledRoute } from '#/shell/titled-route.ts'

export const Route = createFileRoute(
  '/_member/rewards/dashboard/$seasonId/history/$historyId/refund-request',
)({
  ...titledRoute('refundRequest'),
  params: idParams('seasonId', 'historyId'),
})
