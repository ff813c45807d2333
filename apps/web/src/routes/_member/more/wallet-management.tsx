import { createFileRoute } from '@tanstack/react-router'
import { walletRoute } from '#/routes/-wallet-route.ts'

export const Route = createFileRoute('/_member/more/wallet-management')({
  ...walletRoute('Management'),
  validateSearch: ({ action }: Record<string, unknown>): { action?: 'disconnect' } =>
    action === 'disconnect' ? { action } : {},
})
