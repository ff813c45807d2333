import { createFileRoute } from '@tanstack/react-router'
import { walletRoute } from '#/routes/-wallet-route.ts'

export const Route = createFileRoute('/_member/wallet/connections')(walletRoute('Connections'))
