import { createFileRoute } from '@tanstack/react-router'
import { ReceiveScreen } from '#/features/wallet/receive-screen.tsx'
import { WithWallet } from '#/features/wallet/with-wallet.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { useBack } from '#/shell/use-back.ts'

export const Route = createFileRoute('/_member/wallet/receive')({
  loader: () => loadTexts('wallet'),
  component: Receive,
})

function Receive() {
  const back = useBack()
  return (
    <WithWallet back={back} title="receive.title">
      {({ address }) => <ReceiveScreen address={address} back={back} />}
    </WithWallet>
  )
}
