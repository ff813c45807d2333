import { useParams, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useAuth } from '#/features/auth/store.ts'
import { HoldNotice } from '#/features/freeze/hold-notice.tsx'
import { askPin } from '#/features/pin/ask-pin.ts'
import { CreateRoute } from '#/features/wallet/keys/create-route.tsx'
import { DetailScreen } from '#/features/wallet/activity/detail-screen.tsx'
import { HistoryScreen } from '#/features/wallet/activity/history-screen.tsx'
import { ImportGuideScreen } from '#/features/wallet/keys/import-guide-screen.tsx'
import { ImportRoute } from '#/features/wallet/keys/import-route.tsx'
import { ManagementScreen } from '#/features/wallet/keys/management-screen.tsx'
import { ReceiveScreen } from '#/features/wallet/overview/receive-screen.tsx'
import { RemoveScreen } from '#/features/wallet/keys/remove-screen.tsx'
import { RevealScreen } from '#/features/wallet/keys/reveal-screen.tsx'
import { SetAsideScreen } from '#/features/wallet/keys/set-aside-screen.tsx'
import { SendScreen } from '#/features/wallet/send/send-screen.tsx'
import { WalletTab } from '#/features/wallet/overview/wallet-tab.tsx'
import { useSetAsideWallets } from '#/features/wallet/device/set-aside-link.tsx'
import { useWallet } from '#/features/wallet/device/store.ts'
import { WithWallet } from '#/features/wallet/device/with-wallet.tsx'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { useBack } from '#/shell/use-back.ts'
import { walletOpener } from './-open-wallet.ts'
import { openerOfSetAside } from './-set-aside-opener.ts'

function useUserId(): string {
  return useAuth((state) => state.user?.id ?? '')
}

export function Wallet() {
  return <WalletTab userId={useUserId()} opener={walletOpener} notice={<HoldNotice />} />
}

export function Create() {
  return <CreateRoute userId={useUserId()} back={useBack()} opener={walletOpener} />
}

export function Import() {
  return <ImportRoute userId={useUserId()} back={useBack()} opener={walletOpener} />
}

export function ImportGuide() {
  return <ImportGuideScreen back={useBack()} />
}

export function Send() {
  const back = useBack()
  return (
    <WithWallet back={back} title="send.title">
      {(wallet) => <SendScreen {...wallet} back={back} opener={walletOpener} />}
    </WithWallet>
  )
}

export function Receive() {
  const back = useBack()
  return (
    <WithWallet back={back} title="receive.title">
      {({ address }) => <ReceiveScreen address={address} back={back} />}
    </WithWallet>
  )
}

export function History() {
  const back = useBack()
  return (
    <WithWallet back={back} title="history.title">
      {(wallet) => <HistoryScreen {...wallet} back={back} />}
    </WithWallet>
  )
}

export function Detail() {
  const back = useBack()
  const { txId } = useParams({ from: '/_member/wallet/history/$txId' })
  const { chainId } = useSearch({ from: '/_member/wallet/history/$txId' })
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

export function RevealSeed() {
  const back = useBack()
  return (
    <WithWallet back={back} title="reveal.title">
      {({ userId }) => <RevealScreen userId={userId} back={back} opener={walletOpener} />}
    </WithWallet>
  )
}

export function SetAside() {
  const back = useBack()
  const { local } = useWallet()
  const wallets = useSetAsideWallets(useUserId(), local?.address)
  return <SetAsideScreen wallets={wallets} back={back} openerOf={openerOfSetAside} />
}

export function Remove() {
  const { t } = useTranslation('wallet')
  const { history } = useRouter()
  const back = useBack()
  const [confirm] = useState(() => async () => (await askPin('WALLET_REMOVE')) !== undefined)
  return (
    <WithWallet back={back} title="remove.title">
      {(wallet) => (
        <RemoveScreen
          {...wallet}
          back={back}
          confirm={confirm}
          onRemoved={() => {
            showToast(t('remove.done'), { tone: 'done' })
            history.replace('/wallet')
          }}
        />
      )}
    </WithWallet>
  )
}

export function Management() {
  return (
    <ManagementScreen
      userId={useUserId()}
      back={useBack()}
      opener={walletOpener}
      askPin={() => askPin('WALLET_DISCONNECT')}
    />
  )
}
