import { createFileRoute } from '@tanstack/react-router'
import { useAuth } from '#/features/auth/store.ts'
import { askPin } from '#/features/pin/ask-pin.ts'
import { ManagementScreen } from '#/features/wallet/management-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { walletOpener } from '#/routes/-open-wallet.ts'
import { useBack } from '#/shell/use-back.ts'

export const Route = createFileRoute('/_member/more/wallet-management')({
  loader: () => loadTexts('wallet'),
  component: WalletManagement,
})

function WalletManagement() {
  const userId = useAuth((state) => state.user?.id ?? '')
  return (
    <ManagementScreen
      userId={userId}
      back={useBack()}
      opener={walletOpener}
      askPin={() => askPin('WALLET_DISCONNECT')}
    />
  )
}
