import { createFileRoute } from '@tanstack/react-router'
import { transactionSearch } from '#/routes/-search.ts'
import { walletRoute } from '#/routes/-wallet-route.ts'

export const Route = createFileRoute('/_member/wallet/history/$txId')({
  ...walletRoute('Detail'),
  validateSearch: transactionSearch,
})
