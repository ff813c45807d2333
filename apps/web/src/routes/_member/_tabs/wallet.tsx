import { createFileRoute } from '@tanstack/react-router'
import { useAuth } from '#/features/auth/store.ts'
import { WalletTab } from '#/features/wallet/wallet-tab.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { walletOpener } from '#/routes/-open-wallet.ts'

export const Route = createFileRoute('/_member/_tabs/wallet')({
  loader: () => loadTexts('wallet'),
  component: Wallet,
})

function Wallet() {
  const userId = useAuth((state) => state.user?.id ?? '')
  return <WalletTab userId={userId} opener={walletOpener} />
}
