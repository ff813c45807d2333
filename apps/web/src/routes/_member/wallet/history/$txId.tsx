import { createFileRoute } from '@tanstack/react-router'
import { DetailScreen } from '#/features/wallet/detail-screen.tsx'
import { WithWallet } from '#/features/wallet/with-wallet.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { walletOpener } from '#/routes/-open-wallet.ts'
import { useBack } from '#/shell/use-back.ts'

export const Route = createFileRoute('/_member/wallet/history/$txId')({
  validateSearch: ({ chainId }): { chainId?: number } =>
    Number.isInteger(Number(chainId)) && Number(chainId) > 0 ? { chainId: Number(chainId) } : {},
  loader: () => loadTexts('wallet'),
  component: Detail,
})

function Detail() {
  const back = useBack()
  const { txId } = Route.useParams()
  const { chainId } = Route.useSearch()
  return (
    <WithWallet back={back} title="detail.title">
      {(wallet) => (
        <DetailScreen
          key={txId}
          {...wallet}
          hash={txId}
          chainId={chainId}
          back={back}
          opener={walletOpener}
        />
      )}
    </WithWallet>
  )
}
