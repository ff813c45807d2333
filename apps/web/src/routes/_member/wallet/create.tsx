import { createFileRoute } from '@tanstack/react-router'
import { titledRoute } from '#/shell/titled-route.ts'

export const Route = createFileRoute('/_member/wallet/create')(
  titledRoute('walletCreate', { isSkippable: true }),
)
