import { createFileRoute } from '@tanstack/react-router'
import { InviteScreen } from '#/features/invite/invite-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_member/rewards/invite-event')({
  loader: () => loadTexts('invite'),
  component: InviteScreen,
})
