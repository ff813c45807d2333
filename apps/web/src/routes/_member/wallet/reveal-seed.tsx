import { createFileRoute } from '@tanstack/react-router'
import { RevealScreen } from '#/features/wallet/reveal-screen.tsx'
import { WithWallet } from '#/features/wallet/with-wallet.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { walletOpener } from '#/routes/-open-wallet.ts'
import { useBack } from '#/shell/use-back.ts'

export const Route = createFileRoute('/_member/wallet/reveal-seed')({
  loader: () => loadTexts('wallet'),
  component: RevealSeed,
})

function RevealSeed() {
  const back = useBack()
  return (
    <WithWallet back={back} title="reveal.title">
      {({ userId }) => <RevealScreen userId={userId} back={back} opener={walletOpener} />}
    </WithWallet>
  )
}
