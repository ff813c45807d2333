import { createFileRoute } from '@tanstack/react-router'
import { SendScreen } from '#/features/wallet/send-screen.tsx'
import { WithWallet } from '#/features/wallet/with-wallet.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { walletOpener } from '#/routes/-open-wallet.ts'
import { useBack } from '#/shell/use-back.ts'

export const Route = createFileRoute('/_member/wallet/send')({
  loader: () => loadTexts('wallet'),
  component: Send,
})

function Send() {
  const back = useBack()
  return (
    <WithWallet back={back} title="send.title">
      {(wallet) => <SendScreen {...wallet} back={back} opener={walletOpener} />}
    </WithWallet>
  )
}
