import { createFileRoute } from '@tanstack/react-router'
import { orderSearch } from '#/routes/-search.ts'
import { shopRoute } from '#/routes/-shop-route.ts'

export const Route = createFileRoute('/_member/home/buy-credit')({
  ...shopRoute('BuyCredit'),
  validateSearch: orderSearch,
})
