import { createFileRoute, useRouter } from '@tanstack/react-router'
import { askPin } from '#/features/pin/ask-pin.ts'
import { RemoveScreen } from '#/features/wallet/remove-screen.tsx'
import { WithWallet } from '#/features/wallet/with-wallet.tsx'
import { loadTexts, useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { useBack } from '#/shell/use-back.ts'

export const Route = createFileRoute('/_member/wallet/remove')({
  loader: () => loadTexts('wallet'),
  component: Remove,
})

function Remove() {
  const { t } = useTranslation('wallet')
  const { history } = useRouter()
  const back = useBack()
  return (
    <WithWallet back={back} title="remove.title">
      {(wallet) => (
        <RemoveScreen
          {...wallet}
          back={back}
          confirm={async () => (await askPin('WALLET_REMOVE')) !== undefined}
          onRemoved={() => {
            showToast(t('remove.done'), { tone: 'done' })
            history.replace('/wallet')
          }}
        />
      )}
    </WithWallet>
  )
}
