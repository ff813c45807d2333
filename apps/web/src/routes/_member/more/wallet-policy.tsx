import { createFileRoute } from '@tanstack/react-router'
import { WalletPolicyScreen } from '#/features/policy/policy-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { useBack } from '#/shell/use-back.ts'

export const Route = createFileRoute('/_member/more/wallet-policy')({
  loader: () => loadTexts('policy'),
  component: WalletPolicy,
})

function WalletPolicy() {
  return <WalletPolicyScreen back={useBack()} />
}
