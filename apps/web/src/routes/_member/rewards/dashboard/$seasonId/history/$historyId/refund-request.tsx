import { createFileRoute } from '@tanstack/react-router'
import { idParams } from '#/routes/-ids.ts'
import { refundSearch } from '#/routes/-search.ts'
import { shopRoute } from '#/routes/-shop-route.ts'

export const Route = createFileRoute(
  '/_member/rewards/dashboard/$seasonId/history/$historyId/refund-request',
)({
  ...shopRoute('RefundRequest'),
  params: idParams('seasonId', 'historyId'),
  validateSearch: refundSearch,
})
