import { createFileRoute } from '@tanstack/react-router'
import { ReferralInputScreen } from '#/features/account/referral-input-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { useBack } from '#/shell/use-back.ts'

export const Route = createFileRoute('/_member/more/referral-input')({
  loader: () => loadTexts('account'),
  component: ReferralInput,
})

function ReferralInput() {
  return <ReferralInputScreen back={useBack()} />
}
