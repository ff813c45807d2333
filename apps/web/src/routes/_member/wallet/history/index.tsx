import { createFileRoute } from '@tanstack/react-router'
import { HistoryScreen } from '#/features/wallet/history-screen.tsx'
import { WithWallet } from '#/features/wallet/with-wallet.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { useBack } from '#/shell/use-back.ts'

export const Route = createFileRoute('/_member/wallet/history/')({
  loader: () => loadTexts('wallet'),
  component: History,
})

function History() {
  const back = useBack()
  return (
    <WithWallet back={back} title="history.title">
      {(wallet) => <HistoryScreen {...wallet} back={back} />}
    </WithWallet>
  )
}
