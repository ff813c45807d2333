import { createFileRoute } from '@tanstack/react-router'
import { ClaimsScreen } from '#/features/distribution/claims-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_member/rewards/claims')({
  loader: () => loadTexts('claims'),
  component: ClaimsScreen,
})
