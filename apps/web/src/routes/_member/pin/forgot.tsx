import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '#/lib/i18n.ts'
import { ForgotPin } from '#/routes/-forgot-pin.tsx'

export const Route = createFileRoute('/_member/pin/forgot')({
  loader: () => loadTexts('pin', 'wallet'),
  component: ForgotPin,
})
