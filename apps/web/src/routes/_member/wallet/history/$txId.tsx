import { createFileRoute } from '@tanstack/react-router'
import { walletRoute } from '#/routes/-wallet-route.ts'

export const Route = createFileRoute('/_member/wallet/history/$txId')({
  ...walletRoute('Detail'),
  validateSearch: ({ chainId }): { chainId?: number } =>
    Number(chainId) > 0 ? { chainId: Number(chainId) } : {},
})
